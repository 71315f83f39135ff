/** What RTF is made of. */
export type Token =
  | { type: 'open' }
  | { type: 'close' }
  | { type: 'word'; name: string; value: number | undefined }
  /** A control sign such as `\~`. */
  | { type: 'sign'; sign: string }
  /** A byte of text that is written by its number. */
  | { type: 'byte'; value: number }
  /** Text as it stands, and bytes that are anything. */
  | { type: 'text'; bytes: Uint8Array }
  | { type: 'binary'; bytes: Uint8Array }

const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d

/** Takes RTF apart. Broken RTF is read as far as it makes sense. */
export function* tokensOf(bytes: Uint8Array): Generator<Token> {
  let at = 0
  while (at < bytes.length) {
    const byte = bytes[at]!
    if (byte === OPEN) {
      at++
      yield { type: 'open' }
    } else if (byte === CLOSE) {
      at++
      yield { type: 'close' }
    } else if (byte === BACKSLASH) {
      const { token, end } = controlAt(bytes, at + 1)
      at = end
      if (token?.type === 'word' && token.name === 'bin') {
        const length = Math.min(Math.max(token.value ?? 0, 0), bytes.length - at)
        yield { type: 'binary', bytes: bytes.subarray(at, at + length) }
        at += length
      } else if (token) yield token
    } else if (isLineEnd(byte)) at++
    else {
      const start = at
      while (at < bytes.length && !isSpecial(bytes[at]!)) at++
      yield { type: 'text', bytes: bytes.subarray(start, at) }
    }
  }
}

function isLineEnd(byte: number): boolean {
  return byte === 0x0a || byte === 0x0d || byte === 0
}

function isSpecial(byte: number): boolean {
  return byte === BACKSLASH || byte === OPEN || byte === CLOSE || isLineEnd(byte)
}

function isLetter(byte: number): boolean {
  return (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a)
}

function isDigit(byte: number): boolean {
  return byte >= 0x30 && byte <= 0x39
}

/** The control that stands behind a backslash. */
function controlAt(bytes: Uint8Array, start: number): { token: Token | undefined; end: number } {
  let at = start
  const first = bytes[at]
  if (first === undefined) return { token: undefined, end: at }
  if (!isLetter(first)) {
    if (first !== 0x27) return { token: { type: 'sign', sign: String.fromCharCode(first) }, end: at + 1 }
    const value = Number.parseInt(latin(bytes, at + 1, at + 3), 16)
    return { token: Number.isNaN(value) ? undefined : { type: 'byte', value }, end: at + 3 }
  }
  while (at < bytes.length && at - start < MAX_NAME && isLetter(bytes[at]!)) at++
  const name = latin(bytes, start, at)
  const digits = at
  if (bytes[at] === 0x2d) at++
  while (at < bytes.length && at - digits < MAX_DIGITS && isDigit(bytes[at]!)) at++
  const value = at > digits ? Number.parseInt(latin(bytes, digits, at), 10) : Number.NaN
  // One space belongs to the word.
  if (bytes[at] === 0x20) at++
  return { token: { type: 'word', name, value: Number.isNaN(value) ? undefined : value }, end: at }
}

const MAX_NAME = 40
const MAX_DIGITS = 11

function latin(bytes: Uint8Array, from: number, to: number): string {
  return String.fromCharCode(...bytes.subarray(from, to))
}
