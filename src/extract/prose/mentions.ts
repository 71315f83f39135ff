import { fold } from '../answers/fold.ts'
import { compoundParts, meaningsOf, withPhrases } from '../schema/synonyms.ts'

/** Words that name a field but are not said with its value. */
const SILENT: ReadonlySet<string> = new Set(
  'the a an of for in to and on at by is name full number nummer numero text value info data current total main official required needed latest newest recommended der die das le la les de du el los all'.split(
    ' ',
  ),
)
/** Words whose value is a year or a date itself. */
const DATED: ReadonlySet<string> = new Set(
  'year jahr annee ano anio anno jaar date datum fecha data day tag jour dag'.split(' '),
)

const ENDINGS =
  /(?:erinnen|erin|ateurs?|atrices?|eurs?|euses?|rices?|ations?|tions?|ions?|ings?|ungen|ung|ments?|ers?|ors?|ed|ees?|ies|es|et|en|ado|ada|adora|ador|ados|s|e|t|y)$/

/** What a word and others of its family have in common: `founder`, `founded` and `founding`. */
function rootOf(word: string): string {
  const plain = word.length >= 6 ? word.replaceAll(/([aou])e(?=\p{L})/gu, '$1') : word
  const bare = /^ge\p{L}{5,}t$/u.test(plain) ? plain.slice(2) : plain
  const root = bare.replace(ENDINGS, '')
  return root.length >= 4 ? root : bare
}

/** A word with what is known about it. */
export interface Told {
  word: string
  root: string
  meanings: ReadonlySet<string>
  /** The roots of what it means. */
  meant: ReadonlySet<string>
  /** Of a word that is put together, the roots of its parts. */
  parts: readonly string[]
}

/** The words of a field by which a sentence about it is known. */
export class FieldWords {
  readonly telling: readonly Told[]
  /** Whether its value is a year or a date, by its name. */
  readonly isDated: boolean
  readonly words: ReadonlySet<string>

  constructor(name: string) {
    const words = wordsOf(name)
    this.words = new Set(words)
    this.isDated = words.some((word) => DATED.has(word) || DATED.has(compoundParts(word).at(-1)!))
    this.telling = told(words.filter((word) => !SILENT.has(word) && !DATED.has(word)))
  }

  /** How much of it some words say, from 0 to 1, and at which places. */
  mentionedIn(words: readonly Told[]): { share: number; places: number[] } {
    const places: number[] = []
    let found = 0
    for (const one of this.telling) {
      const here = words.flatMap((other, at) => (isSameThing(one, other) ? [at] : []))
      if (here.length === 0) continue
      found++
      places.push(...here)
    }
    return { share: this.telling.length === 0 ? 0 : found / this.telling.length, places }
  }
}

/** Whether two words are of one family, or mean the same. */
export function isSameThing(one: Told, other: Told): boolean {
  if (other.word === one.word || isOneFamily(one.root, other.root)) return true
  if (isWithin(one.word, other.word)) return true
  if (one.parts.length + other.parts.length > 0 && isInParts(one, other)) return true
  for (const meaning of other.meanings) if (one.meanings.has(meaning)) return true
  for (const root of other.meant) if (isOneFamily(one.root, root)) return true
  for (const root of one.meant) if (isOneFamily(other.root, root)) return true
  return false
}

/** `Register` begins `Registergericht`, and `Fahrt` ends `Überfahrt`. */
function isWithin(one: string, other: string): boolean {
  if (other.length < one.length + 3) return false
  return (
    (one.length >= 6 && other.length > one.length + 3 && other.startsWith(one)) ||
    (one.length >= 5 && other.endsWith(one))
  )
}

/** `Aufnahme` is in `Aufnahmegebühr`. */
function isInParts(one: Told, other: Told): boolean {
  return (
    other.parts.some((part) => isOneFamily(one.root, part)) ||
    one.parts.some((part) => isOneFamily(other.root, part))
  )
}

function isOneFamily(one: string, other: string): boolean {
  if (one.length < 4 || other.length < 4) return false
  if (one === other) return true
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  return short.length >= 5 && long.startsWith(short) && long.length <= short.length + 2
}

export function wordsOf(text: string): string[] {
  const parted = text.slice(0, 800).replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
  return fold(parted).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
}

/** Words with what is known about them; expressions of several count at each of their words. */
export function told(words: readonly string[]): Told[] {
  return words.map((word, at) => {
    const phrase = withPhrases(words.slice(at, at + 3))[0]
    const before = at > 0 ? withPhrases(words.slice(at - 1, at + 2))[0] : undefined
    const phrases = [phrase, before].filter((one) => one !== undefined && one.includes('-')) as string[]
    const key = [word, ...phrases].join(' ')
    let one = remembered.get(key)
    if (!one) {
      one = spelled(word, phrases)
      if (remembered.size >= MOST_REMEMBERED) remembered.clear()
      remembered.set(key, one)
    }
    return one
  })
}

const remembered = new Map<string, Told>()
const MOST_REMEMBERED = 20_000

function spelled(word: string, phrases: readonly string[]): Told {
  const parts = partsOf(word)
  const meanings = new Set([word, ...phrases, ...parts.slice(-1)].flatMap(meaningsOf))
  return {
    word,
    root: rootOf(word),
    meanings,
    meant: new Set([...meanings].map(rootOf)),
    parts: parts.slice(0, 1).map(rootOf),
  }
}

/** Words that others are put together with in German and Dutch, after which the first part says what it is about. */
const SECOND =
  /^(\p{L}{4,}?)s?(gebuhr|gebuhren|gebuehr|beitrag|preis|preise|kosten|miete|dauer|zeiten|zeit|jahr|datum|schluss|frist|nummer|zahl|jaar|tijd|tijden|prijs|duur|tarif|recht)$/u

/** The parts of a word that is put together; none of any other. */
export function partsOf(word: string): string[] {
  const found = SECOND.exec(word)
  if (found) return [found[1]!, found[2]!]
  const parts = compoundParts(word)
  return parts.length > 1 ? parts : []
}
