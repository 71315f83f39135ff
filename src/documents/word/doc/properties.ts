import type { Bytes } from '../../compound-file/compound-file.ts'
import { recordCodes } from '../../compound-file/record-codes.ts'
import type { RowLayout } from '../flow.ts'

/** What is said about a paragraph; what is not, its style says. */
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

/** Where the cells of a row end, then how each is merged. */
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

/** What is said about letters. */
export interface LetterProperties {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  script?: 'sub' | 'sup' | undefined
  isHidden?: boolean
  isSpecial?: boolean
  font?: number
  /** A sign of a font of symbols. */
  symbol?: { font: number; code: number }
  /** Where a picture lies in the stream of data. */
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

/** One property: what it is about, and where its value stands. */
interface Modifier {
  code: number
  value: Bytes
}

/** The properties in a list of them. */
function* modifiersIn(bytes: Bytes): Generator<Modifier> {
  let at = 0
  while (at + 2 <= bytes.length) {
    const code = bytes.u16(at)
    const { start, length } = valueOf(code, bytes, at + 2)
    yield { code, value: bytes.slice(start, start + length) }
    at = start + length
  }
}

/** How long a value is, its code says. */
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

/** The properties that count here. */
const MODIFIERS = recordCodes('wordProperties')
