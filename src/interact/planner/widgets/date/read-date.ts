/** A day of the calendar. */
export interface Day {
  year: number
  month: number
  day: number
}

const MONTHS = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
]

/** The month that a name or its beginning stands for, from 1; undefined when it is none. */
export function monthOf(word: string): number | undefined {
  const text = word.toLowerCase().replace(/\.$/, '')
  if (text.length < 3) return undefined
  const at = MONTHS.findIndex((month) => month.startsWith(text))
  return at === -1 ? undefined : at + 1
}

/** Reads a date in the ways people write it; `today` stands for what is left out. Month before day where both fit. */
export function readDate(text: string, today: Day): Day | undefined {
  const said = text
    .trim()
    .toLowerCase()
    .replace(/(\d)(st|nd|rd|th)\b/g, '$1')
  const near = { today: 0, tomorrow: 1, yesterday: -1 }[said]
  if (near !== undefined) return shift(today, near)
  for (const read of WRITINGS) {
    const day = read(said, today)
    if (day) return isDay(day) ? day : undefined
  }
  return undefined
}

type Writing = (text: string, today: Day) => Day | undefined

const WRITINGS: readonly Writing[] = [
  (text) =>
    match(/\b(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})\b/, text, ([year, month, day]) => ({
      year: year!,
      month: month!,
      day: day!,
    })),
  (text) =>
    match(/\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})\b/, text, (numbers, separator) => {
      const [first, , second, last] = numbers
      const year = last! < 100 ? 2000 + last! : last!
      const dayFirst = first! > 12 || separator === '.'
      return dayFirst ? { year, month: second!, day: first! } : { year, month: first!, day: second! }
    }),
  (text, today) => {
    const found = /\b([a-z]{3,9})\.?\s+(\d{1,2})(?:,?\s+(\d{4}))?\b/.exec(text)
    const month = found && monthOf(found[1]!)
    return found && month ? { year: Number(found[3] ?? today.year), month, day: Number(found[2]) } : undefined
  },
  (text, today) => {
    const found = /\b(\d{1,2})\.?\s+(?:of\s+)?([a-z]{3,9})\.?(?:,?\s+(\d{4}))?\b/.exec(text)
    const month = found && monthOf(found[2]!)
    return found && month ? { year: Number(found[3] ?? today.year), month, day: Number(found[1]) } : undefined
  },
  (text, today) =>
    match(/^(\d{1,2})\/(\d{1,2})$/, text, ([month, day]) => ({ year: today.year, month: month!, day: day! })),
]

function match(
  pattern: RegExp,
  text: string,
  make: (numbers: number[], separator: string) => Day,
): Day | undefined {
  const found = pattern.exec(text)
  return found ? make(found.slice(1).map(Number), found[2] ?? '') : undefined
}

function isDay({ year, month, day }: Day): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

function shift(from: Day, days: number): Day {
  const date = new Date(Date.UTC(from.year, from.month - 1, from.day + days))
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

export function todayOf(now = new Date()): Day {
  return { year: now.getFullYear(), month: now.getMonth() + 1, day: now.getDate() }
}

const two = (value: number): string => String(value).padStart(2, '0')

export function isoDay(day: Day): string {
  return `${day.year}-${two(day.month)}-${two(day.day)}`
}

/** A time of day as `HH:MM`; undefined when a text is none. */
export function readTime(text: string): string | undefined {
  const found = /\b(\d{1,2})(?::(\d{2}))?(?::\d{2})?\s*(?:(a|p)\.?m\.?)?(?:\s|$)/i.exec(text.trim())
  if (!found || (found[2] === undefined && found[3] === undefined)) return undefined
  const late = found[3]?.toLowerCase()
  const hours = late ? (Number(found[1]) % 12) + (late === 'p' ? 12 : 0) : Number(found[1])
  return hours < 24 && Number(found[2] ?? 0) < 60 ? `${two(hours)}:${found[2] ?? '00'}` : undefined
}

/** A date in the manner of a pattern such as `dd.mm.yyyy` or of an example such as `12/31/2020`. */
export function formatLike(day: Day, pattern: string): string | undefined {
  const text = pattern.toLowerCase()
  if (!/d/.test(text) || !/m/.test(text) || !/y/.test(text)) return undefined
  const found = /([dmy]+)([^a-z0-9]+)([dmy]+)\2([dmy]+)/.exec(text)
  if (!found) return undefined
  const parts = [found[1]!, found[3]!, found[4]!].map((part) =>
    part[0] === 'y'
      ? part.length === 2
        ? two(day.year % 100)
        : String(day.year)
      : ((value: number) => (part.length === 1 ? String(value) : two(value)))(
          part[0] === 'm' ? day.month : day.day,
        ),
  )
  return parts.join(found[2])
}
