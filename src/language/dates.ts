import { matchesOf } from './matches-of.ts'
import { monthsByName } from './months.ts'
import { withAsciiDigits } from './numbers.ts'

export interface CalendarDate {
  year: number
  month: number
  day: number
  hour?: number
  minute?: number
  second?: number
  offset?: string
}

const MOST_CHARS = 300

/** The first day that a text names, with its time. Parts of a date, such as a month alone, are none. */
export function readDate(text: string, language?: string): CalendarDate | undefined {
  const written = withAsciiDigits(text.slice(0, MOST_CHARS)).normalize('NFKC')
  const day = yearFirstDay(written) ?? numericDay(written, language) ?? namedMonthDay(written)
  if (!day || !isDay(day)) return undefined
  const { year, month, day: number } = day
  return { year, month, day: number, ...timeIn(written.slice(day.end)) }
}

export function isoDate({ year, month, day }: CalendarDate): string {
  return `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`
}

/** With the time; an offset that nobody says is that of UTC, because the format must have one. */
export function isoDateTime(date: CalendarDate): string {
  const { hour = 0, minute = 0, second = 0, offset = 'Z' } = date
  return `${isoDate(date)}T${two(hour)}:${two(minute)}:${two(second)}${offset}`
}

export function readTime(text: string): string | undefined {
  const { hour, minute = 0, second = 0, offset = 'Z' } = timeIn(text.slice(0, MOST_CHARS))
  return hour === undefined ? undefined : `${two(hour)}:${two(minute)}:${two(second)}${offset}`
}

interface Day {
  year: number
  month: number
  day: number
  end: number
}

const YEAR_FIRST = /(?<!\d)(\d{4})\s?[-/.年년]\s?(\d{1,2})\s?[-/.月월]\s?(\d{1,2})(?!\d)\s?[日일]?/

function yearFirstDay(text: string): Day | undefined {
  const found = YEAR_FIRST.exec(text) ?? /^\s?((?:19|20)\d\d)(\d\d)(\d\d)(?!\d)/.exec(text)
  return found
    ? { year: Number(found[1]), month: Number(found[2]), day: Number(found[3]), end: endOf(found) }
    : undefined
}

const NUMERIC = /(?<![\d.,/])(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d\d)(?!\d)/

/** `03/04/2025`: which is the month is decided by the numbers, else by the language; without one it stays unread. */
function numericDay(text: string, language: string | undefined): Day | undefined {
  const found = NUMERIC.exec(text)
  if (!found) return undefined
  const [, first, mark, second, last] = found as unknown as [string, string, string, string, string]
  const year = last.length === 2 ? 2000 + Number(last) : Number(last)
  const [one, other] = [Number(first), Number(second)]
  const end = endOf(found)
  if (one > 12 || mark === '.' || one === other) return { year, month: other, day: one, end }
  if (other > 12) return { year, month: one, day: other, end }
  const spoken = (language ?? '').toLowerCase()
  if (spoken === '') return undefined
  const isMonthFirst = spoken === 'en' || spoken.startsWith('en-us')
  return isMonthFirst ? { year, month: one, day: other, end } : { year, month: other, day: one, end }
}

