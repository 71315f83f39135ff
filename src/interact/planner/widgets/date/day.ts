/** A day of the calendar. What was left out when it was said is taken from today, and may be meant otherwise. */
export interface Day {
  year: number
  month: number
  day: number
  isYearOpen?: boolean
  isMonthOpen?: boolean
}

export function shift(from: Day, days: number): Day {
  const date = new Date(Date.UTC(from.year, from.month - 1, from.day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function monthsBetween(from: Pick<Day, 'year' | 'month'>, to: Pick<Day, 'year' | 'month'>): number {
  return (to.year - from.year) * 12 + to.month - from.month
}

/** A day whose year or month was not said, as it is meant where a calendar begins with a month: at or after that. */
export function nearTo(said: Day, shown: Pick<Day, 'year' | 'month'>): Day {
  if (said.isMonthOpen) return { ...said, year: shown.year, month: shown.month }
  if (!said.isYearOpen) return said
  return { ...said, year: said.month >= shown.month ? shown.year : shown.year + 1 }
}

export const two = (value: number): string => String(value).padStart(2, '0')

export function isoDay(day: Day): string {
  return `${day.year}-${two(day.month)}-${two(day.day)}`
}
