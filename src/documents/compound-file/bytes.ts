/** Numbers in a stream, from the lowest byte up. Beyond its end everything is zero. */
export class Bytes {
  readonly all: Uint8Array
  private readonly view: DataView

  constructor(all: Uint8Array) {
    this.all = all
    this.view = new DataView(all.buffer, all.byteOffset, all.length)
  }

  get length(): number {
    return this.all.length
  }

  u8(at: number): number {
    return this.all[at] ?? 0
  }

  u16(at: number): number {
    return at >= 0 && at + 2 <= this.all.length ? this.view.getUint16(at, true) : 0
  }

  i16(at: number): number {
    return at >= 0 && at + 2 <= this.all.length ? this.view.getInt16(at, true) : 0
  }

  u32(at: number): number {
    return at >= 0 && at + 4 <= this.all.length ? this.view.getUint32(at, true) : 0
  }

  i32(at: number): number {
    return at >= 0 && at + 4 <= this.all.length ? this.view.getInt32(at, true) : 0
  }

  slice(from: number, to: number): Bytes {
    return new Bytes(this.all.subarray(Math.max(from, 0), Math.max(to, 0)))
  }

  /** Text in UTF-16. */
  text(from: number, length: number): string {
    return UTF16.decode(this.all.subarray(Math.max(from, 0), Math.max(from + 2 * length, 0)))
  }
}

const UTF16 = new TextDecoder('utf-16le')
