import type { Host } from './host.ts'

/** Texts are encoded and decoded outside, where it takes no time; so are URLs. */
export let host: Pick<Host, 'encode' | 'decode' | 'parseUrl' | 'useQuery'>

/** Must come before anything else here. */
export function setHost(given: typeof host): void {
  host = given
}

/** Bytes, with the little of Node's `Buffer` that programs use most: from and to text. */
export class Buffer extends Uint8Array {
  // Node's has more ways in than an array of bytes; each is told apart by what it is given.
  static override from(value: unknown, encoding: unknown = 'utf8'): Buffer {
    if (typeof value === 'string') {
      const text = isBase64(String(encoding)) ? value : JSON.stringify(value)
      return new Buffer(host.decode(text, String(encoding)))
    }
    if (value instanceof ArrayBuffer) return new Buffer(value)
    const bytes = new Buffer((value as ArrayLike<number>).length)
    bytes.set(value as ArrayLike<number>)
    return bytes
  }

  static alloc(size: number, fill = 0): Buffer {
    return new Buffer(size).fill(fill) as Buffer
  }

  static isBuffer(value: unknown): boolean {
    return value instanceof Buffer
  }

  static byteLength(value: string | Uint8Array): number {
    return typeof value === 'string' ? Buffer.from(value).length : value.byteLength
  }

  static concat(list: Uint8Array[]): Buffer {
    const whole = new Buffer(list.reduce((size, { length }) => size + length, 0))
    let at = 0
    for (const piece of list) {
      whole.set(piece, at)
      at += piece.length
    }
    return whole
  }

  override toString(encoding = 'utf8'): string {
    // A view may be of a part of its buffer.
    const text = host.encode(this.slice().buffer as ArrayBuffer, encoding)
    return isBase64(encoding) ? text : (JSON.parse(text) as string)
  }
}

/** Other texts may have zeros in them, at which they would end on their way: they go as JSON. */
function isBase64(encoding: string): boolean {
  return encoding.startsWith('base64')
}
