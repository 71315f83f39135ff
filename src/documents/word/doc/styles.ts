import NUMBER_FORMATS from '../number-formats.json' with { type: 'json' }
import type { Marker, ParagraphStyle } from '../document-html.ts'
import { headingLevelOf, ListCounter, roleOfName, styleFinder } from '../conventions.ts'
import type { RowLayout } from '../block-builder.ts'
import type { CountedLevel, CountedList } from '../conventions.ts'
import { recordCodes } from '../../compound-file/compound-file.ts'
import type { Bytes } from '../../compound-file/compound-file.ts'

export interface Style {
  role: ParagraphStyle
  headingLevel: number | undefined
  paragraph: ParagraphProperties
}

interface WrittenStyle {
  /** The number that a style which Word knows has everywhere. */
  known: number
  base: number
  name: string
  properties: Bytes
}

const PLAIN: Style = { role: 'text', headingLevel: undefined, paragraph: {} }
const TITLE = 62
const NO_BASE = 0xfff

export function readStyles(sheet: Bytes): (number: number) => Style {
  const written = writtenIn(sheet)
  return styleFinder<number, WrittenStyle, Style>(PLAIN, {
    writtenAs: (number) => written[number],
    baseOf: ({ base }) => (base === NO_BASE ? undefined : base),
    styleOf,
  })
}

function styleOf({ known, name, properties }: WrittenStyle, base: Style): Style {
  const paragraph = { ...base.paragraph, ...readParagraphProperties(properties) }
  const named = known >= 1 && known <= 9 ? known : headingLevelOf(name)
  // A style may be based on a heading without being one. Any other level counts with each of its paragraphs.
  const isBody = paragraph.outlineLevel === 9
  return {
    role: (known === TITLE ? 'title' : roleOfName(name)) ?? base.role,
    headingLevel: named ?? (isBody ? undefined : base.headingLevel),
    paragraph,
  }
}

function writtenIn(sheet: Bytes): (WrittenStyle | undefined)[] {
  const headLength = sheet.u16(0)
  const count = Math.min(sheet.u16(2), MAX_STYLES)
  const baseLength = sheet.u16(4)
  const styles: (WrittenStyle | undefined)[] = []
  let at = 2 + headLength
  for (let index = 0; index < count && at + 2 <= sheet.length; index++) {
    const length = sheet.u16(at)
    styles.push(length === 0 ? undefined : styleIn(sheet.slice(at + 2, at + 2 + length), baseLength))
    at += 2 + length + (length % 2)
  }
  return styles
}

const MAX_STYLES = 4096
const PARAGRAPH_KIND = 1

function styleIn(bytes: Bytes, baseLength: number): WrittenStyle | undefined {
  const kindAndBase = bytes.u16(2)
  if ((kindAndBase & 0xf) !== PARAGRAPH_KIND) return undefined
  const nameLength = bytes.u16(baseLength)
  const name = bytes.text(baseLength + 2, Math.min(nameLength, 255))
  const at = baseLength + 2 + 2 * nameLength + 2
  // The first of the lists of properties is that of paragraphs; it begins with the number of the style.
  const length = bytes.u16(at)
  return {
    known: bytes.u16(0) & 0xfff,
    base: kindAndBase >> 4,
    name,
    properties: bytes.slice(at + 4, at + 2 + length),
  }
}

/** The lists of a document, by the numbers that paragraphs use. It counts: ask once for each paragraph, in order. */
export class Lists {
  private readonly uses: (CountedList | undefined)[]
  private readonly counter = new ListCounter()

  constructor(lists: Bytes, uses: Bytes) {
    const kinds = kindsIn(lists)
    const count = Math.min(uses.u32(0), MAX_USES)
    this.uses = Array.from({ length: count }, (_, index) => {
      const kind = uses.i32(4 + 16 * index)
      const levels = kinds.get(kind)
      return levels && { id: String(index), kind: String(kind), levels, starts: new Map() }
    })
  }

  next(use: number, level: number): Marker | undefined {
    const list = this.uses[use - 1]
    return list && this.counter.next(list, level)
  }
}

const MAX_USES = 4096
const LIST_SIZE = 28
const LEVEL_SIZE = 28

/** The levels of all lists stand after the lists. */
function kindsIn(bytes: Bytes): Map<number, ReadonlyMap<number, CountedLevel>> {
  const count = Math.min(bytes.u16(0), MAX_USES)
  const kinds = new Map<number, ReadonlyMap<number, CountedLevel>>()
  let at = 2 + LIST_SIZE * count
  for (let index = 0; index < count && at < bytes.length; index++) {
    const start = 2 + LIST_SIZE * index
    const isSimple = (bytes.u8(start + 26) & 1) !== 0
    const levels = new Map<number, CountedLevel>()
    for (let level = 0; level < (isSimple ? 1 : 9); level++) {
      const { read, end } = levelAt(bytes, at)
      levels.set(level, read)
      at = end
    }
    kinds.set(bytes.i32(start), levels)
  }
  return kinds
}

