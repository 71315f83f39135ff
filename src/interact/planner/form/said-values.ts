import { readTime } from '../widgets/date/read-date.ts'

/** What a part of a sentence holds that only some controls take. */
export interface SaidValues {
  quoted?: string
  mail?: string
  card?: string
  expiry?: string
  date?: string
  time?: string
  /** `3 adults`: the number, and what is counted. */
  count?: { number: number; noun: string }
}

const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\\.?'
const DATES = [
  '\\d{4}-\\d{1,2}-\\d{1,2}',
  '\\d{1,2}([./-])\\d{1,2}\\1\\d{2,4}',
  `\\b${MONTH}\\s+\\d{1,2}(?:st|nd|rd|th)?(?:,?\\s+\\d{4})?\\b`,
  `\\b\\d{1,2}(?:st|nd|rd|th|\\.)?\\s+(?:of\\s+)?${MONTH}(?:,?\\s+\\d{4})?\\b`,
].map((pattern) => new RegExp(pattern, 'i'))
const NEAR = /\b(?:today|tomorrow)\b/i
const TIME = /\b\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?/i

/** The date that a text says, as it says it. */
export function dateIn(text: string): string | undefined {
  for (const pattern of [...DATES, NEAR]) {
    const found = pattern.exec(text)?.[0]
    if (found) return found
  }
  return undefined
}

const NUMBERS = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ')

export function readValues(text: string): SaidValues {
  const quoted = /["“«]([^"”»]*)["”»]/.exec(text)?.[1]
  if (quoted !== undefined) return { quoted }
  const mail = /[^\s,;"]+@[^\s,;"]+\.[a-z]{2,}/i.exec(text)?.[0]
  if (mail) return { mail }
  const card = /\b\d(?:[ -]?\d){12,18}\b/.exec(text)?.[0]
  if (card) return { card }
  const date = dateIn(text)
  if (date) return { date }
  const expiry = /\b(?:0?[1-9]|1[0-2])\s*\/\s*(?:\d{4}|\d{2})(?!\s*\/)\b/.exec(text)?.[0]
  if (expiry) return { expiry }
  const time = TIME.exec(text)?.[0]
  if (time && readTime(time)) return { time }
  const counted = /(?:^|\s)(\d{1,6}|[a-z]+)\s+(\p{L}[\p{L}\s-]*)$/iu.exec(text)
  const number =
    counted && (/^\d+$/.test(counted[1]!) ? Number(counted[1]) : NUMBERS.indexOf(counted[1]!.toLowerCase()))
  return counted && number !== null && number >= 0 ? { count: { number, noun: counted[2]! } } : {}
}
