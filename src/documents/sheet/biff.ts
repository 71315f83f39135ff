import { decodeCodePage, recordCodes } from '../compound-file/compound-file.ts'

/** The records of a stream from an offset, until the stream ends or is truncated. */
export function* readRecords(stream: Uint8Array, from: number): Generator<{ type: number; data: DataView }> {
  const view = new DataView(stream.buffer, stream.byteOffset, stream.length)
  let at = from
  while (at + 4 <= stream.length) {
    const length = view.getUint16(at + 2, true)
    const end = Math.min(at + 4 + length, stream.length)
    const data = new DataView(stream.buffer, stream.byteOffset + at + 4, end - at - 4)
    yield { type: view.getUint16(at, true), data }
    at = end
  }
}

export const RECORD = recordCodes('biff')

/** Decodes the texts of a workbook: Unicode since 1997, before that in its code page. */
export class BiffText {
  readonly isUnicode: boolean
  private codePage = 1252

  constructor(isUnicode: boolean) {
    this.isUnicode = isUnicode
  }

  useCodePage(number: number): void {
    this.codePage = number
  }

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

export function readChars(data: DataView, at: number, length: number, isWide: boolean): string {
  return bytesAt(data, at, isWide ? length * 2 : length).toString(isWide ? 'utf16le' : 'latin1')
}

function bytesAt(data: DataView, at: number, sizeBytes: number): Buffer {
  const from = Math.min(at, data.byteLength)
  const end = Math.min(from + sizeBytes, data.byteLength)
  return Buffer.from(data.buffer, data.byteOffset + from, end - from)
}

/**
 * The texts that cells share. They continue over several records, and each record declares the width of its
 * characters again.
 */
export function readSharedStrings(parts: readonly DataView[]): string[] {
  const reader = new PartsReader(parts)
  reader.skip(4)
  const count = reader.u32()
  const strings: string[] = []
  while (strings.length < count && !reader.isAtEnd()) strings.push(readString(reader))
  return strings
}

function readString(reader: PartsReader): string {
  const length = reader.u16()
  const flags = reader.u8()
  const runs = (flags & 8) !== 0 ? reader.u16() : 0
  const extraBytes = (flags & 4) !== 0 ? reader.u32() : 0
  const text = reader.chars(length, (flags & 1) !== 0)
  reader.skip(runs * 4 + extraBytes)
  return text
}

class PartsReader {
  private readonly parts: readonly DataView[]
  private part = 0
  private at = 0

  constructor(parts: readonly DataView[]) {
    this.parts = parts
  }

  isAtEnd(): boolean {
    this.settle()
    return this.part >= this.parts.length
  }

  u8(): number {
    this.settle()
    return this.parts[this.part]?.getUint8(this.at++) ?? 0
  }

  u16(): number {
    return this.u8() | (this.u8() << 8)
  }

  u32(): number {
    return (this.u16() | (this.u16() << 16)) >>> 0
  }

  skip(sizeBytes: number): void {
    let left = sizeBytes
    while (left > 0 && !this.isAtEnd()) {
      const step = Math.min(left, this.parts[this.part]!.byteLength - this.at)
      this.at += step
      left -= step
    }
  }

  chars(length: number, isWideAtFirst: boolean): string {
    let text = ''
    let left = length
    let isWide = isWideAtFirst
    while (left > 0) {
      const part = this.parts[this.part]
      if (!part) break
      const size = isWide ? 2 : 1
      const count = Math.min(left, Math.floor((part.byteLength - this.at) / size))
      text += readChars(part, this.at, count, isWide)
      this.at += count * size
      left -= count
      if (left === 0) break
      this.part++
      this.at = 0
      if (this.part < this.parts.length) isWide = (this.u8() & 1) !== 0
    }
    return text
  }

  private settle(): void {
    while (this.part < this.parts.length && this.at >= this.parts[this.part]!.byteLength) {
      this.part++
      this.at = 0
    }
  }
}
