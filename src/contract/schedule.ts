import { z } from 'zod'
import { addIssue } from './validation-issue.ts'

const MIN_INTERVAL_MINUTES = 5
const DAY_MINUTES = 24 * 60

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, words: MONTHS },
  { name: 'day of the week', min: 0, max: 7, words: DAYS },
]
type Field = (typeof FIELDS)[number]

/** The problem of a five-field cron expression: its syntax, or a too short interval. Undefined if valid. */
export function cronIssue(expression: string): string | undefined {
  const parts = expression.trim().split(/\s+/)
  if (parts.length !== FIELDS.length)
    return 'must have five fields: minute, hour, day, month, day of the week'
  const values = FIELDS.map((field, index) => expand(parts[index]!, field))
  const wrong = values.findIndex((numbers) => numbers === undefined)
  if (wrong >= 0) return `has an invalid ${FIELDS[wrong]!.name}: ${parts[wrong]}`
  if (shortestIntervalMinutes(values[0]!, values[1]!) < MIN_INTERVAL_MINUTES) {
    return `must leave at least ${MIN_INTERVAL_MINUTES} minutes between two checks`
  }
  return undefined
}

/** The values of a field, or undefined if it is invalid. */
function expand(text: string, field: Field): number[] | undefined {
  const values = new Set<number>()
  for (const part of text.toLowerCase().split(',')) {
    const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part)
    if (!match) return undefined
    const [, start, end, step] = match
    const range = parseRange(start!, end, step !== undefined, field)
    const stride = step === undefined ? 1 : Number(step)
    if (!range || stride < 1) return undefined
    for (let value = range.from; value <= range.to; value += stride) values.add(value)
  }
  return [...values].sort((a, b) => a - b)
}

function parseRange(start: string, end: string | undefined, hasStep: boolean, field: Field) {
  if (start === '*') return end === undefined ? { from: field.min, to: field.max } : undefined
  const from = parseNumber(start, field)
  const to = end === undefined ? (hasStep ? field.max : from) : parseNumber(end, field)
  return from === undefined || to === undefined || from > to ? undefined : { from, to }
}

function parseNumber(text: string, { min, max, words }: Field): number | undefined {
  const word = words?.indexOf(text) ?? -1
  const number = word >= 0 ? word + min : Number(text)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

/** The shortest interval in minutes, also across midnight; days are not considered. */
function shortestIntervalMinutes(minutes: number[], hours: number[]): number {
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute))
  const gaps = times.map((time, index) => (times[index + 1] ?? times[0]! + DAY_MINUTES) - time)
  return Math.min(...gaps)
}

const DAY_NAMES = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']
const DAY = DAY_NAMES.join('|')
const AT = '(?: at (?<time>[\\d:]+ ?(?:am|pm)?|noon|midnight))?'

type MatchGroups = Record<string, string | undefined>

/** Every supported phrase with its cron expression; undefined for numbers out of range. */
const PHRASES: readonly [RegExp, (groups: MatchGroups) => string | undefined][] = [
  [/^(?:hourly|every hour)$/, () => '0 * * * *'],
  [/^every (?<count>\d+) (?:minutes?|mins?)(?: starting at :(?<start>\d{1,2}))?$/, cronOfMinutes],
  [/^every (?<count>\d+) (?:hours?|hrs?)$/, cronOfHours],
  [new RegExp(`^(?:daily|every day)${AT}$`), ({ time }) => cronOfTime(time, '* * *')],
  [new RegExp(`^(?:every )?weekdays?${AT}$`), ({ time }) => cronOfTime(time, '* * 1-5')],
  [new RegExp(`^(?:weekly|every week)(?: on (?<day>${DAY}))?${AT}$`), cronOfWeek],
  [new RegExp(`^every (?<day>${DAY})${AT}$`), cronOfWeek],
  [new RegExp(`^(?:monthly|every month)${AT}$`), ({ time }) => cronOfTime(time, '1 * *')],
]

