import type { ParsedComponents, ParsedResult } from 'chrono-node'
import { casual, GB } from 'chrono-node/en'
import { monthOf } from '../../../../language/months.ts'

export interface DateContext {
  today: Day
  dayFirst?: boolean
}

/** For texts with a complete date. */
export const ANY_DAY: DateContext = { today: { year: 2000, month: 1, day: 1 } }

/** The first date in a text; the name of a day of the week alone does not count. */
export function findDate(text: string, context: DateContext) {
  const found = resultsIn(text, context).find(
    (one) => one.start.isCertain('day') || /\s/.test(one.text.trim()),
  )
  return found && { day: dayOf(found.start), text: found.text.replace(/^on\s+/i, '') }
}

/** The days that a text says: one, or the first and the last of a range such as `12–15 March` or `Friday to Sunday`. */
export function readDays(text: string, context: DateContext): Day[] {
  const [first, second] = resultsIn(text, context)
  if (!first) return daysOfShownMonth(text, context)
  const start = dayOf(first.start)
  const end = first.end ?? second?.start
  if (end) return [withYearOf(start, dayOf(end)), dayOf(end)]
  const nights = /\bfor\s+(\d{1,2})\s+nights?\b/i.exec(text)?.[1]
  return nights === undefined ? [start] : [start, addDays(start, Number(nights))]
}

/** `a week from Friday`, `last Friday`: read wrongly by the library. */
const UNSUPPORTED_DATE =
  /\b(?:weeks?|months?|last|before|after)\b.*\b\p{L}+day\b|\b\p{L}+day\b.*\b(?:weeks?|months?)\b/iu

function resultsIn(text: string, { today, dayFirst = false }: DateContext): ParsedResult[] {
  if (UNSUPPORTED_DATE.test(text)) return []
  const reader = dayFirst || /\d\.\d{1,2}\.\d/.test(text) ? GB : casual
  const now = new Date(today.year, today.month - 1, today.day, 12)
  return reader
    .parse(text, now, { forwardDate: true })
    .filter(({ start }) => start.isCertain('day') || start.isCertain('weekday'))
}

function dayOf(said: ParsedComponents): Day {
  const [year, month, day] = [said.get('year')!, said.get('month')!, said.get('day')!]
  const isYearOpen = said.isCertain('day') && !said.isCertain('year')
  return { year, month, day, ...(isYearOpen && { isYearOpen }) }
}

/** `the 20th`, `from the 3rd to the 5th`. */
function daysOfShownMonth(text: string, { today }: DateContext): Day[] {
  if (!/^(?:(?:on|from|the|to|until|till|and|-|–)\s+|\d{1,2}(?:st|nd|rd|th)\s*)+$/i.test(text)) return []
  return [...text.matchAll(/\d{1,2}/g)].map(([day]) => ({ ...today, day: Number(day), isMonthOpen: true }))
}

/** Where only the last day says its year, the first has the same, or the one before. */
function withYearOf(first: Day, last: Day): Day {
  if (!first.isYearOpen || last.isYearOpen) return first
  return { year: first.month > last.month ? last.year - 1 : last.year, month: first.month, day: first.day }
}

export function readTime(text: string): string | undefined {
  const said = casual.parse(text).find(({ start }) => start.isCertain('hour'))?.start
  return said && `${twoDigits(said.get('hour')!)}:${twoDigits(said.get('minute') ?? 0)}`
}

/** The month that a text names, without a day: `May 2027`; the year is that of today if it is not said. */
export function monthIn(text: string, today?: Day): { year: number; month: number } | undefined {
  const [, name, year] = /^(\p{L}{3,10})\.?,?(?:\s+(\d{4}))?$/u.exec(text.trim()) ?? []
  const month = monthOf(name ?? '', 'english')
  const named = year === undefined ? today?.year : Number(year)
  return month === undefined || named === undefined ? undefined : { year: named, month }
}

/** A day of the calendar. What was left out when it was said is taken from today, and may be meant otherwise. */
export interface Day {
  year: number
  month: number
  day: number
  isYearOpen?: boolean
  isMonthOpen?: boolean
}

function addDays(from: Day, days: number): Day {
  const date = new Date(Date.UTC(from.year, from.month - 1, from.day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function monthsBetween(from: Pick<Day, 'year' | 'month'>, to: Pick<Day, 'year' | 'month'>): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

/** A day whose year or month was not said, as it is meant where a calendar begins with a month: at or after that. */
export function resolveDay(said: Day, shown: Pick<Day, 'year' | 'month'>): Day {
  if (said.isMonthOpen) return { ...said, year: shown.year, month: shown.month }
  if (!said.isYearOpen) return said
  return { ...said, year: said.month >= shown.month ? shown.year : shown.year + 1 }
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0')

export function isoDay(day: Day): string {
  return `${day.year}-${twoDigits(day.month)}-${twoDigits(day.day)}`
}
