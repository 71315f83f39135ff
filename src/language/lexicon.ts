import { readFileSync } from 'node:fs'
import { withoutMarks } from './fold.ts'

/** What is known of a word, as bits. */
export const GIVEN_NAME = 1
export const SURNAME = 2
export const PLACE = 4
export const COMMON = 8

/** Words of many languages and what they are known to be; asked in lower case. */
export type Lexicon = (lower: string) => number

let shipped: Lexicon | undefined

/** The lists that come with the service; read when the first text asks for them. */
export function shippedLexicon(): Lexicon {
  return (shipped ??= readLexicon())
}

function readLexicon(): Lexicon {
  const [given, surnames, both] = linesOf('names.txt')
  const [places, common] = linesOf('words.txt')
  const known = new Map<string, number>()
  const add = (words: string | undefined, bits: number) => {
    for (const word of (words ?? '').split(' ')) known.set(word, (known.get(word) ?? 0) | bits)
  }
  add(given, GIVEN_NAME)
  add(surnames, SURNAME)
  add(both, GIVEN_NAME | SURNAME)
  add(places, PLACE)
  add(countryNames(), PLACE)
  add(common, COMMON)
  return (lower) =>
    known.get(lower) ?? known.get(withoutMarks(lower)) ?? pluralOf(known, lower) ?? partsOf(known, lower)
}

const linesOf = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').split('\n')

/** The lists hold common words without the plural. */
function pluralOf(known: ReadonlyMap<string, number>, word: string): number | undefined {
  return word.endsWith('s') && (known.get(word.slice(0, -1)) ?? 0) & COMMON ? COMMON : undefined
}

/** Anna-Lena is a given name because Anna and Lena are. */
function partsOf(known: ReadonlyMap<string, number>, word: string): number {
  const hyphen = word.indexOf('-')
  if (hyphen < 2) return 0
  return (known.get(word.slice(0, hyphen)) ?? 0) & (known.get(word.slice(hyphen + 1)) ?? 0)
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'cs', 'ru', 'el', 'tr']

/** The countries of one word, in the languages whose texts are most often read. */
function countryNames(): string {
  const names: string[] = []
  for (const language of LANGUAGES) {
    const display = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' })
    for (let first = 65; first <= 90; first++) {
      for (let second = 65; second <= 90; second++) {
        const name = display.of(String.fromCharCode(first, second))
        if (name && /^[\p{L}\p{M}]{4,}$/u.test(name)) names.push(name.toLowerCase())
      }
    }
  }
  return names.join(' ')
}
