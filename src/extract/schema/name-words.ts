import { withoutMarks, isPlain } from '../../language/fold.ts'
import { singular } from '../../language/stems.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { lazy, memoizePerText } from '../../language/memoize.ts'
import { readLines, readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
export interface Word {
  /** The word without its ending, and what it means. */
  forms: readonly string[]
  /** The word without what makes a participle of it. */
  root: string
  weight: number
}

const WEAK = sets('weak')
const TYPE_WORDS = sets('type-words')
const UNITS = sets('units')
export const WEAK_WEIGHT = 0.15
const TYPE_WEIGHT = 0.4
const LONGEST = 160
const MOST_WORDS = 12

/** `Wi-Fi` and `wifi` are the same. */
export function squeeze(text: string): string {
  return text
    .slice(0, LONGEST)
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

export const wordsOf = memoizePerText((text): readonly Word[] => spelledIn(text).map(spell))

export const phrasedWordsOf = memoizePerText((text): readonly Word[] => {
  const words = spelledIn(text)
  const joined = withPhrases(words)
  return joined === words ? wordsOf(text) : joined.map(spell)
})

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
    const known = UNSPACED.test(word) ? unspacedWordsIn(word) : undefined
    if (known) words.push(...(known.length > 0 ? known : [word]))
    else if (word.length > 1 || /\p{N}/u.test(word) || word === parted.trim())
      words.push(...compoundParts(word))
  }
  return words
}

const WORD = /[\p{L}\p{M}]+|(?<!(?<!\p{L})\p{L})\p{N}+/gu
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u

const spell = memoizePerText((word): Word => {
  const stem = stemOf(word)
  const umlauts = stemOf(withUmlauts(word))
  const root = /^(.{4,})(?:ing|ed)$/.exec(stem)?.[1] ?? stem
  return {
    forms: [...new Set([stem, ...[word, stem, umlauts].flatMap(meaningsOf), root, umlauts])],
    root,
    weight: WEAK.has(word) || UNITS.has(word) ? WEAK_WEIGHT : TYPE_WORDS.has(word) ? TYPE_WEIGHT : 1,
  }
})

/** `Wohnflaeche` is how `Wohnfläche` is written where there are no such letters. */
function withUmlauts(word: string): string {
  return word.length < 6 ? word : word.replaceAll(/([aou])e(?=\p{L})/gu, '$1\u0308').normalize('NFC')
}

function stemOf(word: string): string {
  return singular(withoutMarks(word))
}

export function meaningsOf(word: string): readonly string[] {
  const { meanings } = synonyms()
  return meanings.get(word) ?? (isPlain(word) ? undefined : meanings.get(withoutMarks(word))) ?? NOTHING
}

const NOTHING: readonly string[] = []

/** The words with those that are one expression together put together: `gas mileage` is `gas-mileage`. */
export function withPhrases(words: readonly string[]): readonly string[] {
  const { meanings, beginnings } = synonyms()
  if (!words.some((word) => beginnings.has(word))) return words
  const found: string[] = []
  for (let at = 0; at < words.length; at++) {
    const phrase = beginnings.has(words[at]!)
      ? LENGTHS.map((count) => words.slice(at, at + count)).find((some) => meanings.has(some.join('-')))
      : undefined
    found.push(phrase?.join('-') ?? words[at]!)
    if (phrase) at += phrase.length - 1
  }
  return found.length < words.length ? found : words
}

const LENGTHS = [3, 2]

function unspacedWordsIn(text: string): string[] {
  const found: string[] = []
  let rest = text.slice(0, 60)
  for (const word of synonyms().unspaced) {
    if (!rest.includes(word)) continue
    found.push(word)
    rest = rest.replaceAll(word, ' ')
  }
  return found
}

/** `Erscheinungsdatum` is a `Datum`: a word that ends in a known one falls into two. */
function compoundParts(word: string): string[] {
  const { endings, meanings } = synonyms()
  if (word.length < 7 || meanings.has(word) || !/^\p{Script=Latin}+$/u.test(word)) return [word]
  const ending = endings.find((one) => word.endsWith(one) && word.length > one.length + 2)
  return ending === undefined ? [word] : [word.slice(0, -ending.length), ending]
}

/** What words in any language mean, as the English words for it: a line of the file is a meaning and the words for it. */
const synonyms = lazy(() => {
  const meanings = new Map<string, string[]>()
  for (const line of readLines(new URL('synonyms.txt', import.meta.url))) {
    const [meaning = '', words = ''] = line.split(': ', 2)
    for (const word of [meaning, ...words.split(' ')]) {
      for (const form of new Set([word, withoutMarks(word)])) {
        const known = meanings.get(form)
        if (known === undefined) meanings.set(form, [meaning])
        else if (!known.includes(meaning)) known.push(meaning)
      }
    }
  }
  const words = [...meanings.keys()].toSorted((one, other) => other.length - one.length)
  return {
    meanings,
    beginnings: new Set(words.filter((word) => word.includes('-')).map((word) => word.split('-', 1)[0]!)),
    unspaced: words.filter((word) => UNSPACED.test(word)),
    endings: words.filter((word) => ENDING.test(word)),
  }
})

/** Words of German and its neighbours, which are written together; others would be found where they are not. */
const ENDING =
  /^(?:datum|preis|zeit|nummer|titel|name|ort|fläche|zahl|gewicht|adresse|jahr|art|farbe|sprache|dauer|bewertung|größe|gehalt)$/
