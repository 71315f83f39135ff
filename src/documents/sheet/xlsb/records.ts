/** A record of a part of a binary workbook. */
export interface BinaryRecord {
  type: number
  data: DataView
}

/** The records of a part, until it ends or breaks off. Types and lengths are written seven bits to the byte. */
export function* readBinaryRecords(part: Uint8Array): Generator<BinaryRecord> {
  let at = 0
  const number = (mostBytes: number) => {
    let value = 0
    for (let index = 0; index < mostBytes && at < part.length; index++) {
      const byte = part[at++]!
      value |= (byte & 0x7f) << (7 * index)
      if ((byte & 0x80) === 0) break
    }
    return value
  }
  while (at < part.length) {
    const type = number(2)
    const length = number(4)
    const end = Math.min(at + length, part.length)
    yield { type, data: new DataView(part.buffer, part.byteOffset + at, end - at) }
    at = end
  }
}

/** The records that are read, by their names in the specification. */
export const BINARY = {
  rowHeader: 0,
  cellRk: 2,
  cellError: 3,
  cellBool: 4,
  cellReal: 5,
  cellText: 6,
  cellShared: 7,
  formulaText: 8,
  formulaNumber: 9,
  formulaBool: 10,
  formulaError: 11,
  sharedItem: 19,
  format: 44,
  xf: 47,
  workbookProperties: 153,
  bundleSheet: 156,
  mergedCell: 176,
  link: 494,
  beginCellXfs: 617,
  endCellXfs: 618,
} as const

/** A text whose length stands before it in four bytes, and where it ends. */
export function readWideText(data: DataView, at: number): { text: string; end: number } {
  if (at + 4 > data.byteLength) return { text: '', end: data.byteLength }
  const length = data.getUint32(at, true)
  // Means that there is no text at all.
  if (length === 0xffffffff) return { text: '', end: at + 4 }
  const end = Math.min(at + 4 + length * 2, data.byteLength)
  const bytes = Buffer.from(data.buffer, data.byteOffset + at + 4, end - at - 4)
  return { text: bytes.toString('utf16le'), end }
}
