import type { Host } from './host.ts'

/** Text encoding and URL parsing run outside the interpreter, where they are fast. */
export let host: Pick<Host, 'encode' | 'decode' | 'parseUrl' | 'useQuery'>

/** Must be called before anything else in this module. */
export function setHost(given: typeof host): void {
  host = given
}

/** A byte array with the most used parts of Node's `Buffer`: conversion from and to text. */
export class Buffer extends Uint8Array {
  // The overload is chosen by the type of `value`, as in Node.
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
    // A view may cover only part of its buffer.
    const text = host.encode(this.slice().buffer as ArrayBuffer, encoding)
    return isBase64(encoding) ? text : (JSON.parse(text) as string)
  }
}

/**
 * Base64 is passed as it is. Other texts may contain NUL characters, which would end them at the
 * interpreter's boundary, so they are passed as JSON.
 */
function isBase64(encoding: string): boolean {
  return encoding.startsWith('base64')
}
