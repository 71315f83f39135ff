import { wordsOf } from '../match/words.ts'
import type { Day } from '../widgets/date/day.ts'
import { findDate, readDate, readTime } from '../widgets/date/read-date.ts'
import type { Calends } from '../widgets/date/read-date.ts'
import { isWeekday } from '../widgets/date/relative-day.ts'

/** A day, a time or both that a text says, and how it says them. */
export interface SaidPlace {
  /** `isWeekday` where only the day of the week is said. */
  day?: { day: Day; text: string; isWeekday?: boolean }
  time?: { clock: string; text: string; isOpen: boolean }
}

const CLOCK =
  /(?<![\d.,/-])\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?(?!\p{L}))?|(?<![\d.,/-])\d{1,2}\s*[ap]\.?m\b\.?|(?<![\d.,/-])\d{1,2}(?::\d{2})?\s*(?:uhr|o['’]clock)(?!\p{L})|(?<![\d.,/-])\d{1,2}h(?:\d{2})?(?!\p{L})/iu
/** An hour by itself, after what leads a time in. */
const HOUR = /(?<=(?:^|\s)(?:at|um|à|alle|om|às|a las)\s)\d{1,2}(?![\d:.,/%€$£]|\s*(?:\p{L}|[€$£%]))/iu

/** What a text says about when. Bare hours count only after the small word for a time. */
export function placeSaid(text: string, calends: Calends): SaidPlace {
  const found = findDate(text, calends)
  const day = found ? { day: found.day, text: found.text } : weekdayIn(text, calends)
  const rest = day ? text.replace(day.text, ' ') : text
  const clock = CLOCK.exec(rest)?.[0]
  const hour = clock ?? HOUR.exec(rest)?.[0]
  const time = hour === undefined ? undefined : readTime(clock ?? `${hour}:00`)
  return {
    ...(day && { day }),
    ...(hour !== undefined &&
      time && { time: { clock: time, text: hour, isOpen: !/[ap]\.?m|uhr/i.test(hour) } }),
  }
}

function weekdayIn(text: string, calends: Calends): SaidPlace['day'] {
  const word = wordsOf(text).find(isWeekday)
  const day = word && readDate(word, calends)
  const written = word && new RegExp(word, 'i').exec(text.normalize('NFKD').replace(/\p{M}+/gu, ''))?.[0]
  return day && written ? { day, text: written, isWeekday: true } : undefined
}

/** Whether a text says a time of day; without am or pm said, the afternoon counts where the page has it so. */
export function saysTime(
  text: string,
  { clock, isOpen }: NonNullable<SaidPlace['time']>,
  isLoose: boolean,
): boolean {
  if (text.length > 24) return false
  const there = readTime(text)
  if (there === undefined) return false
  if (there === clock) return true
  const [hours, minutes] = clock.split(':')
  return isLoose && isOpen && Number(hours) < 12 && there === `${Number(hours) + 12}:${minutes}`
}
