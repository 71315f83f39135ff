import { shownPicture } from '../document-html.ts'
import type { Inline, Marker, Marks } from '../document-html.ts'
import type { CellLayout, RowLayout } from '../block-builder.ts'
import { formatNumber } from '../conventions.ts'
import { codePageOfCharset } from '../../compound-file/compound-file.ts'
import { documentMetadata } from '../../converted.ts'
import type { DocumentMetadata } from '../../converted.ts'
import type { Pictures } from '../../markup.ts'
import WORDS from './words.json' with { type: 'json' }

type Destination =
  | 'text'
  | 'skipped'
  /** Says nothing itself, but may hold what does. */
  | 'frame'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'information'
  | 'instruction'
  | 'picture'
  | 'label'
  | 'author'
  | 'property name'
  | 'property value'

/** How paragraphs are until something else is said. */
const PLAIN_PARAGRAPH = {
  style: undefined as number | undefined,
  outlineLevel: undefined as number | undefined,
  list: undefined as number | undefined,
  level: 0,
  depth: 0,
}

export const FIRST_STATE = {
  destination: 'text' as Destination,
  word: '',
  marks: {} as Marks,
  isHidden: false,
  font: -1,
  /** How many fallback characters follow each Unicode character, for readers without Unicode. */
  fallbackLength: 1,
  paragraph: PLAIN_PARAGRAPH,
  /** A field: its text comes from an instruction. */
  field: undefined as { instruction: string } | undefined,
  href: undefined as string | undefined,
}

export type State = typeof FIRST_STATE

export const CHARACTERS: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.characters))

/** The state after a word about letters; undefined when it is about something else. */
export function changeLetters(name: string, value: number | undefined, state: State): State | undefined {
  const isOn = value !== 0
  const withMarks = (marks: Marks) => ({ ...state, marks: { ...state.marks, ...marks } })
  if (name === 'plain') return { ...state, marks: {}, isHidden: false, font: -1 }
  if (name === 'b') return withMarks({ bold: isOn })
  if (name === 'i') return withMarks({ italic: isOn })
  if (name === 'strike' || name === 'striked') return withMarks({ strike: isOn })
  if (name === 'super') return { ...state, marks: withScript(state, isOn ? 'sup' : undefined) }
  if (name === 'sub') return { ...state, marks: withScript(state, isOn ? 'sub' : undefined) }
  if (name === 'nosupersub') return { ...state, marks: withScript(state, undefined) }
  if (name === 'v' || name === 'deleted') return { ...state, isHidden: isOn }
  return name === 'f' ? { ...state, font: value ?? 0 } : undefined
}

function withScript({ marks }: State, script: 'sub' | 'sup' | undefined): State['marks'] {
  const { script: _, ...rest } = marks
  return script ? { ...rest, script } : rest
}

/** The state after a word about paragraphs; undefined when it is about something else. */
export function changeParagraph(name: string, value = 0, state: State): State | undefined {
  const { depth } = state.paragraph
  const change = (changed: Partial<typeof PLAIN_PARAGRAPH>) => ({
    ...state,
    paragraph: { ...state.paragraph, ...changed },
  })
  if (name === 'pard') return { ...state, paragraph: PLAIN_PARAGRAPH }
  if (name === 's') return change({ style: value })
  if (name === 'outlinelevel') return change({ outlineLevel: value })
  if (name === 'ls') return change({ list: value })
  if (name === 'ilvl') return change({ level: Math.min(Math.max(value, 0), 8) })
  if (name === 'intbl') return change({ depth: Math.max(depth, 1) })
  return name === 'itap' ? change({ depth: Math.max(value, 0) }) : undefined
}

type Which = 'outer' | 'nested'

/** The layouts of rows, as words tell them. That of a row also holds for those after it. */
export class RowLayouts {
  private readonly layouts: Record<Which, RowLayout> = { outer: emptyLayout(), nested: emptyLayout() }
  private cell: Omit<CellLayout, 'edge'> = PLAIN_CELL

  word(name: string, value: number, which: Which): void {
    const layout = this.layouts[which]
    if (name === 'trowd') {
      this.layouts[which] = emptyLayout()
      this.cell = PLAIN_CELL
    } else if (name === 'trhdr') layout.isHeader = true
    else if (name === 'clmrg') this.cell = { ...this.cell, isJoinedLeft: true }
    else if (name === 'clvmgf') this.cell = { ...this.cell, merge: 'start' }
    else if (name === 'clvmrg') this.cell = { ...this.cell, merge: 'continued' }
    else if (name === 'cellx') {
      if (layout.cells.length < MAX_CELLS) layout.cells.push({ ...this.cell, edge: value })
      this.cell = PLAIN_CELL
    }
  }

  take(which: Which): RowLayout {
    return this.layouts[which]
  }
}

const PLAIN_CELL = { isJoinedLeft: false, merge: 'none' } as const
const MAX_CELLS = 1000

function emptyLayout(): RowLayout {
  return { isHeader: false, cells: [] }
}

/** The words that say what the rest of their group is. 'same' is text inside of text, and nothing inside of nothing. */
export const DESTINATIONS: ReadonlyMap<string, Destination | 'same'> = new Map(
  Object.entries(WORDS.destinations as Record<string, Destination | 'same'>),
)

export const SKIPPED: ReadonlySet<string> = new Set(WORDS.skipped.split(' '))

export class Tables {
  readonly fonts = new Map<number, { name: string; codePage: number | undefined }>()
  readonly styles = new Map<number, { name: string; outlineLevel: number | undefined }>()
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

/** Reads one picture after the other: digits, or bytes, and what is said about them. */
export class PictureReader {
  private readonly pictures: Pictures
  private type = ''
  private alt = ''
  private propertyName = ''
  private property: 'sn' | 'sv' = 'sn'
  private digits: string[] = []
  private bytes: Uint8Array | undefined

  constructor(pictures: Pictures) {
    this.pictures = pictures
  }

  begin(): void {
    this.type = ''
    this.alt = ''
    this.digits = []
    this.bytes = undefined
  }

  word(name: string): void {
    this.type = TYPES.get(name) ?? this.type
  }

  addDigits(bytes: ArrayLike<number>): void {
    if (this.pictures.areKept) this.digits.push(Buffer.from(bytes).toString('latin1'))
  }

  addBytes(bytes: Uint8Array): void {
    this.bytes = bytes
  }

  beginProperty(word: 'sn' | 'sv'): void {
    this.property = word
    if (word === 'sn') this.propertyName = ''
  }

  propertyText(text: string): void {
    if (this.property === 'sn') this.propertyName += text
    else if (this.propertyName === 'wzDescription') this.alt += text
  }

  finish(): Inline | undefined {
    const bytes = this.bytes ?? Buffer.from(this.digits.join('').replace(/[^0-9a-f]/gi, ''), 'hex')
    this.digits = []
    const { type, alt } = this
    if (type === '') return undefined
    return shownPicture(this.pictures, { type, alt, bytes: bytes.length > 0 ? bytes : undefined })
  }
}

const TYPES: ReadonlyMap<string, string> = new Map(Object.entries(WORDS.pictures))
