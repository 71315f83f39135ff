import { codePageOfCharset } from '../../compound-file/code-page.ts'
import { documentMetadata } from '../../converted.ts'
import type { DocumentMetadata } from '../../converted.ts'
import type { Marker } from '../block.ts'
import { formatNumber } from '../list-counter.ts'

/** A font: its name, and the code page that its bytes are of. */
interface Font {
  name: string
  codePage: number | undefined
}

/** A style of paragraphs. */
interface Style {
  name: string
  outlineLevel: number | undefined
}

/** What the head of an RTF file says: fonts, styles and lists, by their numbers. */
export class Tables {
  readonly fonts = new Map<number, Font>()
  readonly styles = new Map<number, Style>()
  private readonly lists = new Map<number, number[]>()
  private readonly overrides = new Map<number, number>()
  private readonly counts = new Map<string, number>()
  private font = -1
  private style = -1
  private levels: number[] = []
  private list = 0

  fontWord(name: string, value: number | undefined): void {
    if (name === 'f' && value !== undefined) {
      this.font = value
      this.fonts.set(value, { name: '', codePage: undefined })
    }
    const font = this.fonts.get(this.font)
    if (!font || value === undefined) return
    if (name === 'fcharset') font.codePage ??= codePageOfCharset(value)
    else if (name === 'cpg') font.codePage = value
  }

  fontName(text: string): void {
    const font = this.fonts.get(this.font)
    if (font && font.name.length < MAX_NAME) font.name += text.replace(/;.*$/s, '')
  }

  /** A style without a number is the one of ordinary paragraphs. */
  beginStyle(): void {
    this.style = 0
    this.styles.set(0, { name: '', outlineLevel: undefined })
  }

  styleWord(name: string, value: number | undefined): void {
    if ((name === 's' || name === 'cs' || name === 'ds' || name === 'ts') && value !== undefined) {
      // Only styles of paragraphs count, and the others must not take their numbers.
      this.style = name === 's' ? value : -1
      if (name === 's') this.styles.set(value, { name: '', outlineLevel: undefined })
    }
    const style = this.styles.get(this.style)
    if (style && name === 'outlinelevel') style.outlineLevel = value
  }

  styleName(text: string): void {
    const style = this.styles.get(this.style)
    if (style && style.name.length < MAX_NAME) style.name += text.replace(/;.*$/s, '')
  }

  listWord(name: string, value = 0): void {
    if (name === 'list') this.levels = []
    else if ((name === 'levelnfc' || name === 'levelnfcn') && this.levels.length < 10) {
      if (name === 'levelnfc') this.levels.push(value)
      else this.levels[Math.max(this.levels.length - 1, 0)] = value
    } else if (name === 'listid') this.lists.set(value, this.levels)
  }

  overrideWord(name: string, value = 0): void {
    if (name === 'listid') this.list = value
    else if (name === 'ls') this.overrides.set(value, this.list)
  }

  /** What stands before an item for which the file does not say so. */
  countedMarker(list: number, level: number): Marker {
    const format = this.lists.get(this.overrides.get(list) ?? -1)?.[level] ?? BULLET
    if (format === BULLET || format === NONE) return { type: 'bullet' }
    const key = `${list} ${level}`
    const value = (this.counts.get(key) ?? 0) + 1
    this.counts.set(key, value)
    for (let below = level + 1; below < 9; below++) this.counts.delete(`${list} ${below}`)
    const name = FORMATS[format] ?? 'decimal'
    return name === 'decimal'
      ? { type: 'number', value, label: `${value}.` }
      : { type: 'label', text: `${formatNumber(value, name)}.` }
  }
}

const MAX_NAME = 200
const BULLET = 23
const NONE = 255
const FORMATS = ['decimal', 'upperRoman', 'lowerRoman', 'upperLetter', 'lowerLetter']

/** What a label, as it is written before an item, says about it. */
export function markerOfLabel(label: string): Marker {
  const text = label.trim()
  const number = /^(\d{1,9})[.)]?$/.exec(text)
  if (number) return { type: 'number', value: Number(number[1]), label: text }
  return /^[\p{L}\p{N}([§][\p{L}\p{N}().[\]-]*$/u.test(text) && !/^[o§]$/.test(text)
    ? { type: 'label', text }
    : { type: 'bullet' }
}

/** What an RTF file says about itself. */
export class Information {
  private readonly texts = new Map<string, string>()
  private readonly times = new Map<string, Map<string, number>>()

  text(field: string, text: string): void {
    const before = this.texts.get(field) ?? ''
    if (before.length < MAX_LENGTH) this.texts.set(field, before + text)
  }

  /** Times are written in words such as `\yr2024`. */
  word(field: string, name: string, value: number): void {
    const time = this.times.get(field) ?? new Map<string, number>()
    this.times.set(field, time.set(name, value))
  }

  metadata(): DocumentMetadata {
    const text = (name: string) => this.texts.get(name)?.trim() ?? ''
    return documentMetadata({
      title: text('title'),
      author: text('author'),
      description: text('doccomm') || text('subject'),
      keywords: text('keywords'),
      createdTime: this.time('creatim'),
      modifiedTime: this.time('revtim'),
    })
  }

  private time(field: string): number | undefined {
    const at = (name: string) => this.times.get(field)?.get(name) ?? 0
    const year = at('yr')
    if (year < 1900 || year > 9999) return undefined
    const day = [year, Math.max(at('mo') - 1, 0), Math.max(at('dy'), 1)] as const
    return Date.UTC(...day, at('hr'), at('min'))
  }
}

const MAX_LENGTH = 10_000
