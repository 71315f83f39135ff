import { fold } from '../../../language/fold.ts'
import type { FlatField } from '../../../extract/extract.ts'
import { readDate } from '../../../language/dates.ts'
import { monthOf } from '../../../language/months.ts'
import { numbersByWord } from '../../../language/number-words.ts'
import { numbersIn } from '../../../language/numbers.ts'
import { unitIn } from '../../../language/units.ts'

interface Comparison {
  field: FlatField
  least: number
  most: number
}

const LONGEST = 1500
const NUMBER = String.raw`(?<currency>[$€£¥]|eur|usd|chf|gbp)?\s*(?<number>\d[\d.,’' ]*\d|\d)(?<kilo>k\b)?\s*(?<after>[$€£¥%]|[\p{L}²]+)?`
const MOST_WORDS = String.raw`under|below|less than|cheaper than|at most|up to|no more than|max(?:imum)?(?: of)?|fewer than|unter|höchstens|maximal|bis zu|weniger als|günstiger als|billiger als|moins de|moins cher que|au plus|jusqu'à|inférieure? à|menos de|hasta|como máximo|meno di|al massimo|fino a|sotto i|minder dan|hoogstens|maximaal|onder de|menos que|até|no máximo`
const LEAST_WORDS = String.raw`over|above|more than|at least|min(?:imum)?(?: of)?|no less than|über|mindestens|mehr als|plus de|au moins|supérieure? à|más de|al menos|por lo menos|mínimo|più di|almeno|oltre|minimo|meer dan|ten minste|minstens|boven de|mais de|pelo menos`
const COMPARED = new RegExp(
  String.raw`(?<!\p{L})(?:(?<most>${MOST_WORDS})|(?<least>${LEAST_WORDS}))\s+${NUMBER}`,
  'giu',
)
const DATED = new RegExp(
  String.raw`(?<!\p{L})(?:(?<since>since|after|from|starting|seit|ab|nach|depuis|après|desde|después de)|(?<until>before|until|vor|bis|avant|antes de|hasta)|(?<in>in|im|during|en|of|von|de))\s+(?:the\s+)?(?:(?<month>\p{L}{3,10})\.?\s+)?(?:de\s+)?(?<year>(?:19|20)\d\d)(?![\d-])`,
  'giu',
)
/** `from April to July 2026`, `zwischen Mai und Juli 2025` */
const FROM_TO =
  /(?<!\p{L})(?<start>\p{L}{3,10})\.?(?:\s+(?:de\s+)?(?<first>(?:19|20)\d\d))?\s*(?:to|until|till|through|and|bis|und|à|au|et|a|al|hasta|y|e|tot|en|[-–—])\s*(?<end>\p{L}{3,10})\.?\s+(?:de\s+)?(?<last>(?:19|20)\d\d)(?![\d-])/iu
const COUNTED =
  /(?<![\p{L}\p{N}.,])(?<number>\d{1,3}|one|two|three|four|five|six|eins?|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro)[\s-]+(?<noun>\p{L}{3,20})/giu
/** `single` and `double` are kinds of rooms and beds, not numbers of them. */
export const NUMERALS = new Map(
  [...numbersByWord('en', 'de', 'fr', 'es', 'it', 'nl', 'pt')]
    .filter(([word, number]) => number <= 12 && !/^(?:single|double)$/.test(word))
    .map(([word, number]) => [fold(word), number] as const),
)
export const MIN_SIMILARITY = 0.7
export const MONEY_FIELDS = ['price', 'salary', 'rent', 'fee']

export function comparisonsIn(prompt: string, fields: readonly FlatField[]): Comparison[] {
  const text = prompt.slice(0, LONGEST)
  return [
    ...numberComparisons(text, fields),
    ...dateComparisons(text, fields),
    ...countComparisons(text, fields),
  ]
}

function numberComparisons(text: string, fields: readonly FlatField[]): Comparison[] {
  return [...text.matchAll(COMPARED)].flatMap((match) => {
    const { most, currency, number, kilo, after } = match.groups!
    const value = numberIn(number!) * (kilo === undefined ? 1 : 1000)
    const isMoney =
      currency !== undefined || /^(?:[$€£¥]|eur|euros?|usd|dollars?|chf|gbp|pounds?)$/i.test(after ?? '')
    const before = text.slice(0, match.index).split(/[,.;]/).at(-1)!.split(/\s+/).slice(-5)
    const field = fieldFor([after ?? '', ...before.toReversed()], isMoney, fields)
    if (!field || Number.isNaN(value)) return []
    return [
      most === undefined
        ? { field, least: value, most: Number.POSITIVE_INFINITY }
        : { field, least: Number.NEGATIVE_INFINITY, most: value },
    ]
  })
}

function dateComparisons(text: string, fields: readonly FlatField[]): Comparison[] {
  const field = fields.find(
    ({ schemaField: wish, naming }) =>
      wish.format === 'date' || wish.format === 'date-time' || naming.means('date', 'published', 'year'),
  )
  return field ? timeSpansIn(text).map((span) => ({ field, ...span })) : []
}

