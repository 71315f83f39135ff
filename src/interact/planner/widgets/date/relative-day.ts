import { bare, weekdayOf } from './calendar-names.ts'
import type { Day } from './day.ts'
import { shift, shiftMonths, weekdayAt } from './day.ts'

/** Words for days by how far they are from today. */
const NEAR: Readonly<Record<string, number>> = {
  ...each("today|tonight|heute|hoy|aujourd'hui|aujourd’hui|oggi|vandaag|hoje", 0),
  ...each('tomorrow|morgen|mañana|demain|domani|amanhã', 1),
  ...each('yesterday|gestern|ayer|hier|ieri|gisteren|ontem', -1),
  ...each(
    'the day after tomorrow|day after tomorrow|übermorgen|pasado mañana|après-demain|après demain|dopodomani|overmorgen|depois de amanhã',
    2,
  ),
}

const NUMBERS: Readonly<Record<string, number>> = {
  ...each('a|an|one|ein|eine|einem|einer|einen|un|une|uno|una|een|um|uma', 1),
  ...each('two|a couple of|zwei|deux|dos|due|twee|dois|duas', 2),
  ...each('three|drei|trois|tres|tre|drie|três', 3),
  ...each('four|vier|quatre|cuatro|quattro|quatro', 4),
  ...each('five|fünf|cinq|cinco|cinque|vijf', 5),
  ...each('six|sechs|seis|sei|zes', 6),
  ...each('seven|sieben|sept|siete|sette|zeven|sete', 7),
  ...each('eight|acht|huit|ocho|otto|oito', 8),
  ...each('nine|neun|neuf|nueve|nove|negen', 9),
  ...each('ten|zehn|dix|diez|dieci|tien|dez', 10),
}

const DAY = 'days?|tag(?:e|en)?|jours?|días?|dias?|giorn[oi]|dag(?:en)?'
const WEEK = 'weeks?|woche|wochen|semaines?|semanas?|settiman[ae]|weken'
const FORTNIGHT = 'fortnight'
const MONTH = 'months?|monat(?:e|en)?|mois|mes(?:es|i)?|mese|maand(?:en)?|mês'
const IN = 'in|dans|en|dentro de|tra|fra|over(?=\\s+\\S+\\s+(?:dag|week|weken|maand))|daqui a|em'
const FROM_NOW = "from now|from today|from tomorrow|later|ab heute|vanaf nu|à partir d[’']aujourd[’']hui"
const NEXT = 'next|nächste[nrsm]?|proch?ain(?:e)?|próxim[oa]|pr[oó]xim[oa]|prossim[oa]|volgende?|following'
const COMING =
  'this|this coming|coming|the coming|diese[nrsm]?|kommende[nrsm]?|ce|cet|cette|est[ea]|quest[oa]|deze|dit|komende?'
const AFTER = 'prochaine?|prossim[oa]|próxim[oa]|que viene|que vem'
const WEEKEND = 'weekend|week-end|wochenende|fin de semana|fine settimana|fim de semana'
const WORD = '[\\p{L}-]{3,14}'
const COUNT = `(\\d{1,3}|${Object.keys(NUMBERS).map(escape).join('|')})`

type Reader = (found: RegExpExecArray, today: Day) => Day | undefined

