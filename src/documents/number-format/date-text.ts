import type { Token } from './section.ts'

const DAY_MS = 86_400_000
/** The last day that the formats know: the end of the year 9999. */
const LAST_DAY = 2_958_466
/** How far the calendar that starts in 1904 lies behind the other one. */
const DAYS_TO_1904 = 1462

interface Moment {
  year: number
  month: number
  day: number
  weekday: number
  hours: number
  minutes: number
  seconds: number
  /** Milliseconds of the second. */
  rest: number
  /** Whole seconds since the start of the calendar, for time that runs on. */
  elapsedSeconds: number
}

/** A day number as its format shows it; undefined for what is no date, as anything below zero. */
export function dateText(serial: number, tokens: readonly Token[], is1904: boolean): string | undefined {
  const moment = momentOf(serial, tokens, is1904)
  if (!moment) return undefined
  const isHalfDay = tokens.some((token) => token.type === 'date' && token.text.startsWith('a'))
  return tokens
    .map((token) => {
      if (token.type === 'date') return fieldText(token.text, moment, isHalfDay)
      if (token.type === 'literal') return token.text
      return PLAIN[token.type] ?? ''
    })
    .join('')
}

const PLAIN: Partial<Record<Token['type'], string>> = { slash: '/', comma: ',', point: '.' }

function momentOf(serial: number, tokens: readonly Token[], is1904: boolean): Moment | undefined {
  const days = is1904 ? serial + DAYS_TO_1904 : serial
  if (!(days >= 0 && days < LAST_DAY)) return undefined
  const fraction = tokens.find((token) => token.type === 'date' && token.text.startsWith('.'))
  const unitMs = fraction?.type === 'date' ? Math.max(10 ** (4 - fraction.text.length), 1) : 1000
  const sinceStartMs = Math.round((days * DAY_MS) / unitMs) * unitMs
  const wholeDays = Math.floor(sinceStartMs / DAY_MS)
  const restMs = sinceStartMs - wholeDays * DAY_MS
  const elapsedDays = is1904 ? wholeDays - DAYS_TO_1904 : wholeDays
  return {
    ...calendarDay(wholeDays),
    weekday: (wholeDays + 6) % 7,
    hours: Math.floor(restMs / 3_600_000),
    minutes: Math.floor(restMs / 60_000) % 60,
    seconds: Math.floor(restMs / 1000) % 60,
    rest: restMs % 1000,
    elapsedSeconds: elapsedDays * 86_400 + Math.floor(restMs / 1000),
  }
}

/** The calendar of the first spreadsheets has a 29 February 1900, and all others have kept it. */
function calendarDay(days: number): { year: number; month: number; day: number } {
  if (days === 60) return { year: 1900, month: 2, day: 29 }
  if (days === 0) return { year: 1900, month: 1, day: 0 }
  const date = new Date(Date.UTC(1899, 11, days < 60 ? 31 : 30) + days * DAY_MS)
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() }
}

function fieldText(field: string, moment: Moment, isHalfDay: boolean): string {
  if (field === 'am/pm') return moment.hours < 12 ? 'AM' : 'PM'
  if (field === 'a/p') return moment.hours < 12 ? 'A' : 'P'
  if (field.startsWith('[')) return elapsedText(field.slice(1, -1), moment.elapsedSeconds)
  if (field.startsWith('.')) return `.${String(moment.rest).padStart(3, '0')}`.slice(0, field.length)
  const letter = field[0]!
  const pad = (value: number) => String(value).padStart(Math.min(field.length, 2), '0')
  if (letter === 'y')
    return field.length <= 2 ? String(moment.year % 100).padStart(2, '0') : String(moment.year)
  if (letter === 'e') return String(moment.year)
  if (letter === 'm') return field.length <= 2 ? pad(moment.month) : monthName(moment.month, field.length)
  if (letter === 'd' && field.length <= 2) return pad(moment.day)
  if (letter === 'd') return WEEKDAYS[moment.weekday]!.slice(0, field.length === 3 ? 3 : undefined)
  if (letter === 'h') return pad(isHalfDay ? ((moment.hours + 11) % 12) + 1 : moment.hours)
  if (letter === 'n') return pad(moment.minutes)
  if (letter === 's') return pad(moment.seconds)
  return ''
}

function elapsedText(field: string, seconds: number): string {
  const unit = field.startsWith('h') ? 3600 : field.startsWith('s') ? 1 : 60
  return String(Math.floor(seconds / unit)).padStart(field.length, '0')
}

function monthName(month: number, length: number): string {
  const name = MONTHS[month - 1]!
  if (length === 5) return name[0]!
  return length === 3 ? name.slice(0, 3) : name
}

const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
)
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
