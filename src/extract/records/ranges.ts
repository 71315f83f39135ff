import { readDate } from '../values/date.ts'
import type { TextPart } from './text-part.ts'

const BETWEEN = /\s+(?:to|until|till|bis|au|jusqu'au|al|hasta(?: el)?|fino al)\s+|\s*[–—]\s*|\s+-\s+/iu
const LONGEST = 120
const AMOUNT = /^\D{0,8}\d[\d.,'\u00a0 ]*\D{0,24}$/u
const MONEY = /[$€£¥₹]|\b(?:EUR|USD|GBP|CHF)\b/

/** Both ends of a range, by what they are: the first and the last day of something, the least and the most that is paid. */
export function rangeParts(text: string): TextPart[] {
  if (text.length > LONGEST || !/\d.*\d/.test(text)) return []
  const ends = text.split(BETWEEN)
  if (ends.length !== 2) return []
  const [first, last] = ends.map((end) => end.trim()) as [string, string]
  if (!/\d/.test(first) || !/\d/.test(last)) return []
  if (isDay(first) && isDay(last)) return [end(first, 'start date'), end(last, 'end date')]
  const isMoney = MONEY.test(text) && AMOUNT.test(first) && AMOUNT.test(last)
  return isMoney ? [end(first, 'minimum'), end(last, 'maximum')] : []
}

function isDay(text: string): boolean {
  return readDate(text) !== undefined
}

function end(text: string, label: string): TextPart {
  return { text, label, place: '', weight: 0.95, isEnd: true }
}