function levelAt(bytes: Bytes, at: number): { read: CountedLevel; end: number } {
  const text = at + LEVEL_SIZE + bytes.u8(at + 24) + bytes.u8(at + 25)
  const length = Math.min(bytes.u16(text), 255)
  const format = FORMATS.get(String(bytes.u8(at + 4))) ?? 'decimal'
  const flags = bytes.u8(at + 5)
  // The numbers of levels stand as characters of that number.
  const label = bytes.text(text + 2, length).replace(/\p{Cc}/gu, (sign) => `%${sign.charCodeAt(0) + 1}`)
  return {
    read: {
      format,
      text: label,
      isLegal: (flags & 0x04) !== 0,
      start: bytes.i32(at),
      restartAfter: (flags & 0x08) !== 0 ? bytes.u8(at + 26) : undefined,
    },
    end: text + 2 + 2 * length,
  }
}

const FORMATS: ReadonlyMap<string, string> = new Map(Object.entries(NUMBER_FORMATS.doc))

export interface ParagraphProperties {
  list?: number
  listLevel?: number
  outlineLevel?: number
  isInTable?: boolean
  tableDepth?: number
  isRowEnd?: boolean
  isInnerCell?: boolean
  isInnerRowEnd?: boolean
  layout?: RowLayout
}

export function readParagraphProperties(bytes: Bytes): ParagraphProperties {
  const properties: ParagraphProperties = {}
  let isHeader = false
  for (const { code, value } of modifiersIn(bytes)) {
    const isOn = value.u8(0) !== 0
    if (code === MODIFIERS.list) properties.list = value.i16(0)
    else if (code === MODIFIERS.listLevel) properties.listLevel = value.u8(0)
    else if (code === MODIFIERS.outlineLevel) properties.outlineLevel = value.u8(0)
    else if (code === MODIFIERS.inTable) properties.isInTable = isOn
    else if (code === MODIFIERS.tableDepth) properties.tableDepth = value.i32(0)
    else if (code === MODIFIERS.rowEnd) properties.isRowEnd = isOn
    else if (code === MODIFIERS.innerCell) properties.isInnerCell = isOn
    else if (code === MODIFIERS.innerRowEnd) properties.isInnerRowEnd = isOn
    else if (code === MODIFIERS.headerRow) isHeader = isOn
    else if (code === MODIFIERS.tableLayout) properties.layout = layoutIn(value)
  }
  if (properties.layout) properties.layout.isHeader = isHeader
  return properties
}

function layoutIn(bytes: Bytes): RowLayout {
  const count = Math.min(bytes.u8(0), MAX_CELLS)
  const layout: RowLayout = { isHeader: false, cells: [] }
  const cells = 1 + 2 * (count + 1)
  for (let index = 0; index < count; index++) {
    const flags = bytes.u16(cells + 20 * index)
    const merge = (flags & 0x40) !== 0 ? 'start' : (flags & 0x20) !== 0 ? 'continued' : 'none'
    layout.cells.push({
      edge: bytes.i16(1 + 2 * (index + 1)),
      isJoinedLeft: (flags & 0x02) !== 0 && (flags & 0x01) === 0,
      merge,
    })
  }
  return layout
}

const MAX_CELLS = 63

export interface LetterProperties {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  script?: 'sub' | 'sup' | undefined
  isHidden?: boolean
  isSpecial?: boolean
  font?: number
  symbol?: { font: number; code: number }
  pictureOffset?: number
}

export function readLetterProperties(bytes: Bytes): LetterProperties {
  const properties: LetterProperties = {}
  for (const { code, value } of modifiersIn(bytes)) {
    const isOn = (value.u8(0) & 1) === 1
    if (code === MODIFIERS.bold) properties.bold = isOn
    else if (code === MODIFIERS.italic) properties.italic = isOn
    else if (code === MODIFIERS.strike || code === MODIFIERS.doubleStrike) properties.strike ||= isOn
    else if (code === MODIFIERS.hidden || code === MODIFIERS.deleted) properties.isHidden ||= isOn
    else if (code === MODIFIERS.special) properties.isSpecial = isOn
    else if (code === MODIFIERS.script) properties.script = SCRIPTS[value.u8(0)]
    else if (code === MODIFIERS.font) properties.font = value.u16(0)
    else if (code === MODIFIERS.symbol) properties.symbol = { font: value.u16(0), code: value.u16(2) }
    else if (code === MODIFIERS.picture) properties.pictureOffset = value.u32(0)
  }
  return properties
}

const SCRIPTS = [undefined, 'sup', 'sub'] as const

function* modifiersIn(bytes: Bytes): Generator<{ code: number; value: Bytes }> {
  let at = 0
  while (at + 2 <= bytes.length) {
    const code = bytes.u16(at)
    const { start, length } = valueOf(code, bytes, at + 2)
    yield { code, value: bytes.slice(start, start + length) }
    at = start + length
  }
}

function valueOf(code: number, bytes: Bytes, at: number): { start: number; length: number } {
  const size = code >> 13
  if (size !== 6) return { start: at, length: SIZES[size]! }
  if (code === MODIFIERS.tableLayout) return { start: at + 2, length: Math.max(bytes.u16(at) - 1, 0) }
  if (code === TAB_STOPS && bytes.u8(at) === 255) {
    const deleted = bytes.u8(at + 1)
    return { start: at + 1, length: 2 + 4 * deleted + 3 * bytes.u8(at + 2 + 4 * deleted) }
  }
  return { start: at + 1, length: bytes.u8(at) }
}

const SIZES = [1, 1, 2, 4, 2, 2, 0, 3]
const TAB_STOPS = 0xc615

const MODIFIERS = recordCodes('wordProperties')
