const MIN_INTERVAL_MINUTES = 5
const DAY_MINUTES = 24 * 60

interface Field {
  name: string
  min: number
  max: number
  words?: readonly string[]
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const DAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

const FIELDS: readonly Field[] = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of the month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12, words: MONTHS },
  { name: 'day of the week', min: 0, max: 7, words: DAYS },
]

/** What is wrong with a cron expression of five fields, if anything: its form, or that it fires too often. */
export function complaintAboutCron(expression: string): string | undefined {
  const parts = expression.trim().split(/\s+/)
  if (parts.length !== FIELDS.length)
    return 'must have five fields: minute, hour, day, month, day of the week'
  const values = FIELDS.map((field, index) => expand(parts[index]!, field))
  const wrong = values.findIndex((numbers) => numbers === undefined)
  if (wrong >= 0) return `has a ${FIELDS[wrong]!.name} that cannot be read: ${parts[wrong]}`
  if (shortestGap(values[0]!, values[1]!) < MIN_INTERVAL_MINUTES) {
    return `must leave at least ${MIN_INTERVAL_MINUTES} minutes between two checks`
  }
  return undefined
}

/** The values a field stands for, or nothing when it cannot be read. */
function expand(text: string, field: Field): number[] | undefined {
  const values = new Set<number>()
  for (const part of text.toLowerCase().split(',')) {
    const match = /^(\*|\w+)(?:-(\w+))?(?:\/(\d+))?$/.exec(part)
    if (!match) return undefined
    const [, start, end, step] = match
    const range = toRange(start!, end, step !== undefined, field)
    const stride = step === undefined ? 1 : Number(step)
    if (!range || stride < 1) return undefined
    for (let value = range.from; value <= range.to; value += stride) values.add(value)
  }
  return [...values].sort((a, b) => a - b)
}

function toRange(start: string, end: string | undefined, hasStep: boolean, field: Field) {
  if (start === '*') return end === undefined ? { from: field.min, to: field.max } : undefined
  const from = toNumber(start, field)
  const to = end === undefined ? (hasStep ? field.max : from) : toNumber(end, field)
  return from === undefined || to === undefined || from > to ? undefined : { from, to }
}

function toNumber(text: string, { min, max, words }: Field): number | undefined {
  const word = words?.indexOf(text) ?? -1
  const number = word >= 0 ? word + min : Number(text)
  return Number.isInteger(number) && number >= min && number <= max ? number : undefined
}

/** Minutes between the two firings that are closest, over midnight too; which days they fall on is not looked at. */
function shortestGap(minutes: number[], hours: number[]): number {
  const times = hours.flatMap((hour) => minutes.map((minute) => hour * 60 + minute))
  const gaps = times.map((time, index) => (times[index + 1] ?? times[0]! + DAY_MINUTES) - time)
  return Math.min(...gaps)
}
