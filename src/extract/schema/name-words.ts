import { withoutMarks } from '../../language/fold.ts'
import { singular } from '../../language/stems.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { compoundParts, meaningsOf, unspacedWordsIn, withPhrases } from './synonyms.ts'

/** A word of a name or a label. */
export interface Word {
  /** The word without its ending, and what it means. */
  forms: readonly string[]
  /** The word without what makes a participle of it. */
  root: string
  weight: number
}

/** Words of names that do not tell one thing from another. */
const WEAK: ReadonlySet<string> = new Set(
  'the a an of for in to and or is are der die das des den dem ein eine mit und im le la les de du des un une et au aux el los las del un una con il lo gli di da do dos value text info data field item current full official main primary given your our its this that number nr no nummer entry record product page article detail details canonical thing object entity common display overall approx approximately'.split(
    ' ',
  ),
)
/** Words that say of what type a value is, which its look says too. */
const TYPE_WORDS: ReadonlySet<string> = new Set(
  'date datum fecha data дата 日付 count at on amount url link uri time total anzahl iso formatted'.split(
    ' ',
  ),
)
/** Units that a value is to be in. */
const UNITS: ReadonlySet<string> = new Set(
  'kg gram grams gramm lb lbs oz gb mb tb cm mm km meter meters metre metres sqm sqft inch inches minutes mins hour hours days years jahre seconds percent pct usd eur gbp ghz mhz watt watts kwh kcal kw kva hp ps volt volts amp amps ampere ma bar psi mbar rpm db dba litre litres liter liters ltr ml nm hz celsius kmh mph m2 m3 ha acres'.split(
    ' ',
  ),
)
export const WEAK_WEIGHT = 0.15
const TYPE_WEIGHT = 0.4
const LONGEST = 160
const MOST_WORDS = 12

/** `Wi-Fi` and `wifi` are the same. */
export function squeezed(text: string): string {
  return text
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

const spelled = new Map<string, Word>()

/** The words of a name or a label, however they are put together. */
export function wordsOf(text: string): readonly Word[] {
  const known = read.get(text)
  if (known) return known
  const words = wordsIn(text)
  if (read.size >= MOST_REMEMBERED) read.clear()
  read.set(text, words)
  return words
}

const read = new Map<string, readonly Word[]>()
const MOST_REMEMBERED = 20_000

/** The same with expressions of several words as one; the very same words where there are none. */
export function phrasedWordsOf(text: string): readonly Word[] {
  const known = phrased.get(text)
  if (known) return known
  const words = spelledIn(text)
  const joined = withPhrases(words)
  const found = joined === words ? wordsOf(text) : joined.map(spell)
  if (phrased.size >= MOST_REMEMBERED) phrased.clear()
  phrased.set(text, found)
  return found
}

const phrased = new Map<string, readonly Word[]>()

function wordsIn(text: string): Word[] {
  return spelledIn(text).map(spell)
}

function spelledIn(text: string): string[] {
  const parted = text
    .slice(0, LONGEST)
    .replaceAll(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .normalize('NFKC')
  const words: string[] = []
  // The number in `m²` is a part of the unit.
  for (const [word] of matchesOf(parted, WORD)) {
    if (words.length >= MOST_WORDS) break
    if (UNSPACED.test(word)) words.push(...partsOf(word))
    else if (word.length > 1 || /\p{N}/u.test(word) || word === parted.trim())
      words.push(...compoundParts(word))
  }
  return words
}

const WORD = /[\p{L}\p{M}]+|(?<!(?<!\p{L})\p{L})\p{N}+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

function partsOf(word: string): string[] {
  const known = unspacedWordsIn(word)
  return known.length > 0 ? known : [word]
}

function spell(word: string): Word {
  const known = spelled.get(word)
  if (known) return known
  const stem = stemOf(word)
  const umlauts = stemOf(withUmlauts(word))
  const meanings = [...new Set([word, stem, umlauts].flatMap(meaningsOf))]
  const root = rootOf(stem)
  const made = {
    forms: [...new Set([stem, ...meanings, root, umlauts])],
    root,
    weight: WEAK.has(word) || UNITS.has(word) ? WEAK_WEIGHT : TYPE_WORDS.has(word) ? TYPE_WEIGHT : 1,
  }
  if (spelled.size >= MOST_REMEMBERED) spelled.clear()
  spelled.set(word, made)
  return made
}

/** `Wohnflaeche` is how `Wohnfläche` is written where there are no such letters. */
function withUmlauts(word: string): string {
  return word.length < 6 ? word : word.replaceAll(/([aou])e(?=\p{L})/gu, '$1\u0308').normalize('NFC')
}

/** The verb of a participle. */
function rootOf(stem: string): string {
  return /^(.{4,})(?:ing|ed)$/.exec(stem)?.[1] ?? stem
}

function stemOf(word: string): string {
  return singular(withoutMarks(word))
}
