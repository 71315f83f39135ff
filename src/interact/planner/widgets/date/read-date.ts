import { monthOf } from './calendar-names.ts'
import type { Day } from './day.ts'
import { isDay, two } from './day.ts'
import { BARE_WEEKDAY, isWeekday, RELATIVE } from './relative-day.ts'

/** From what a date is read: today, and whether the day comes before the month in numbers such as 02/03/2027. */
export interface Calends {
  today: Day
  dayFirst?: boolean
}

/** A date in a text, and where it stands. */
export interface SaidDate {
  day: Day
  text: string
  at: number
}

/** Reads a date in the ways people write it. Month before day where both fit and nothing says otherwise. */
export function readDate(text: string, calends: Calends): Day | undefined {
  return findDate(text, calends)?.day ?? bareDate(text.trim(), calends)
}

/** The first date that a sentence says; days of the week by themselves and bare numbers do not count. */
export function findDate(text: string, calends: Calends): SaidDate | undefined {
  for (const { pattern, read } of WRITINGS) {
    const found = firstOf(pattern, text, (match) => read(match, calends))
    if (found) return isDay(found.day) ? withWeekday(found, text) : undefined
  }
  for (const { pattern, read } of RELATIVE) {
    const found = firstOf(pattern, text, (match) => read(match, calends.today))
    const rest = found ? text.replace(found.text, ' ') : ''
    if (found) return rest.split(/[^a-z]+/i).some(isWeekday) ? undefined : found
  }
  return undefined
}

/** A day of the week that leads a date in says nothing that the date does not: `Wednesday, 10 March`. */
function withWeekday(found: SaidDate, text: string): SaidDate {
  const led = /(\p{L}{2,14})[.,]?\s+(?:the\s+|den\s+|dem\s+|le\s+|el\s+)?$/u.exec(text.slice(0, found.at))
  if (!led || !isWeekday(led[1]!)) return found
  return { ...found, text: led[0] + found.text, at: led.index }
}

/** What is a date only because a date is asked for: `Friday`, `5/12`, `the 15th`. */
function bareDate(text: string, { today, dayFirst }: Calends): Day | undefined {
  const numbers = /^(\d{1,2})[/.](\d{1,2})\.?$/.exec(text)
  if (numbers) {
    const [first, second] = [Number(numbers[1]), Number(numbers[2])]
    const isDayFirst = dayFirst || first > 12 || text.includes('.')
    const [day, month] = isDayFirst ? [first, second] : [second, first]
    const read = { year: today.year, month, day, isYearOpen: true }
    return isDay(read) ? read : undefined
  }
  const alone =
    /^(?:on\s+|am\s+|le\s+|el\s+|il\s+|de\s+|dia\s+)?(?:the\s+)?(\d{1,2})(?:st|nd|rd|th|\.|er|º)$/i.exec(text)
  if (alone && Number(alone[1]) <= 31) return { ...today, day: Number(alone[1]), isMonthOpen: true }
  return firstOf(BARE_WEEKDAY.pattern, text, (match) => BARE_WEEKDAY.read(match, today))?.day
}

function firstOf(
  pattern: RegExp,
  text: string,
  read: (match: RegExpExecArray) => Day | undefined,
): SaidDate | undefined {
  // `matchAll` copies the pattern each time, which is most of the work where a text is short.
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const day = read(match)
    if (day) return { day, text: match[0], at: match.index }
  }
  return undefined
}

const BEFORE = '(?<![\\p{L}\\p{N}.,/-])'
const YEAR = '(?:,?\\s+(?:de\\s+|del\\s+)?(\\d{4})(?!\\d))?'
const ORDINAL = '(?:st|nd|rd|th|er|º|ª|\\.)?'

type Read = (match: RegExpExecArray, calends: Calends) => Day | undefined

