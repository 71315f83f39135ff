import { withoutMarks } from './fold.ts'
import { readLines } from './data-files.ts'
import { lazy } from './memoize.ts'

export const GIVEN_NAME = 1
export const SURNAME = 2
export const PLACE = 4
export const COMMON = 8

export type Lexicon = (lower: string) => number

export const shippedLexicon = lazy((): Lexicon => {
  const [given, surnames, both] = readLines(new URL('names.txt', import.meta.url))
  const [places, common] = readLines(new URL('words.txt', import.meta.url))
  const known = new Map<string, number>()
  const add = (words: string | undefined, bits: number) => {
    for (const word of (words ?? '').split(' ')) known.set(word, (known.get(word) ?? 0) | bits)
  }
  add(given, GIVEN_NAME)
  add(surnames, SURNAME)
  add(both, GIVEN_NAME | SURNAME)
  add(places, PLACE)
  add(oneWordCountries(), PLACE)
  add(common, COMMON)
  return (lower) =>
    known.get(lower) ?? known.get(withoutMarks(lower)) ?? pluralOf(known, lower) ?? partsOf(known, lower)
})

function pluralOf(known: ReadonlyMap<string, number>, word: string): number | undefined {
  return word.endsWith('s') && (known.get(word.slice(0, -1)) ?? 0) & COMMON ? COMMON : undefined
}

/** Anna-Lena is a given name because Anna and Lena are. */
function partsOf(known: ReadonlyMap<string, number>, word: string): number {
  const hyphen = word.indexOf('-')
  if (hyphen < 2) return 0
  return (known.get(word.slice(0, hyphen)) ?? 0) & (known.get(word.slice(hyphen + 1)) ?? 0)
}

function oneWordCountries(): string {
  const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'cs', 'ru', 'el', 'tr']
  return countryNames(languages)
    .filter((name) => /^[\p{L}\p{M}]{4,}$/u.test(name))
    .map((name) => name.toLowerCase())
    .join(' ')
}

export function countryNames(languages: readonly string[]): string[] {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap((first) => letters.map((second) => first + second))
  return languages.flatMap((language) => {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    return codes.flatMap((code) => display.of(code) ?? [])
  })
}
