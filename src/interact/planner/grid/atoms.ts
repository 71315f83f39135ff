import { plain, stemOf, wordsOf } from '../match/words.ts'
import { weekdayOf } from '../widgets/date/calendar-names.ts'
import { weekdayAt } from '../widgets/date/day.ts'
import type { Day } from '../widgets/date/day.ts'
import { findDate, readTime } from '../widgets/date/read-date.ts'
import type { Calends } from '../widgets/date/read-date.ts'
import { isWeekday } from '../widgets/date/relative-day.ts'

/** One thing that words say about which cell of a grid is meant: a word of its row, of its column, a day, a time. */
export interface Atom {
  text: string
  /** Whether a text says it. */
  isIn: (text: SaidText) => boolean
}

/** A text as it is compared: its words, and what it says about days and times. */
export interface SaidText {
  text: string
  stems: ReadonlySet<string>
}

export function saidText(text: string): SaidText {
  return { text, stems: new Set(wordsOf(text).map(stemOf)) }
}

const LIGHT = new Set(
  (
    'a an the of to in on at for and or with my your is by from as into it under per um am im den der die das dem fur auf ' +
    'von bei zum zur le la les du de des pour el los las del para por il lo gli di per con het een voor van o os as do da no na'
  ).split(' '),
)
/** Nouns for parts of grids, which no cell says of itself. */
const PARTS =
  /^(rows?|columns?|cells?|seats?|slots?|switch|toggle|checkbox|box|settings?|options?|showing|show|uhr|o'clock|reihe|zeile|spalte|platz|plaetze|sitz|sitze|rang|termin|appointment|fila|columna|asientos?|rangee|colonne|siege|places?|riga|colonna|posti|posto|rij|kolom|stoel|fileira|coluna|assentos?)$/

const TIME = /\b\d{1,2}:\d{2}(?:\s*[ap]\.?m\.?)?|\b\d{1,2}\s*[ap]\.?m\b\.?|\b\d{1,2}(?=\s*uhr\b)/i
/** `E7`, `12C`: a row and a column in one. */
const CODE = /^(?:(\p{L}{1,2})[- ]?(\d{1,3})|(\d{1,3})[- ]?(\p{L}))$/u

/** `row A`: there the letter is no article. */
const ROW_LETTER =
  /(?<!\p{L})(?:row|column|reihe|zeile|spalte|rangée|fila|columna|riga|rij|fileira)\s+(\p{L})(?!\p{L})/iu

/** Whether words say a row and a column in one. */
export function hasCode(said: string): boolean {
  return wordsOf(said).some((word) => CODE.test(word))
}

/** What words say about a cell, piece by piece; without what says nothing. */
export function atomsOf(said: string, calends: Calends): Atom[] {
  const atoms: Atom[] = []
  let rest = said
  const date = findDate(rest, calends)
  if (date) {
    atoms.push({ text: date.text, isIn: ({ text }) => saysDay(text, date.day, calends) })
    rest = rest.replace(date.text, ' ')
  }
  const time = TIME.exec(rest)?.[0]
  const clock = time && readTime(/\d\s*$/.test(time) && !time.includes(':') ? `${time}:00` : time)
  if (time && clock) {
    atoms.push({ text: time, isIn: ({ text }) => text.length < 40 && readTime(text) === clock })
    rest = rest.replace(time, ' ')
  }
  const row = ROW_LETTER.exec(rest)
  if (row) {
    atoms.push({ text: row[1]!, isIn: ({ stems }) => stems.has(row[1]!.toLowerCase()) })
    rest = rest.replace(row[0], ' ')
  }
  for (const word of wordsOf(rest)) atoms.push(...wordAtoms(word))
  return atoms
}

export function wordAtoms(word: string): Atom[] {
  if (LIGHT.has(word) || PARTS.test(plain(word))) return []
  const weekday = isWeekday(word) ? weekdayOf(word) : undefined
  if (weekday !== undefined) return [{ text: word, isIn: ({ text }) => weekdayIn(text) === weekday }]
  const code = CODE.exec(word)
  if (code) {
    const parts = [code[1] ?? code[3]!, code[2] ?? code[4]!]
    return parts.map((part) => ({
      text: part,
      isIn: ({ stems }) => stems.has(part) || stems.has(word),
    }))
  }
  const stem = stemOf(word)
  return [{ text: word, isIn: ({ stems }) => stems.has(stem) }]
}

/** Whether a short text says a day: its date, or only the day of the week or of the month. */
export function saysDay(text: string, day: Day, calends: Calends): boolean {
  if (text.length > 40) return false
  const found = findDate(text, calends)?.day
  if (found) return found.day === day.day && found.month === day.month
  const number = /(?<![\d:.,])(\d{1,2})(?:st|nd|rd|th|\.)?(?![\d:.,])/.exec(text)
  const weekday = weekdayIn(text)
  if (weekday === undefined || weekday !== weekdayAt(day)) return false
  return number === null || Number(number[1]) === day.day
}

/** The day of the week that begins or ends a short text: `Mi, 10.03.`, `Thu 12`. */
export function weekdayIn(text: string): number | undefined {
  for (const word of text.match(/\p{L}{2,}/gu) ?? []) {
    const found = weekdayOf(word) ?? SHORTEST[plain(word)]
    if (found !== undefined) return found
  }
  return undefined
}

/** German and Dutch calendars have two letters. */
const SHORTEST: Readonly<Record<string, number>> = {
  mo: 0,
  ma: 0,
  di: 1,
  mi: 2,
  wo: 2,
  do: 3,
  fr: 4,
  vr: 4,
  sa: 5,
  za: 5,
  so: 6,
  zo: 6,
}
