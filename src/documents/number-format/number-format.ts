import BUILT_IN_FORMATS from './built-in-formats.json' with { type: 'json' }
import { dateText } from './date-text.ts'
import { generalText, numberText } from './number-text.ts'
import { readSections } from './section.ts'
import type { Condition, Section } from './section.ts'

/** How a cell shows what it holds. */
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
    return literally(section, shown)
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
function sectionFor(
  value: number,
  sections: readonly Section[],
): { section: Section | undefined; isSignShown: boolean } {
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

/** Blanks before it do not count. */
function beginsWithMinus({ tokens }: Section): boolean {
  const first = tokens.find((token) => token.type !== 'literal' || token.text.trim() !== '')
  return first?.type === 'literal' && first.text.startsWith('-')
}

function holds({ operator, bound }: Condition, value: number): boolean {
  if (operator === '<') return value < bound
  if (operator === '>') return value > bound
  if (operator === '<=') return value <= bound
  if (operator === '>=') return value >= bound
  return operator === '=' ? value === bound : value !== bound
}

/** Text has the fourth part, or any that has a place for it. */
function shownText(text: string, sections: readonly Section[]): string {
  const section = sections[3] ?? sections.find(({ tokens }) => tokens.some(({ type }) => type === 'text'))
  return section?.tokens.some(({ type }) => type === 'text') ? literally(section, text) : text
}

function literally({ tokens }: Section, shown: string): string {
  return tokens
    .map((token) => {
      if (token.type === 'text' || token.type === 'general') return shown
      return token.type === 'literal' ? token.text : ''
    })
    .join('')
    .trim()
}

/** The format of each style of a workbook, by its number. */
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
      formats.get(id) ?? numberFormat(neutral(own.get(id) ?? BUILT_IN.get(String(id)) ?? 'General'), is1904)
    formats.set(id, format)
    return format
  }
}

/** Formats which say "as the machine of the reader has it" name no order of day and month. */
function neutral(code: string): string {
  if (/\[\$-f800\]/i.test(code)) return 'yyyy-mm-dd'
  return /\[\$-f400\]/i.test(code) ? 'hh:mm:ss' : code
}

/**
 * The number formats that files name by number alone. Those which follow the settings of the reader's own machine show
 * dates as ISO 8601 writes them.
 */
const BUILT_IN: ReadonlyMap<string, string> = new Map(Object.entries(BUILT_IN_FORMATS))
