import type { Day } from './day.ts'
import { isDay, shift } from './day.ts'
import { findDate, readDate } from './read-date.ts'
import type { Calends } from './read-date.ts'

const UNTIL =
  "(?:until|till|til|to|through|thru|and|bis(?: zum)?|und|jusqu[’']au|au|à|et|hasta|al|y|a|fino al|e|tot(?: en met)?|t/m|en|até|-|–|—|→)"

/** The days that a text says: one, or the first and the last of a range such as `12–15 March` or `Friday to Sunday`. */
export function readDays(text: string, calends: Calends): Day[] {
  const first = findDate(text, calends)
  const short = new RegExp(
    `(?<![\\d.,:])(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s*${UNTIL}\\s*(?:the\\s+)?$`,
    'iu',
  ).exec(first ? text.slice(0, first.at) : '')
  if (first && short) {
    const start = { ...first.day, day: Number(short[1]) }
    if (isDay(start) && start.day < first.day.day) return [start, first.day]
  }
  if (first) {
    const rest = text.slice(first.at + first.text.length)
    const joined = new RegExp(`^[\\s,]*${UNTIL}\\s*(?:the\\s+|el\\s+|le\\s+|il\\s+)?(.+)$`, 'iu').exec(rest)
    const second = joined && readDate(joined[1]!.trim(), { ...calends, today: first.day })
    if (joined && second) return [withYearOf(first.day, second), second]
    const nights =
      /(?:for|für|pour|por|per|voor)\s+(\d{1,2})\s+(?:nights?|nächte|nuits|noches|notti|nachten|noites)/iu.exec(
        text,
      )
    return nights ? [first.day, shift(first.day, Number(nights[1]))] : [first.day]
  }
  const [from, to] = text.split(new RegExp(`\\s+${UNTIL}\\s+`, 'iu'))
  const start = from === undefined ? undefined : readDate(from, calends)
  const end = start && to !== undefined ? readDate(to, { ...calends, today: start }) : undefined
  return start ? (end ? [start, end] : [start]) : []
}

/** Where only the last day says its year, the first has the same, or the one before. */
function withYearOf(first: Day, last: Day): Day {
  if (!first.isYearOpen || last.isYearOpen) return first
  return { year: first.month > last.month ? last.year - 1 : last.year, month: first.month, day: first.day }
}
