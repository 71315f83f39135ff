import { readChars } from './biff-text.ts'

/** The texts that cells share. They run on over records, and say anew at each of them how wide their characters are. */
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