function timeSpansIn(text: string): { least: number; most: number }[] {
  const fromTo = FROM_TO.exec(text)
  const [start, end] = [fromTo?.groups!['start'], fromTo?.groups!['end']].map((name) =>
    name === undefined ? undefined : monthOf(name),
  )
  if (fromTo && start !== undefined && end !== undefined) {
    const last = Number(fromTo.groups!['last'])
    const first = Number(fromTo.groups!['first'] ?? (start > end ? last - 1 : last))
    return [{ least: first * 100 + start, most: last * 100 + end }]
  }
  return [...text.matchAll(DATED)].flatMap((match) => {
    const { since, until, month: name, year } = match.groups!
    const month = name === undefined ? undefined : monthOf(name)
    if (name !== undefined && month === undefined) return []
    const first = Number(year) * 100 + (month ?? 1)
    const last = Number(year) * 100 + (month ?? 12)
    if (since !== undefined) {
      const isAfter = /after|nach|après|después/i.test(since) && month === undefined
      return [{ least: isAfter ? last + 1 : first, most: Number.POSITIVE_INFINITY }]
    }
    return [until === undefined ? { least: first, most: last } : { least: 0, most: first - 1 }]
  })
}

/** `3-bedroom flats`: exactly so many of what a field counts. */
function countComparisons(text: string, fields: readonly FlatField[]): Comparison[] {
  const numbers = fields.filter(({ schemaField: { type } }) => type === 'number' || type === 'integer')
  return [...text.matchAll(COUNTED)].flatMap((match) => {
    const { number, noun } = match.groups!
    const before = text.slice(Math.max(0, match.index - 24), match.index)
    if (new RegExp(String.raw`(?:${MOST_WORDS}|${LEAST_WORDS}|first|top|last|latest)\s+$`, 'iu').test(before))
      return []
    const value = NUMERALS.get(fold(number!).replace(/^ein$/, 'eins')) ?? Number(number)
    const field = numbers.find(({ naming }) => naming.likenessTo(noun!) >= MIN_SIMILARITY)
    return field && !Number.isNaN(value) ? [{ field, least: value, most: value }] : []
  })
}

function fieldFor(
  words: readonly string[],
  isMoney: boolean,
  fields: readonly FlatField[],
): FlatField | undefined {
  const able = fields.filter(
    ({ schemaField: { type, format }, naming }) =>
      type !== 'boolean' && format === undefined && (type !== 'string' || !naming.isTitle()),
  )
  for (const word of words) {
    const named =
      word.length < 2 ? undefined : able.find(({ naming }) => naming.likenessTo(word) >= MIN_SIMILARITY)
    if (named) return named
  }
  const money = able.find(({ naming }) => naming.means(...MONEY_FIELDS))
  if (isMoney && money) return money
  const numbers = able.filter(({ schemaField: { type } }) => type === 'number' || type === 'integer')
  return numbers.length === 1 ? numbers[0] : money && numbers.includes(money) ? money : undefined
}

export function isSatisfied(
  { field, least, most }: Comparison,
  value: string | number | boolean,
): boolean | undefined {
  const number = isTimeSpan({ least, most })
    ? yearMonth(String(value))
    : typeof value === 'number'
      ? value
      : field.schemaField.format === undefined
        ? numberIn(String(value))
        : yearMonth(String(value))
  return Number.isNaN(number) ? undefined : number >= least && number <= most
}

export function isTimeSpan({ least, most }: Pick<Comparison, 'least' | 'most'>): boolean {
  return isMonth(least) || isMonth(most)
}

function isMonth(bound: number): boolean {
  return bound >= 190_001 && bound <= 209_913 && bound % 100 <= 13
}

function yearMonth(text: string): number {
  const date = readDate(text)
  if (date) return date.year * 100 + date.month
  const iso = /(?<!\d)(\d{4})-(\d\d)/.exec(text)
  if (iso) return Number(iso[1]) * 100 + Number(iso[2])
  const year = Number(/(?<!\d)(?:19|20)\d\d(?!\d)/.exec(text)?.[0] ?? Number.NaN)
  const month = (text.match(/\p{L}{3,10}/gu) ?? [])
    .map((word) => monthOf(word))
    .find((one) => one !== undefined)
  return year * 100 + (month ?? 6)
}

function numberIn(text: string): number {
  return numbersIn(text, undefined, { isMoney: true })[0]?.value ?? Number.NaN
}

/** A value's place among others: a date as its time, a number in the first of its units. */
export function rankOf(value: string | number | boolean): number {
  if (typeof value === 'number') return value
  const text = String(value)
  const date = readDate(text.replace(/^\d{4}-\d\d$/, '$&-01'))
  if (date) return Date.UTC(date.year, date.month - 1, date.day, date.hour ?? 0, date.minute ?? 0)
  const [, currency, word = ''] = /([$€£]\s?)?\d[\d.,’' ]*(\p{L}*)/u.exec(fold(text)) ?? []
  const million = currency && word === 'm' ? 'mn' : word
  const size = MAGNITUDES.find(([written]) => written.test(million))?.[1]
  return numberIn(text) * (size ?? unitIn(text)?.factor ?? 1)
}

const MAGNITUDES: readonly (readonly [RegExp, number])[] = [
  [/^(?:k|thousand|tausend|mille)$/, 1e3],
  [/^(?:mn|mio|million(?:s|en)?|millon(?:es)?|milioni)$/, 1e6],
  [/^(?:bn|mrd|billions?|milliarden?|miliardi)$/, 1e9],
]