const WORD = /\p{L}[\p{L}\p{M}]*/gu
const BEFORE_MONTH =
  /(?<!\d)(\d{1,2})(?:\s?(?:st|nd|rd|th|er|º|ª|\.|-?го|-?е))?\s?(?:de|of|d['’]|,)?[\s.\-/]{0,3}$/i
const AFTER_DAY_FIRST = /^\.?,?[\s\-/]{0,3}(?:de|del|of|г\.)?[\s,]{0,3}(\d{4})(?!\d)/i
const AFTER_MONTH_FIRST = /^\.?[\s-]{0,3}(\d{1,2})(?:st|nd|rd|th)?\.?,?[\s,-]{0,4}(?:at\s)?(\d{4})(?!\d)/i

/** `4 March 2025`, `March 4, 2025`, `4. März 2025`, `4 de marzo de 2025`. */
function namedMonthDay(text: string): Day | undefined {
  for (const word of matchesOf(text, WORD)) {
    const month = monthsByName().get(word[0].toLowerCase())
    if (month === undefined) continue
    const before = BEFORE_MONTH.exec(text.slice(Math.max(0, word.index - 16), word.index))
    const rest = text.slice(word.index + word[0].length)
    const at = word.index + word[0].length
    const dayFirst = before && AFTER_DAY_FIRST.exec(rest)
    if (dayFirst)
      return { year: Number(dayFirst[1]), month, day: Number(before[1]), end: at + dayFirst[0].length }
    const monthFirst = AFTER_MONTH_FIRST.exec(rest)
    if (monthFirst) {
      return {
        year: Number(monthFirst[2]),
        month,
        day: Number(monthFirst[1]),
        end: at + monthFirst[0].length,
      }
    }
    const yearFirst = /(?<!\d)(\d{4})[\s.,-]{1,3}$/.exec(text.slice(Math.max(0, word.index - 10), word.index))
    const dayAfter = yearFirst && /^[\s.,-]{1,3}(\d{1,2})(?!\d)/.exec(rest)
    if (dayAfter)
      return { year: Number(yearFirst[1]), month, day: Number(dayAfter[1]), end: at + dayAfter[0].length }
  }
  return undefined
}

const TIME =
  /(?<![\d.:])(\d{1,2})(?::|h|\.|時|시\s?)(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?!\d)\s?([ap]\.?m\b\.?)?\s?(Z\b|UTC\b|GMT\b|[+-]\d\d:?\d\d\b)?/i
const HOUR = /(?<![\d.:])(\d{1,2})\s?(?:([ap])\.?m\b|Uhr\b|時|시(?!간)|h\b)/i

function timeIn(text: string): Pick<CalendarDate, 'hour' | 'minute' | 'second' | 'offset'> {
  const found = TIME.exec(text.slice(0, 60))
  if (found) {
    const hour = inHours(Number(found[1]), found[4])
    const minute = Number(found[2])
    if (hour > 23 || minute > 59) return {}
    const offset = offsetOf(found[5])
    return { hour, minute, second: Number(found[3] ?? 0), ...(offset === undefined ? {} : { offset }) }
  }
  const alone = HOUR.exec(text.slice(0, 60))
  const hour = alone ? inHours(Number(alone[1]), alone[2]) : 24
  return hour > 23 ? {} : { hour, minute: 0 }
}

function inHours(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  return /^p/i.test(half) ? (hour % 12) + 12 : hour % 12
}

function offsetOf(written: string | undefined): string | undefined {
  if (written === undefined) return undefined
  if (!/^[+-]/.test(written)) return 'Z'
  return written.includes(':') ? written : `${written.slice(0, 3)}:${written.slice(3)}`
}

function isDay({ year, month, day }: Day): boolean {
  if (year < 1000 || month < 1 || month > 12 || day < 1) return false
  return day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}

function endOf(found: RegExpExecArray): number {
  return found.index + found[0].length
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}

/** A length of time as ISO 8601 writes it: `1 h 15 min` and `1h15` are `PT1H15M`. */
export function readDuration(text: string): string | undefined {
  const said = text.slice(0, 200).trim()
  if (ISO_DURATION.test(said)) return said
  let minutes = 0
  let hasHours = false
  for (const [, number, unit, rest] of matchesOf(said, DURATION_PART)) {
    const isHours = /^(?:h|std|stund|heur|hora|or|時|시|小)/i.test(unit!)
    minutes += Number(number!.replace(',', '.')) * (isHours ? 60 : 1)
    if (isHours && rest !== undefined) minutes += Number(rest)
    hasHours ||= isHours
  }
  const whole = Math.round(minutes)
  if (whole === 0) return undefined
  if (!hasHours) return `PT${whole}M`
  const [hours, left] = [Math.floor(whole / 60), whole % 60]
  return `PT${hours > 0 ? `${hours}H` : ''}${left > 0 ? `${left}M` : ''}`
}

const ISO_DURATION = /^P(?=\d|T\d)(?:\d{1,4}[YMWD]){0,4}(?:T(?:\d{1,5}(?:\.\d{1,3})?[HMS]){1,3})?$/
const DURATION_PART =
  /(?<![\d.,])(\d{1,5}(?:[.,]\d{1,2})?)\s?(h|hrs?|hours?|std|stunden?|heures?|horas?|ore|ora|時間|시간|小时|m|mins?|minutes?|minuten?|minutos?|minuti|min|分|분|分钟)(?![\p{L}])\.?(\d{1,2}(?![\d.,]))?/giu
