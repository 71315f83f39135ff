import BUILT_IN_FORMATS from './built-in-formats.json' with { type: 'json' }
import { generalText, numberText } from './number-text.ts'
import type { Token } from './number-text.ts'

interface NumberFormat {
  ofNumber(value: number): string
  ofText(text: string): string
}

/** Reads a number format, as `#,##0.00;[Red]-#,##0.00`. Names of months and days are English, whatever its language. */
export function numberFormat(code: string, is1904: boolean): NumberFormat {
  if (code === '' || /^general$/i.test(code)) return { ofNumber: generalText, ofText: (text) => text }
  const sections = readSections(code)
  return {
    ofNumber: (value) => shownNumber(value, sections, is1904),
    ofText: (text) => shownText(text, sections),
  }
}

function shownNumber(value: number, sections: readonly Section[], is1904: boolean): string {
  if (!Number.isFinite(value)) return ''
  const { section, isSignShown } = sectionFor(value, sections)
  if (!section) return generalText(value)
  const { tokens } = section
  if (section.isDate) return shownDate(value, section, is1904)
  if (tokens.some(({ type }) => type === 'text' || type === 'general')) {
    const shown = generalText(isSignShown ? value : Math.abs(value))
    return literalText(section, shown)
  }
  const text = numberText(Math.abs(value), tokens)
  const sign = isSignShown && value < 0 && /[1-9]/.test(text) ? '-' : ''
  return (sign + text).replace(/\s+/g, ' ').trim()
}

/** Nothing is before the start of the calendar, but time that runs on can run backwards. */
function shownDate(value: number, { tokens }: Section, is1904: boolean): string {
  const isElapsed = tokens.some((token) => token.type === 'date' && token.text.startsWith('['))
  const sign = isElapsed && value < 0 ? '-' : ''
  const text = dateText(isElapsed ? Math.abs(value) : value, tokens, is1904)?.trim()
  return text === undefined ? generalText(value) : sign + text
}

/** The part that is meant for a number: by its condition, or by its sign, which a part of its own then writes. */
function sectionFor(value: number, sections: readonly Section[]) {
  const numeric = sections.slice(0, 3)
  if (numeric.some(({ condition }) => condition)) {
    const section =
      numeric.find(({ condition }) => condition && holds(condition, value)) ??
      numeric.findLast(({ condition }) => !condition)
    return { section, isSignShown: !section || !beginsWithMinus(section) }
  }
  const [positive, negative, zero] = numeric
  if (value < 0 && negative) return { section: negative, isSignShown: false }
  if (value === 0 && zero) return { section: zero, isSignShown: false }
  return { section: positive!, isSignShown: true }
}

function beginsWithMinus({ tokens }: Section): boolean {
  const first = tokens.find((token) => token.type !== 'literal' || token.text.trim() !== '')
  return first?.type === 'literal' && first.text.startsWith('-')
}

function holds({ operator, bound }: NonNullable<Section['condition']>, value: number): boolean {
  if (operator === '<') return value < bound
  if (operator === '>') return value > bound
  if (operator === '<=') return value <= bound
  if (operator === '>=') return value >= bound
  return operator === '=' ? value === bound : value !== bound
}

function shownText(text: string, sections: readonly Section[]): string {
  const section = sections[3] ?? sections.find(({ tokens }) => tokens.some(({ type }) => type === 'text'))
  return section?.tokens.some(({ type }) => type === 'text') ? literalText(section, text) : text
}

function literalText({ tokens }: Section, shown: string): string {
  return tokens
    .map((token) => {
      if (token.type === 'text' || token.type === 'general') return shown
      return token.type === 'literal' ? token.text : ''
    })
    .join('')
    .trim()
}

export type CellFormats = (style: number) => NumberFormat

/** Cells name a style by its number, and a style a format: one that the document brings along, or one that all know. */
export function cellFormats(
  styles: readonly number[],
  own: ReadonlyMap<number, string>,
  is1904: boolean,
): CellFormats {
  const formats = new Map<number, NumberFormat>()
  return (style) => {
    const id = styles[style] ?? 0
    const format =
      formats.get(id) ??
      numberFormat(neutralFormat(own.get(id) ?? BUILT_IN.get(String(id)) ?? 'General'), is1904)
    formats.set(id, format)
    return format
  }
}

/** Formats which say "as the machine of the reader has it" name no order of day and month. */
function neutralFormat(code: string): string {
  if (/\[\$-f800\]/i.test(code)) return 'yyyy-mm-dd'
  return /\[\$-f400\]/i.test(code) ? 'hh:mm:ss' : code
}

