import { countOf } from '../../open-document/count-of.ts'
import { elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Marker } from '../block.ts'
import { markerOf } from '../marker.ts'
import type { LevelFormat } from '../marker.ts'

interface Level extends LevelFormat {
  start: number
}

/** The styles of lists of an OpenDocument text, and where each has counted to. */
export class Lists {
  private readonly styles = new Map<string, Map<number, Level>>()
  private readonly counts = new Map<string, number[]>()

  /** The places where styles stand; what is said later counts. */
  constructor(places: readonly (XmlElement | undefined)[]) {
    for (const place of places) {
      for (const style of elementsOf(place)) {
        if (style.name === 'text:list-style')
          this.styles.set(style.attributes['style:name'] ?? '', levelsOf(style))
        else if (style.name === 'text:outline-style') this.styles.set(OUTLINE, levelsOf(style))
      }
    }
  }

  /** Starts a list anew. */
  begin(style: string, level: number): void {
    const counts = this.counts.get(style)
    if (counts) counts.length = Math.min(counts.length, level)
  }

  /** What stands before the next item of a list of this style. */
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

/** The numbers of headings. */
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

const FORMATS: ReadonlyMap<string, string> = new Map([
  ['1', 'decimal'],
  ['a', 'lowerLetter'],
  ['A', 'upperLetter'],
  ['i', 'lowerRoman'],
  ['I', 'upperRoman'],
  ['一, 二, 三, ...', 'chineseCounting'],
])

function labelOf(attributes: Record<string, string>, index: number, format: string): string {
  if (format === 'none' || format === 'bullet') return ''
  const shown = countOf(attributes['text:display-levels'], index + 1)
  const numbers = Array.from({ length: shown }, (_, step) => `%${index + 2 - shown + step}`)
  return `${attributes['style:num-prefix'] ?? ''}${numbers.join('.')}${attributes['style:num-suffix'] ?? ''}`
}
