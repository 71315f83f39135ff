import { decodeCodePage } from '../../compound-file/code-page.ts'

/** Reads the texts of a workbook: since 1997 as Unicode, before that in the code page of its machine. */
export class BiffText {
  readonly isUnicode: boolean
  private codePage = 1252

  constructor(isUnicode: boolean) {
    this.isUnicode = isUnicode
  }

  useCodePage(number: number): void {
    this.codePage = number
  }

  /** A text whose length stands before it in one byte or in two. */
  read(data: DataView, at: number, lengthBytes: 1 | 2): string {
    if (at + lengthBytes > data.byteLength) return ''
    const length = lengthBytes === 1 ? data.getUint8(at) : data.getUint16(at, true)
    const start = at + lengthBytes
    if (!this.isUnicode) return decodeCodePage(bytesAt(data, start, length), this.codePage)
    if (start >= data.byteLength) return ''
    const flags = data.getUint8(start)
    const extras = ((flags & 8) !== 0 ? 2 : 0) + ((flags & 4) !== 0 ? 4 : 0)
    return readChars(data, start + 1 + extras, length, (flags & 1) !== 0)
  }
}

/** Characters of two bytes, or of one where all are below 256. */
export function readChars(data: DataView, at: number, length: number, isWide: boolean): string {
  return bytesAt(data, at, isWide ? length * 2 : length).toString(isWide ? 'utf16le' : 'latin1')
}

function bytesAt(data: DataView, at: number, sizeBytes: number): Buffer {
  const from = Math.min(at, data.byteLength)
  const end = Math.min(from + sizeBytes, data.byteLength)
  return Buffer.from(data.buffer, data.byteOffset + from, end - from)
}
