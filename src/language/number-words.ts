import { readLines } from './data-files.ts'

interface NumberRow {
  /** From zero up, the word that stands for the number alone before its other forms. */
  ones: readonly (readonly string[])[]
  tens: readonly (readonly string[])[]
}

/** A line of the file has a language, its numbers up to twenty and its tens; `-` where a word says nothing by itself. */
const ROWS: ReadonlyMap<string, NumberRow> = new Map(
  readLines(new URL('number-words.txt', import.meta.url)).map((line) => {
    const [language = '', ones = '', tens = ''] = line.split(': ')
    return [language, { ones: formsIn(ones), tens: formsIn(tens) }]
  }),
)

function formsIn(list: string): string[][] {
  return list.split(' ').map((forms) => forms.split('/'))
}

const ENGLISH = ROWS.get('en')!
const ENGLISH_TENS = new Map(
  ENGLISH.tens.map(([ten = ''], at) => [ten, at * 10 + 30]).concat([['twenty', 20]]) as [string, number][],
)
const ENGLISH_ONES = ENGLISH.ones.slice(1, 10).map(([one]) => one)
const ALONE = [...ROWS.values()].flatMap(({ ones }) => ones.slice(1).map(([word = '']) => word))

export const NUMBER_WORDS = new RegExp(
  String.raw`(?<![\p{L}-])(?:(?:${[...ENGLISH_TENS.keys()].join('|')})(?:-(?:${ENGLISH_ONES.join('|')}))?|${[...new Set(ALONE)].filter((word) => word.length > 2).join('|')})(?!\p{L})(?!-\p{L}+ing)`,
  'giu',
)

/** The number that a text begins with as a word of English or of its own language: `Sex` is six in Swedish only. */
export function wordedNumber(text: string, language = 'en'): number | undefined {
  const start = text.trimStart().slice(0, 60).toLowerCase()
  const [word = '', more = ''] = (/^[\p{L}-]+/u.exec(start)?.[0] ?? '').split('-')
  const own = ROWS.get(language.slice(0, 2).toLowerCase())
  const nth = (one: string) =>
    Math.max(0, ...[own, ENGLISH].map((row) => row?.ones.findIndex(([alone]) => alone === one) ?? 0))
  const tens = ENGLISH_TENS.get(word)
  if (tens !== undefined) return tens + nth(more)
  return nth(word) || undefined
}

export function wordsForNumber(number: number): readonly string[] {
  return [...ROWS.values()].flatMap(({ ones }) => ones[number] ?? []).filter((word) => word !== '-')
}

export function numbersByWord(...languages: readonly string[]): Map<string, number> {
  const pairs = languages.flatMap((language) => {
    const { ones = [], tens = [] } = ROWS.get(language) ?? {}
    return [
      ...ones.flatMap((forms, at) => forms.map((form) => [form, at] as const)),
      ...tens.flatMap((forms, at) => forms.map((form) => [form, at * 10 + 30] as const)),
    ]
  })
  return new Map(pairs.filter(([form, number]) => number > 0 && form !== '-' && form !== ''))
}