const WRITINGS: readonly { pattern: RegExp; read: Read }[] = [
  {
    pattern: new RegExp(`${BEFORE}(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})(?!\\d)`, 'gu'),
    read: ([, year, month, day]) => ({ year: Number(year), month: Number(month), day: Number(day) }),
  },
  {
    pattern: new RegExp(`${BEFORE}(\\d{1,2})([-/.])(\\d{1,2})\\2(\\d{4}|\\d{2})(?!\\d)`, 'gu'),
    read: ([, one, separator, other, last], { dayFirst }) => {
      const [first, second] = [Number(one), Number(other)]
      const year = Number(last) < 100 ? 2000 + Number(last) : Number(last)
      const isDayFirst = first > 12 || separator === '.' || (dayFirst === true && second <= 12)
      return isDayFirst ? { year, month: second, day: first } : { year, month: first, day: second }
    },
  },
  {
    pattern: new RegExp(
      `${BEFORE}(\\d{1,2})${ORDINAL}\\s+(?:of\\s+|de\\s+|d['’])?(\\p{L}{3,10})\\.?${YEAR}(?!\\p{L})`,
      'giu',
    ),
    read: ([, day, name, year], { today }) => ofMonth(name!, day!, year, today),
  },
  {
    pattern: new RegExp(
      `(?<![\\p{L}\\p{N}])(\\p{L}{3,10})\\.?\\s+(\\d{1,2})${ORDINAL}(?![\\p{L}\\d:])${YEAR}`,
      'giu',
    ),
    read: ([, name, day, year], { today }) => ofMonth(name!, day!, year, today),
  },
  {
    pattern: new RegExp(`${BEFORE}(\\d{1,2})\\.(\\d{1,2})\\.(?!\\d)`, 'gu'),
    read: ([, day, month], { today }) => ({
      year: today.year,
      month: Number(month),
      day: Number(day),
      isYearOpen: true,
    }),
  },
  {
    pattern: /(?<=\b(?:am|den|vom|bis|zum)\s+)(\d{1,2})\.(\d{1,2})(?![\d.]*\d)/giu,
    read: ([, day, month], { today }) => ({
      year: today.year,
      month: Number(month),
      day: Number(day),
      isYearOpen: true,
    }),
  },
  {
    pattern:
      /(?<=\b(?:on|from|until|till|to|for|by|and)\s+)the\s+(\d{1,2})(?:st|nd|rd|th)(?=\s*(?:$|[,.;!?]|until\b|till\b|to\b|at\b|and\b|for\b))/giu,
    read: ([, day], { today }) => ({ ...today, day: Number(day), isMonthOpen: true }),
  },
]

function ofMonth(name: string, day: string, year: string | undefined, today: Day): Day | undefined {
  const month = monthOf(name)
  if (month === undefined) return undefined
  const read = { year: Number(year ?? today.year), month, day: Number(day) }
  return year === undefined ? { ...read, isYearOpen: true } : read
}

/** A time of day as `HH:MM`; undefined when a text is none. */
export function readTime(text: string): string | undefined {
  const found =
    /\b(\d{1,2})(?:(?::|(?<=\d)h|\.(?=\d{2}\s*(?:uhr|h\b)))(\d{2}))?(?::\d{2})?\s*(?:(a|p)\.?m\.?|(uhr|h|o['’]clock)(?!\p{L}))?(?:[\s,.;]|$)/iu.exec(
      text.trim(),
    )
  if (!found || (found[2] === undefined && found[3] === undefined && found[4] === undefined)) return undefined
  const late = found[3]?.toLowerCase()
  const hours = late ? (Number(found[1]) % 12) + (late === 'p' ? 12 : 0) : Number(found[1])
  return hours < 24 && Number(found[2] ?? 0) < 60 ? `${two(hours)}:${found[2] ?? '00'}` : undefined
}

/** A date in the manner of a pattern such as `dd.mm.yyyy` or `TT.MM.JJJJ`. */
export function formatLike(day: Day, pattern: string): string | undefined {
  const text = pattern
    .toLowerCase()
    .replace(/\b(tt|jj|gg)(?=[^a-z])/g, 'dd')
    .replace(/\b(jjjj|aaaa|rrrr)\b/g, 'yyyy')
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

/** The month that a text names and nothing else: `May 2027`. */
export function monthIn(text: string): { year: number; month: number } | undefined {
  const [, name, year] = /^(\p{L}{3,10})\.?,?\s+(\d{4})$/u.exec(text.trim()) ?? []
  const month = name === undefined ? undefined : monthOf(name)
  return month === undefined ? undefined : { year: Number(year), month }
}