/** Formats that files name by number alone. Those that follow the reader's settings show dates as in ISO 8601. */
const BUILT_IN: ReadonlyMap<string, string> = new Map(Object.entries(BUILT_IN_FORMATS))

interface Section {
  tokens: Token[]
  /** `[<100]` and the like: when this part is the one to use. */
  condition: { operator: string; bound: number } | undefined
  isDate: boolean
}

const MAX_CODE_CHARS = 512

function readSections(code: string): Section[] {
  const sections: Section[] = [{ tokens: [], condition: undefined, isDate: false }]
  const pattern = new RegExp(PIECES, 'gi')
  for (const { 0: piece } of code.slice(0, MAX_CODE_CHARS).matchAll(pattern)) {
    if (piece === ';') sections.push({ tokens: [], condition: undefined, isDate: false })
    else addPiece(sections.at(-1)!, piece)
  }
  for (const section of sections) {
    section.isDate = section.tokens.some(({ type }) => type === 'date')
    if (section.isDate) nameMinutes(section.tokens)
  }
  return sections
}

const PIECES = [
  String.raw`"[^"]*"?`,
  String.raw`[\\_*][\s\S]`,
  String.raw`\[[^\]]*\]?`,
  'General',
  'AM/PM',
  'A/P',
  String.raw`E[+-]`,
  'y+|m+|d+|h+|s+|e+|b+|g+',
  String.raw`\.0+(?![0#?])`,
  String.raw`[\s\S]`,
].join('|')

function addPiece(section: Section, piece: string): void {
  const { tokens } = section
  const first = piece[0]!
  if (first === '"') tokens.push({ type: 'literal', text: piece.replaceAll('"', '') })
  else if (first === '\\' && piece.length > 1) tokens.push({ type: 'literal', text: piece.slice(1) })
  else if (first === '_' && piece.length > 1) tokens.push({ type: 'literal', text: ' ' })
  else if (first === '*' && piece.length > 1) return
  else if (first === '[') addBracket(section, piece.slice(1, piece.endsWith(']') ? -1 : undefined))
  else if (/^general$/i.test(piece)) tokens.push({ type: 'general' })
  else if (/^(am\/pm|a\/p|[ymdhsebg]+)$/i.test(piece))
    tokens.push({ type: 'date', text: piece.toLowerCase() })
  else if (/^e[+-]$/i.test(piece)) tokens.push({ type: 'exponent', text: piece })
  else if (/^\.0+$/.test(piece)) addFraction(tokens, piece)
  else tokens.push(signToken(piece))
}

/** Zeros after a point belong to the seconds when a time stands before them, else to a number. */
function addFraction(tokens: Token[], piece: string): void {
  const last = tokens.at(-1)
  if (last?.type === 'date' && /^\[?s+\]?$/.test(last.text)) tokens.push({ type: 'date', text: piece })
  else {
    tokens.push({ type: 'point' })
    for (const digit of piece.slice(1)) tokens.push({ type: 'digit', text: digit })
  }
}

function signToken(sign: string): Token {
  if (sign === '0' || sign === '#' || sign === '?') return { type: 'digit', text: sign }
  if (sign === '.') return { type: 'point' }
  if (sign === ',') return { type: 'comma' }
  if (sign === '%') return { type: 'percent' }
  if (sign === '/') return { type: 'slash' }
  if (sign === '@') return { type: 'text' }
  return { type: 'literal', text: sign }
}

function addBracket(section: Section, inner: string): void {
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i.exec(inner)
  if (condition) section.condition = { operator: condition[1]!, bound: Number(condition[2]) }
  else if (/^(h+|m+|s+)$/i.test(inner))
    section.tokens.push({ type: 'date', text: `[${inner.toLowerCase()}]` })
  else if (inner.startsWith('$')) {
    section.tokens.push({ type: 'literal', text: inner.slice(1).split('-', 1)[0]! })
  }
}

/** The letter m means minutes beside hours and seconds. */
function nameMinutes(tokens: Token[]): void {
  const dates = tokens.filter((token) => token.type === 'date')
  for (const [index, token] of dates.entries()) {
    if (!/^m{1,2}$/.test(token.text)) continue
    const before = dates[index - 1]?.text ?? ''
    const after = dates[index + 1]?.text ?? ''
    if (/^\[?[hs]/.test(before) || /^\[?s/.test(after)) token.text = token.text.replaceAll('m', 'n')
  }
}

const DAY_MS = 86_400_000
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

function dateText(serial: number, tokens: readonly Token[], is1904: boolean): string | undefined {
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
