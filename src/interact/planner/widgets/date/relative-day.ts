import { weekdayOf } from './calendar-names.ts'
import { shift, shiftMonths, weekdayAt } from './day.ts'
import type { Day } from './day.ts'

type Reader = (found: RegExpExecArray, today: Day) => Day | undefined

const NUMBERS = ['', 'a|an|one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const COUNT = `(\\d{1,3}|${NUMBERS.slice(1).join('|')})`

/** Days that are said by their distance from today. */
export const RELATIVE: readonly { pattern: RegExp; read: Reader }[] = [
  { pattern: apart('(?:the\\s+)?day after tomorrow'), read: (_found, today) => shift(today, 2) },
  { pattern: apart('today|tonight'), read: (_found, today) => today },
  { pattern: apart('tomorrow'), read: (_found, today) => shift(today, 1) },
  { pattern: apart('yesterday'), read: (_found, today) => shift(today, -1) },
  { pattern: apart(`in\\s+${COUNT}\\s+(days?|weeks?|months?)`), read: later },
  { pattern: apart(`${COUNT}\\s+(days?|weeks?|months?)\\s+from\\s+(?:now|today)`), read: later },
  {
    pattern: apart('next\\s+([a-z]{3,9})'),
    read: ([, name], today) => {
      const weekday = dayNamed(name!)
      if (weekday === undefined) return undefined
      return shift(coming(weekday, today), weekdayAt(today) < weekday ? 7 : 0)
    },
  },
  { pattern: apart('this(?:\\s+coming)?\\s+([a-z]{3,9})'), read: ([, name], today) => toCome(name!, today) },
]

/** A day of the week by itself: the next one there is. */
export const BARE_WEEKDAY: { pattern: RegExp; read: Reader } = {
  pattern: /^(?:on\s+)?([a-z]{3,9})$/giu,
  read: ([, name], today) => toCome(name!, today),
}

/** Whether a text is the name of a day of the week. */
export function isWeekday(text: string): boolean {
  return dayNamed(text.trim()) !== undefined
}

function toCome(name: string, today: Day): Day | undefined {
  const weekday = dayNamed(name)
  return weekday === undefined ? undefined : coming(weekday, today)
}

function dayNamed(name: string): number | undefined {
  return name.length >= 5 || /^(?:mon|tues?|wed|thu|thur|thurs|fri|sat|sun)$/i.test(name)
    ? weekdayOf(name)
    : undefined
}

function later([, count, unit]: RegExpExecArray, today: Day): Day {
  const word = count!.toLowerCase()
  const named = NUMBERS.findIndex((words) => words.split('|').includes(word))
  const number = named > 0 ? named : Number(word)
  if (/^month/i.test(unit!)) return shiftMonths(today, number)
  return shift(today, /^week/i.test(unit!) ? 7 * number : number)
}

function coming(weekday: number, today: Day): Day {
  return shift(today, ((weekday - weekdayAt(today) + 6) % 7) + 1)
}

function apart(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'giu')
}
