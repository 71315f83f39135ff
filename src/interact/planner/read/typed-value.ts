import { findDate } from '../widgets/date/read-date.ts'
import { isoDay } from '../widgets/date/day.ts'
import { toNumber } from '../widgets/numbers.ts'

/** Kinds of values that a question can ask for. */
export type ValueKind = 'money' | 'date' | 'time' | 'size' | 'percent' | 'code' | 'number'

const SHAPES: Record<Exclude<ValueKind, 'date'>, RegExp> = {
  money:
    /(?:[£$€¥₹]|\b(?:USD|EUR|GBP|CHF)\b)\s?-?\d[\d,.]*\d|(?:[£$€¥₹])\s?\d|(?<![\w-])\d[\d,.]*\s?(?:[£$€¥₹](?!\s?\d)|\b(?:USD|EUR|GBP|CHF|dollars?|euros?|pounds?)\b)/iu,
  time: /\b\d{1,2}:\d{2}(?:\s?[ap]m)?(?:\s*[–-]\s*\d{1,2}:\d{2}(?:\s?[ap]m)?)?|\b\d{1,2}\s?[ap]m\b/iu,
  size: /\b\d[\d,.]*\s?(?:bytes|[KMGT]i?B)\b/iu,
  percent: /-?\d[\d,.]*\s?%/u,
  code: /#?\b(?=[\w-]*\d)[A-Z]{1,6}[-–]?[A-Z0-9]*[-–]?\d[A-Z0-9-]*\b|#\d{2,}/u,
  number: /-?\d[\d,.]*/u,
}

/** The kind of value that a question asks for; undefined if it could be any text. */
export function kindAsked(question: string): ValueKind | undefined {
  if (
    /\bhow much\b|\b(?:price|cost|total|fare|fee|balance|revenue|salary|amount|rent|deposit|bill|refund|subtotal|charge)s?\b/i.test(
      question,
    )
  )
    return 'money'
  if (/\bhow many\b|\bnumber of\b|\bcount\b/i.test(question)) return 'number'
  if (
    /\b(?:reference|confirmation (?:code|number)|(?:order|ticket|booking|invoice|reservation|tracking|membership|receipt|quote|case|card|account|loan) (?:number|code|id|reference|no)|code)\b/i.test(
      question,
    )
  )
    return 'code'
  if (/\b(?:file size|how big|how large)\b/i.test(question)) return 'size'
  if (/\b(?:percent|percentage|rate)\b/i.test(question)) return 'percent'
  if (/\b(?:date|day|deadline|when)\b/i.test(question)) return 'date'
  if (/\bwhat time\b|\btimes?\b|\bhours\b/i.test(question)) return 'time'
  return undefined
}

const ANY_DAY = { today: { year: 2000, month: 1, day: 1 } }

/** All values of a kind in a text. */
export function valuesIn(text: string, kind: ValueKind): string[] {
  if (kind === 'date') {
    const found = findDate(text, ANY_DAY)
    return found ? [found.text.trim()] : []
  }
  return [...text.matchAll(new RegExp(SHAPES[kind].source, `${SHAPES[kind].flags}g`))].map(([value]) =>
    value.trim().replace(/[.,]$/, ''),
  )
}

/** A text as something that can be compared: a number, a date in numbers, or the text. */
export function valueOf(text: string): number | string {
  const date = findDate(text, ANY_DAY)
  if (date && !date.day.isYearOpen) return isoDay(date.day)
  const size = /(\d[\d,.]*)\s?(bytes|[KMGT]i?B)\b/i.exec(text)
  if (size) return toNumber(size[1]!) * 1024 ** 'bkmgt'.indexOf(size[2]![0]!.toLowerCase())
  const number = /-?\d[\d,.]*/.exec(text)
  return number && !/\p{L}{3,}/u.test(text) ? toNumber(number[0]) : number ? toNumber(number[0]) : text
}
