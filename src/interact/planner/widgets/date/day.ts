/** A day of the calendar. What was left out when it was said is taken from today, and may be meant otherwise. */
export interface Day {
  year: number
  month: number
  day: number
  isYearOpen?: boolean
  isMonthOpen?: boolean
}

export function isDay({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

export function shift(from: Day, days: number): Day {
  return fromUtc(new Date(Date.UTC(from.year, from.month - 1, from.day + days)))
}

/** The same day some months on; the last of the month where it has no such day. */
export function shiftMonths(from: Day, months: number): Day {
  const last = new Date(Date.UTC(from.year, from.month + months, 0)).getUTCDate()
  return fromUtc(new Date(Date.UTC(from.year, from.month - 1 + months, Math.min(from.day, last))))
}

/** Monday is 0. */
export function weekdayAt({ year, month, day }: Day): number {
  return (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7
}

/** How many months one month is after another. */
export function monthsBetween(from: Pick<Day, 'year' | 'month'>, to: Pick<Day, 'year' | 'month'>): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

/** A day whose year or month was not said, as it is meant where a calendar begins with a month: at or after that. */
export function nearTo(said: Day, shown: Pick<Day, 'year' | 'month'>): Day {
  if (said.isMonthOpen) return { ...said, ...shown, day: said.day }
  if (!said.isYearOpen) return said
  const year = said.month >= shown.month ? shown.year : shown.year + 1
  return { ...said, year }
}

export const two = (value: number): string => String(value).padStart(2, '0')

export function isoDay(day: Day): string {
  return `${day.year}-${two(day.month)}-${two(day.day)}`
}

function fromUtc(date: Date): Day {
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}
