import NUMBER_FORMATS from '../number-formats.json' with { type: 'json' }
import { countOf, elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Marker, Marks, ParagraphStyle } from '../document-html.ts'
import {
  headingLevelOf,
  isCodeLettersName,
  isMonospaced,
  markerOf,
  roleOfName,
  styleFinder,
} from '../conventions.ts'
import type { LevelFormat } from '../conventions.ts'

const PLAIN = {
  role: 'text' as ParagraphStyle,
  headingLevel: undefined as number | undefined,
  marks: {} as Marks,
  isHidden: false,
  isMonospaced: false,
}

type Style = typeof PLAIN

export type Styles = ReturnType<typeof readStyles>

/** The styles of an OpenDocument text by family and name; later definitions win. */
export function readStyles(places: readonly (XmlElement | undefined)[]) {
  const keyOf = (family: string | undefined, name: string | undefined) =>
    name === undefined ? undefined : `${family} ${name}`
  const byKey = new Map<string | undefined, XmlElement>()
  for (const element of places.flatMap((place) => elementsOf(place, 'style:style'))) {
    byKey.set(keyOf(element.attributes['style:family'], element.attributes['style:name']), element)
  }
  const find = styleFinder<string, XmlElement, Style>(PLAIN, {
    writtenAs: (key) => byKey.get(key),
    baseOf: ({ attributes }) => keyOf(attributes['style:family'], attributes['style:parent-style-name']),
    styleOf,
  })
  return (family: 'paragraph' | 'text', name: string | undefined) => find(keyOf(family, name))
}

function styleOf(element: XmlElement, base: Style): Style {
  const { attributes } = element
  const isOfLetters = attributes['style:family'] === 'text'
  const shown = attributes['style:display-name'] ?? decodedName(attributes['style:name'] ?? '')
  const outline = attributes['style:default-outline-level']
  const letters = elementAt(element, 'style:text-properties')?.attributes ?? {}
  const font = letters['style:font-name'] ?? letters['fo:font-family']
  const marks = isOfLetters ? { ...base.marks, ...marksOf(letters) } : {}
  if (isOfLetters && isCodeLettersName(shown)) marks.code = true
  return {
    role: roleOfName(shown) ?? base.role,
    headingLevel: headingLevelOf(shown) ?? (outline ? Number(outline) : base.headingLevel),
    marks,
    isHidden: letters['text:display'] === undefined ? base.isHidden : letters['text:display'] === 'none',
    isMonospaced: font === undefined ? base.isMonospaced : isMonospaced(font.replaceAll("'", '')),
  }
}

/** Style names encode characters other than letters by number. */
function decodedName(name: string): string {
  return name.replace(/_([0-9a-f]{2,4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function marksOf(letters: Record<string, string>): Marks {
  const marks: Marks = {}
  const weight = letters['fo:font-weight']
  if (weight !== undefined) marks.bold = weight === 'bold' || Number(weight) >= 600
  const slant = letters['fo:font-style']
  if (slant !== undefined) marks.italic = slant === 'italic' || slant === 'oblique'
  const line = letters['style:text-line-through-style'] ?? letters['style:text-line-through-type']
  if (line !== undefined) marks.strike = line !== 'none'
  const position = letters['style:text-position'] ?? ''
  if (/^(?:super|[1-9])/.test(position)) marks.script = 'sup'
  else if (/^(?:sub|-)/.test(position)) marks.script = 'sub'
  return marks
}

interface Level extends LevelFormat {
  start: number
}

/** The list styles of an OpenDocument text, and their counters. */
export class Lists {
  private readonly styles = new Map<string, Map<number, Level>>()
  private readonly counts = new Map<string, number[]>()

  constructor(places: readonly (XmlElement | undefined)[]) {
    for (const place of places) {
      for (const style of elementsOf(place)) {
        if (style.name === 'text:list-style')
          this.styles.set(style.attributes['style:name'] ?? '', levelsOf(style))
        else if (style.name === 'text:outline-style') this.styles.set(OUTLINE, levelsOf(style))
      }
    }
  }

  begin(style: string, level: number): void {
    const counts = this.counts.get(style)
    if (counts) counts.length = Math.min(counts.length, level)
  }

  next(style: string, level: number, startValue: number | undefined): Marker | undefined {
    const levels = this.styles.get(style)
    if (!levels || level > 9) return style === OUTLINE ? undefined : { type: 'bullet' }
    const at = (index: number) => levels.get(index) ?? DEFAULT_LEVEL
    const counts = this.counts.get(style) ?? []
    this.counts.set(style, counts)
    counts[level] = startValue ?? (counts[level] ?? at(level).start - 1) + 1
    counts.length = level + 1
    return markerOf(level, at, (index) => counts[index] ?? at(index).start)
  }
}

export const OUTLINE = ' outline'

const DEFAULT_LEVEL: Level = { format: 'bullet', text: '', isLegal: false, start: 1 }

function levelsOf(style: XmlElement): Map<number, Level> {
  const levels = new Map<number, Level>()
  for (const element of elementsOf(style)) {
    const index = Number(element.attributes['text:level'] ?? 0) - 1
    if (index >= 0 && index <= 9) levels.set(index, levelOf(element, index))
  }
  return levels
}

function levelOf({ name, attributes }: XmlElement, index: number): Level {
  const written = attributes['style:num-format'] ?? ''
  const isNumbered = name === 'text:list-level-style-number' || name === 'text:outline-level-style'
  const format = isNumbered ? (FORMATS.get(written) ?? (written === '' ? 'none' : 'decimal')) : 'bullet'
  const start = Number.parseInt(attributes['text:start-value'] ?? '1', 10)
  return { format, text: labelOf(attributes, index, format), isLegal: false, start: start >= 0 ? start : 1 }
}

const FORMATS: ReadonlyMap<string, string> = new Map(Object.entries(NUMBER_FORMATS.odt))

function labelOf(attributes: Record<string, string>, index: number, format: string): string {
  if (format === 'none' || format === 'bullet') return ''
  const shown = countOf(attributes['text:display-levels'], index + 1)
  const numbers = Array.from({ length: shown }, (_, step) => `%${index + 2 - shown + step}`)
  return `${attributes['style:num-prefix'] ?? ''}${numbers.join('.')}${attributes['style:num-suffix'] ?? ''}`
}
