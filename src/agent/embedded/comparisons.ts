import type { WishedField } from '../../extract/extract.ts'

/** What a request demands of a number or a date of a record. */
export interface Comparison {
  field: WishedField
  least: number
  most: number
}

const LONGEST = 1500
const NUMBER = String.raw`(?<currency>[$€£¥]|eur|usd|chf|gbp)?\s*(?<number>\d[\d.,’' ]*\d|\d)(?<kilo>k\b)?\s*(?<after>[$€£¥%]|[\p{L}²]+)?`
const MOST_WORDS = String.raw`under|below|less than|cheaper than|at most|up to|no more than|max(?:imum)?(?: of)?|fewer than|unter|höchstens|maximal|bis zu|weniger als|moins de|au plus|jusqu'à|menos de|hasta|como máximo`
const LEAST_WORDS = String.raw`over|above|more than|at least|min(?:imum)?(?: of)?|no less than|über|mindestens|mehr als|plus de|au moins|más de|al menos|mínimo`
const COMPARED = new RegExp(
  String.raw`(?<!\p{L})(?:(?<most>${MOST_WORDS})|(?<least>${LEAST_WORDS}))\s+${NUMBER}`,
  'giu',
)
const DATED = new RegExp(
  String.raw`(?<!\p{L})(?:(?<since>since|after|from|starting|seit|ab|nach|depuis|après|desde|después de)|(?<until>before|until|vor|bis|avant|antes de|hasta)|(?<in>in|im|during|en|of|von|de))\s+(?:the\s+)?(?:(?<month>\p{L}{3,10})\.?\s+)?(?:de\s+)?(?<year>(?:19|20)\d\d)(?![\d-])`,
  'giu',
)
const COUNTED =
  /(?<![\p{L}\p{N}.,])(?<number>\d{1,3}|one|two|three|four|five|six|eins?|zwei|drei|vier|deux|trois|quatre|dos|tres|cuatro)[\s-]+(?<noun>\p{L}{3,20})/giu
const NUMERALS: Record<string, number> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  ein: 1,
  eins: 1,
  zwei: 2,
  drei: 3,
  vier: 4,
  deux: 2,
  trois: 3,
  quatre: 4,
  dos: 2,
  tres: 3,
  cuatro: 4,
}
const LIKE_ENOUGH = 0.7
const MONEY = ['price', 'salary', 'rent', 'fee']

/** The comparisons of a request that are plainly about one of the fields. */
export function comparisonsIn(prompt: string, fields: readonly WishedField[]): Comparison[] {
  const text = prompt.slice(0, LONGEST)
  return [...compared(text, fields), ...dated(text, fields), ...counted(text, fields)]
}

function compared(text: string, fields: readonly WishedField[]): Comparison[] {
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

function dated(text: string, fields: readonly WishedField[]): Comparison[] {
  const field = fields.find(
    ({ wish, naming }) =>
      wish.format === 'date' || wish.format === 'date-time' || naming.means('date', 'published', 'year'),
  )
  if (!field) return []
  return [...text.matchAll(DATED)].flatMap((match) => {
    const { since, until, month: name, year } = match.groups!
    const month = name === undefined ? undefined : monthOf(name)
    if (name !== undefined && month === undefined) return []
    const first = Number(year) * 100 + (month ?? 1)
    const last = Number(year) * 100 + (month ?? 12)
    if (since !== undefined)
      return [
        {
          field,
          least: /after|nach|après|después/i.test(since) && month === undefined ? last + 1 : first,
          most: Number.POSITIVE_INFINITY,
        },
      ]
    return until === undefined
      ? [{ field, least: first, most: last }]
      : [{ field, least: 0, most: first - 1 }]
  })
}

/** `3-bedroom flats`: exactly so many of what a field counts. */
function counted(text: string, fields: readonly WishedField[]): Comparison[] {
  const numbers = fields.filter(({ wish: { type } }) => type === 'number' || type === 'integer')
  return [...text.matchAll(COUNTED)].flatMap((match) => {
    const { number, noun } = match.groups!
    const before = text.slice(Math.max(0, match.index - 24), match.index)
    if (new RegExp(String.raw`(?:${MOST_WORDS}|${LEAST_WORDS}|first|top|last|latest)\s+$`, 'iu').test(before))
      return []
    const value = NUMERALS[number!.toLowerCase()] ?? Number(number)
    const field = numbers.find(({ naming }) => naming.likenessTo(noun!) >= LIKE_ENOUGH)
    return field && !Number.isNaN(value) ? [{ field, least: value, most: value }] : []
  })
}

function fieldFor(
  words: readonly string[],
  isMoney: boolean,
  fields: readonly WishedField[],
): WishedField | undefined {
  const able = fields.filter(({ wish: { type, format } }) => type !== 'boolean' && format === undefined)
  for (const word of words) {
    const named =
      word.length < 2 ? undefined : able.find(({ naming }) => naming.likenessTo(word) >= LIKE_ENOUGH)
    if (named) return named
  }
  if (isMoney || /^(?:cheaper)$/i.test(words[0] ?? ''))
    return able.find(({ naming }) => naming.means(...MONEY))
  const numbers = able.filter(({ wish: { type } }) => type === 'number' || type === 'integer')
  return numbers.length === 1 ? numbers[0] : numbers.find(({ naming }) => naming.means(...MONEY))
}

export function holds({ field, least, most }: Comparison, value: string | number | boolean): boolean {
  const isDate =
    field.wish.format === 'date' || field.wish.format === 'date-time' || /^\d{4}-\d\d/.test(String(value))
  const number = isDate
    ? yearMonth(String(value))
    : least > 10_000 && field.wish.type === 'integer' && Number(value) < 3000
      ? Number(value) * 100 + 6
      : typeof value === 'number'
        ? value
        : numberIn(String(value))
  return !Number.isNaN(number) && number >= least && number <= most
}

function yearMonth(text: string): number {
  const found = /(\d{4})-(\d\d)/.exec(text)
  return found
    ? Number(found[1]) * 100 + Number(found[2])
    : Number(/(?:19|20)\d\d/.exec(text)?.[0] ?? Number.NaN) * 100 + 6
}

function numberIn(text: string): number {
  const digits = /\d[\d.,’' ]*\d|\d/.exec(text)?.[0] ?? ''
  const bare = digits.replaceAll(/[’' ]/g, '')
  const isContinental = /,\d{1,2}$/.test(bare) || /^\d{1,3}(?:\.\d{3})+$/.test(bare)
  const plain = isContinental ? bare.replaceAll('.', '').replace(',', '.') : bare.replaceAll(',', '')
  return plain === '' ? Number.NaN : Number(plain)
}

const MONTHS = [
  'jan ene',
  'feb fev',
  'mar mae mär',
  'apr avr abr',
  'may mai',
  'jun juin',
  'jul juil',
  'aug aou ago',
  'sep',
  'oct okt',
  'nov',
  'dec dez dic',
].map((names) => names.split(' '))

function monthOf(name: string): number | undefined {
  const small = name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')
  const at = MONTHS.findIndex((names) => names.some((one) => small.startsWith(one)))
  return at < 0 ? undefined : at + 1
}