/** Example phrases for the error message. */
export const SCHEDULE_EXAMPLES = [
  'every 30 minutes',
  'hourly',
  'every 2 hours',
  'daily at 9:00',
  'weekly on monday at 5pm',
]

/** The cron expression of a phrase such as "daily at 9:00", or undefined. */
export function cronOf(text: string): string | undefined {
  const phrase = text.trim().toLowerCase().replaceAll(/\s+/g, ' ')
  for (const [pattern, toCron] of PHRASES) {
    const match = pattern.exec(phrase)
    if (match) return toCron(match.groups ?? {})
  }
  return undefined
}

/** Cron restarts every hour, so intervals are even only for divisors of 60. */
function cronOfMinutes({ count, start }: MatchGroups): string | undefined {
  const minutes = Number(count)
  const first = Number(start ?? 0)
  if (minutes > 60 && minutes % 60 === 0 && start === undefined)
    return cronOfHours({ count: String(minutes / 60) })
  if (minutes < 1 || 60 % minutes !== 0 || first > 59) return undefined
  if (minutes === 60) return `${first} * * * *`
  if (first % minutes === 0) return `*/${minutes} * * * *`
  return `${Array.from({ length: 60 / minutes }, (_, index) => (first % minutes) + index * minutes).join(',')} * * * *`
}

/** The same applies to hours of a day. */
function cronOfHours({ count }: MatchGroups): string | undefined {
  const hours = Number(count)
  if (hours < 1 || 24 % hours !== 0) return undefined
  if (hours === 1) return '0 * * * *'
  return hours === 24 ? '0 0 * * *' : `0 */${hours} * * *`
}

function cronOfWeek({ day, time }: MatchGroups): string | undefined {
  return cronOfTime(time, `* * ${day === undefined ? 1 : DAY_NAMES.indexOf(day)}`)
}

function cronOfTime(time: string | undefined, days: string): string | undefined {
  const clock = parseTime(time ?? 'midnight')
  return clock && `${clock.minute} ${clock.hour} ${days}`
}

function parseTime(time: string): { hour: number; minute: number } | undefined {
  if (time === 'midnight') return { hour: 0, minute: 0 }
  if (time === 'noon') return { hour: 12, minute: 0 }
  const match = /^(\d{1,2})(?::(\d{2}))? ?(am|pm)?$/.exec(time)
  if (!match) return undefined
  const [given, minute, half] = [Number(match[1]), Number(match[2] ?? 0), match[3]]
  if (minute > 59 || (half ? given < 1 || given > 12 : given > 23)) return undefined
  return { hour: half ? (given % 12) + (half === 'pm' ? 12 : 0) : given, minute }
}

/** When a monitor checks: a cron expression or a phrase. The output is always cron. */
export const Schedule = z
  .strictObject({
    cron: z
      .string()
      .max(256)
      .optional()
      .meta({ description: 'Five fields, at least 5 minutes apart.', example: '*/30 * * * *' }),
    text: z.string().max(256).optional().meta({ description: 'In words.', example: 'daily at 9:00' }),
    timezone: z
      .string()
      .refine(isTimezone, 'must be the name of a time zone such as Europe/Berlin')
      .default('UTC')
      .meta({ example: 'Europe/Berlin' }),
  })
  .transform(({ cron, text, timezone }, context) => {
    const fail = (path: string[], message: string) => {
      addIssue(context, path, message)
      return z.NEVER
    }
    if ((cron === undefined) === (text === undefined))
      return fail([], 'requires exactly one of cron and text')
    const expression = cron ?? cronOf(text!)
    if (expression === undefined) {
      return fail(['text'], `is not a supported phrase. Use a phrase such as ${SCHEDULE_EXAMPLES.join(', ')}`)
    }
    const issue = cronIssue(expression)
    if (issue) return fail([cron === undefined ? 'text' : 'cron'], issue)
    return { cron: expression.trim().split(/\s+/).join(' '), timezone }
  })
export type Schedule = z.output<typeof Schedule>

function isTimezone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
