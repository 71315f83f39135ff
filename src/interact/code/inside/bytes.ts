import type { Host } from './host.ts'

/** Base64 of large pictures is made outside, where it takes no time. */
let host: Pick<Host, 'encode' | 'decode'>

/** Must come before anything else here. */
export function useBase64(from: Pick<Host, 'encode' | 'decode'>): void {
  host = from
}

type Encoding = 'utf8' | 'utf-8' | 'base64' | 'base64url' | 'hex' | 'latin1' | 'binary' | 'ascii'

/** Bytes, with the little of Node's `Buffer` that programs use most: from and to text. */
export class Buffer extends Uint8Array {
  // Node's has more ways in than an array of bytes; each is told apart by what it is given.
  static override from(value: unknown, encoding?: unknown): Buffer {
    if (typeof value === 'string') return fromText(value, (encoding ?? 'utf8') as Encoding)
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
    return typeof value === 'string' ? encodeText(value).length : value.byteLength
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

  override toString(encoding: Encoding = 'utf8'): string {
    if (encoding === 'base64') return toBase64(this)
    if (encoding === 'base64url') {
      return toBase64(this).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
    }
    if (encoding === 'hex') return mapText(this, (byte) => byte.toString(16).padStart(2, '0'))
    if (encoding === 'utf8' || encoding === 'utf-8') return decodeText(this)
    return mapText(this, (byte) => String.fromCharCode(byte))
  }
}

function fromText(text: string, encoding: Encoding): Buffer {
  if (encoding === 'base64' || encoding === 'base64url') return fromBase64(text)
  if (encoding === 'hex') return Buffer.from((text.match(/../g) ?? []).map((pair) => parseInt(pair, 16)))
  if (encoding === 'utf8' || encoding === 'utf-8') return encodeText(text)
  return Buffer.from([...text].map((letter) => letter.charCodeAt(0) & 0xff))
}

/** Bytes of base64; what is no letter of it is passed over, as Node does. */
export function fromBase64(text: string): Buffer {
  return new Buffer(host.decode(text))
}

function toBase64(bytes: Uint8Array): string {
  // A view may be of a part of its buffer.
  return host.encode(bytes.slice().buffer as ArrayBuffer)
}

function mapText(bytes: Uint8Array, letter: (byte: number) => string): string {
  const pieces: string[] = []
  for (const byte of bytes) pieces.push(letter(byte))
  return pieces.join('')
}

/** UTF-8 of a text. */
export function encodeText(text: string): Buffer {
  const bytes: number[] = []
  for (const letter of text.toWellFormed()) {
    const code = letter.codePointAt(0)!
    if (code < 0x80) bytes.push(code)
    else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63))
    else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63))
    else {
      bytes.push(
        0xf0 | (code >> 18),
        0x80 | ((code >> 12) & 63),
        0x80 | ((code >> 6) & 63),
        0x80 | (code & 63),
      )
    }
  }
  return Buffer.from(bytes)
}

/** The text of UTF-8; bytes that are none become U+FFFD. */
export function decodeText(bytes: Uint8Array): string {
  const letters: string[] = []
  for (let at = 0; at < bytes.length;) {
    const first = bytes[at]!
    const more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : -1
    const rest = bytes.subarray(at + 1, at + 1 + Math.max(0, more))
    const isWhole = more >= 0 && rest.every((byte) => byte >> 6 === 2)
    const code = rest.reduce(
      (code, byte) => (code << 6) | (byte & 63),
      more > 0 ? first & (63 >> more) : first,
    )
    const isCode = isWhole && code <= 0x10ffff && code >= LEAST[more]! && (code < 0xd800 || code > 0xdfff)
    letters.push(isCode ? String.fromCodePoint(code) : '\uFFFD')
    at += isCode ? more + 1 : 1
  }
  return letters.join('')
}

const LEAST = [0, 0x80, 0x800, 0x10000]
