import { isPlain } from '../schema/synonyms.ts'

/** The words of a label or a name, in lower case, however they are put together: `fuelEconomy`, `fuel_economy`, `Fuel economy:`. */
export function wordsIn(text: string): readonly string[] {
  if (text.length > MAX_KEPT_CHARS) return parted(text)
  let words = kept.get(text)
  if (!words) {
    if (kept.size >= MAX_KEPT) kept.clear()
    kept.set(text, (words = parted(text)))
  }
  return words
}

/** Labels come again with every field and on every page of a site. */
const kept = new Map<string, readonly string[]>()
const MAX_KEPT = 10_000
const MAX_KEPT_CHARS = 60

function parted(text: string): string[] {
  const start = text.slice(0, MAX_CHARS)
  const words = isPlain(start)
    ? (start
        .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
        .toLowerCase()
        .match(/[a-z]+|[0-9]+/g) ?? [])
    : (start
        .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
        .toLowerCase()
        .match(/\p{L}+|\p{N}+/gu) ?? [])
  // The `s` of `Author(s)`, the letters of `A.B.`
  const whole = words.filter((word) => word.length > 1 || word < 'a' || word > 'z')
  return (whole.length > 0 ? whole : words).slice(0, MAX_WORDS)
}

const MAX_CHARS = 200
const MAX_WORDS = 16

/** The word without the ending of a plural, for comparison. */
export function stemOf(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || word.endsWith('ss') || word.endsWith('us')) return word
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(ch|sh|x|ss)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}

/** Words of a field's name that say no more than that it is a yes or a no. */
export const STATEMENT_WORDS: ReadonlySet<string> = new Set(
  'is has are have can does do was a an the it its of in to for be allowed available included offered possible permitted provided required needed accepted supported offers accepts requires includes allows provides whether if with any there this that yes no or true false page says on at'.split(
    ' ',
  ),
)
