import { isoDay } from '../widgets/date/day.ts'
import { findDate } from '../widgets/date/read-date.ts'
import { toNumber } from '../widgets/numbers.ts'

/** Kinds of values that a question can ask for. */
export type ValueKind = 'money' | 'date' | 'time' | 'size' | 'percent' | 'code' | 'number'

const SHAPES: Record<Exclude<ValueKind, 'date'>, RegExp> = {
  money:
    /(?:[£$€¥₹]|\b(?:USD|EUR|GBP|CHF)\b)\s?-?\d[\d,.]*\d|(?:[£$€¥₹])\s?\d|(?<![\w-])\d[\d,.]*\s?(?:[£$€¥₹](?!\s?\d)|\b(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?)\b)/giu,
  time: /\b\d{1,2}:\d{2}(?:\s?[ap]m)?(?:\s*[–-]\s*\d{1,2}:\d{2}(?:\s?[ap]m)?)?|\b\d{1,2}\s?[ap]m\b/giu,
  size: /\b\d[\d,.]*\s?(?:bytes|[KMGT]i?B)\b/giu,
  percent: /-?\d[\d,.]*\s?%/gu,
  code: /#?\b(?=[\w-]*\d)[A-Z]{1,6}[-–]?[A-Z0-9]*[-–]?\d[A-Z0-9-]*\b|#\d{2,}/gu,
  number: /-?\d[\d,.]*/gu,
}

/** The words that ask for each kind; the first kind whose words are in a question is asked for. */
const WORDS: [kind: ValueKind, words: RegExp][] = [
  [
    'money',
    /\bhow much(?= (?:is|are|was|were|does|do|did|will|would|it|the|that|this|i)\b|$)|\b(?:price|cost|total|fare|fee|balance|revenue|salary|amount|rent|deposit|bill|refund|subtotal|charge)s?\b/i,
  ],
  ['number', /\bhow many\b|\bnumber of (?!the\b)|\bcount\b/i],
  [
    'code',
    /\b(?:reference|confirmation number|(?:order|ticket|booking|invoice|reservation|tracking|membership|receipt|quote|case|card|account|loan) (?:number|id|no)|code|number of the \p{L}+)\b/iu,
  ],
  ['size', /\b(?:file size|size of (?:the|that|this|its) (?:file|download)|how big|how large)\b/i],
  ['percent', /\b(?:percent|percentage|rate)\b/i],
  ['date', /\b(?:date|day|deadline|when)\b/i],
  ['time', /\btimes?\b|\bhours\b/i],
]

/** The kind of value that a question asks for; undefined if it could be any text. */
export function kindAsked(question: string): ValueKind | undefined {
  return WORDS.find(([, words]) => words.test(question))?.[0]
}

const ANY_DAY = { today: { year: 2000, month: 1, day: 1 } }

/** All values of a kind in a text. */
export function valuesIn(text: string, kind: ValueKind): string[] {
  const found = kind === 'date' ? [findDate(text, ANY_DAY)?.text ?? ''] : (text.match(SHAPES[kind]) ?? [])
  return found.map((value) => value.trim().replace(/[.,]$/, '')).filter((value) => value !== '')
}

/** A text as something that can be compared: a number, a date in numbers, or the text. */
export function valueOf(text: string): number | string {
  const date = findDate(text, ANY_DAY)
  if (date && !date.day.isYearOpen) return isoDay(date.day)
  const size = /(\d[\d,.]*)\s?(bytes|[KMGT]i?B)\b/i.exec(text)
  if (size) return toNumber(size[1]!) * 1024 ** 'bkmgt'.indexOf(size[2]![0]!.toLowerCase())
  const number = /-?\d[\d,.]*/.exec(text)
  return number ? toNumber(number[0]) : text
}
