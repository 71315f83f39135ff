import type { Bytes } from '../../compound-file/bytes.ts'

/** One property: what it is about, and where its value stands. */
export interface Modifier {
  code: number
  value: Bytes
}

/** The properties in a list of them. */
export function* modifiersIn(bytes: Bytes): Generator<Modifier> {
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
export const MODIFIERS = {
  // Of letters.
  bold: 0x0835,
  italic: 0x0836,
  strike: 0x0837,
  doubleStrike: 0x2a53,
  hidden: 0x083c,
  deleted: 0x0800,
  script: 0x2a48,
  special: 0x0855,
  symbol: 0x6a09,
  picture: 0x6a03,
  font: 0x4a4f,
  // Of paragraphs.
  style: 0x4600,
  listLevel: 0x260a,
  list: 0x460b,
  inTable: 0x2416,
  rowEnd: 0x2417,
  tableDepth: 0x6649,
  innerCell: 0x244b,
  innerRowEnd: 0x244c,
  outlineLevel: 0x2640,
  huge: 0x6646,
  hugeOlder: 0x6645,
  // Of rows.
  tableLayout: 0xd608,
  headerRow: 0x3404,
} as const