/** Ways to say a day by today, each with what it means. */
export const RELATIVE: readonly { pattern: RegExp; read: Reader }[] = [
  {
    pattern: apart(
      Object.keys(NEAR)
        .toSorted((a, b) => b.length - a.length)
        .map((word) =>
          /^(morgen|mañana)$/.test(word) ? `(?<!\\b(?:am|jeden|la|heute)\\s)${word}` : escape(word),
        )
        .join('|'),
    ),
    read: ([said], today) => shift(today, NEAR[said.toLowerCase()] ?? 0),
  },
  {
    pattern: apart(`(${WORD})\\s+(?:${IN})\\s+${COUNT}\\s+(${WEEK}|${FORTNIGHT})`),
    read: ([, name, count, unit], today) => {
      const weekday = dayNamed(name!)
      return weekday === undefined ? undefined : shift(coming(weekday, today), 7 * weeksIn(count!, unit!))
    },
  },
  {
    pattern: apart(`${COUNT}\\s+(${WEEK})\\s+(?:from|after)\\s+(${WORD})`),
    read: ([, count, , name], today) => {
      const weekday = dayNamed(name!)
      return weekday === undefined ? undefined : shift(coming(weekday, today), 7 * numberOf(count!))
    },
  },
  { pattern: apart(`(?:${IN})\\s+${COUNT}\\s+(${DAY}|${WEEK}|${MONTH}|${FORTNIGHT})`), read: later },
  { pattern: apart(`${COUNT}\\s+(${DAY}|${WEEK}|${MONTH})\\s+(?:${FROM_NOW})`), read: later },
  {
    pattern: apart(`(?:(${NEXT})|(?:${COMING}))\\s+(?:${WEEKEND})`),
    read: ([, next], today) => shift(weekend(today), next ? 7 : 0),
  },
  {
    pattern: apart(`(?:${WEEKEND})\\s+(?:${AFTER})`),
    read: (_found, today) => shift(weekend(today), 7),
  },
  {
    pattern: apart(`(${WORD})\\s+(?:of\\s+)?(?:(?:${NEXT})\\s+(?:week|woche)|la semaine prochaine)`),
    read: ([, name], today) => {
      const weekday = dayNamed(name!)
      return weekday === undefined ? undefined : shift(today, 7 - weekdayAt(today) + weekday)
    },
  },
  {
    pattern: apart(`(${NEXT})\\s+(${WORD})`),
    read: ([, said, name], today) => {
      const weekday = dayNamed(name!)
      if (weekday === undefined) return nextUnit(name!, today)
      const near = coming(weekday, today)
      const isThisWeek = weekdayAt(today) < weekday && /^(next|n)/i.test(said!)
      return isThisWeek ? shift(near, 7) : near
    },
  },
  {
    pattern: apart(`(?:${COMING})\\s+(${WORD})`),
    read: ([, name], today) => weekdayToCome(name!, today),
  },
  {
    pattern: apart(`(${WORD})\\s+(?:${AFTER})`),
    read: ([, name], today) => weekdayToCome(name!, today) ?? nextUnit(name!, today),
  },
  {
    pattern: apart('(?:the\\s+)?end of (?:the|this) month|(?:zum |am )?monatsende'),
    read: (_found, { year, month }) => shiftMonths({ year, month, day: 31 }, 0),
  },
]

/** A day of the week by itself: the next one there is. */
export const BARE_WEEKDAY: { pattern: RegExp; read: Reader } = {
  pattern: apart(`(${WORD})`),
  read: ([, name], today) => weekdayToCome(name!, today),
}

function weekdayToCome(name: string, today: Day): Day | undefined {
  const weekday = dayNamed(name)
  return weekday === undefined ? undefined : coming(weekday, today)
}

/** In a sentence short forms of other tongues are words of their own: `mar`, `sex`, `dom`. */
function dayNamed(name: string): number | undefined {
  return name.length >= 5 || /^(mon|tues?|wed|thu|thur|thurs|fri|sat|sun)$/i.test(name)
    ? weekdayOf(name)
    : undefined
}

/** Many months are how long something lasts: `pay it back in 48 months`. */
const MOST_MONTHS = 6

function later([, count, unit]: RegExpExecArray, today: Day): Day | undefined {
  const number = numberOf(count!)
  if (new RegExp(`^(?:${MONTH})$`, 'iu').test(unit!))
    return number > MOST_MONTHS ? undefined : shiftMonths(today, number)
  return shift(today, new RegExp(`^(?:${DAY})$`, 'iu').test(unit!) ? number : 7 * weeksIn(count!, unit!))
}

/** `next week` begins on Monday, `next month` on its first. */
function nextUnit(unit: string, today: Day): Day | undefined {
  if (new RegExp(`^(?:${WEEK})$`, 'iu').test(unit)) return shift(today, 7 - weekdayAt(today))
  if (!new RegExp(`^(?:${MONTH})$`, 'iu').test(unit)) return undefined
  return shiftMonths({ ...today, day: 1 }, 1)
}

function weeksIn(count: string, unit: string): number {
  return numberOf(count) * (unit.toLowerCase() === FORTNIGHT ? 2 : 1)
}

function numberOf(word: string): number {
  return NUMBERS[word.toLowerCase()] ?? Number(word)
}

function coming(weekday: number, today: Day): Day {
  return shift(today, ((weekday - weekdayAt(today) + 6) % 7) + 1)
}

/** Saturday; on a Sunday the weekend is already there. */
function weekend(today: Day): Day {
  return shift(today, Math.max(0, 5 - weekdayAt(today)))
}

function apart(source: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${source})(?![\\p{L}\\p{N}])`, 'giu')
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

function each(words: string, value: number): Record<string, number> {
  return Object.fromEntries(words.split('|').map((word) => [word, value]))
}

/** Whether a text is nothing but the name of a day of the week. */
export function isWeekday(text: string): boolean {
  return dayNamed(bare(text.trim())) !== undefined
}
