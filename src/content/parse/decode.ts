import { isAscii, isUtf8 } from 'node:buffer'
import { detectEncoding } from './detect-encoding.ts'

/** The first conclusive source wins: byte order mark, header, declaration in the text, detection. */
export function decode(bytes: Uint8Array, contentType: string): string {
  // These control characters have no meaning in text, a database rejects NUL, and JSON needs six characters
  // for each.
  // oxlint-disable-next-line no-control-regex -- the pattern is for them.
  return read(bytes, contentType).replace(/[\0-\x08\x0b\x0e-\x1f]/g, '')
}

function read(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(({ mark }) => mark.every((byte, index) => bytes[index] === byte))
  if (marked) return new TextDecoder(marked.label).decode(bytes)
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PRESCAN_BYTES))
  if (isUtf8(bytes) && isSurelyUtf8(bytes, start)) return new TextDecoder().decode(bytes)

  const labels = [charsetOfHeader(contentType), charsetOfText(start.toString('latin1'))]
  for (const label of labels) {
    const text = label && decodeAs(bytes, label, start)
    if (text !== undefined && text !== '' && !isNoise(text)) return text
  }
  return guess(bytes, start)
}

const MARKS = [
  { mark: [0xef, 0xbb, 0xbf], label: 'utf-8' },
  { mark: [0xfe, 0xff], label: 'utf-16be' },
  { mark: [0xff, 0xfe], label: 'utf-16le' },
]

/**
 * How far a declaration of the encoding is searched. The HTML standard requires 1024 bytes; pages need more.
 */
const PRESCAN_BYTES = 4096

/** With so many bytes outside ASCII, well-formed UTF-8 cannot be a coincidence. */
const CONVINCING_BYTES = 24

/** Well-formed UTF-8 of some length overrides all declarations; a few characters may be a coincidence. */
function isSurelyUtf8(bytes: Uint8Array, start: Buffer): boolean {
  if (isAscii(bytes)) return !start.includes(ESCAPE) && !start.includes(0)
  let wide = 0
  for (let at = 0; at < bytes.length; at++) {
    if (bytes[at]! > 0x7f && ++wide >= CONVINCING_BYTES) return true
  }
  return false
}

/** Starts the switch of character sets in the seven-bit East Asian encodings. */
const ESCAPE = 0x1b

function charsetOfHeader(contentType: string): string | undefined {
  return /;\s*charset\s*=\s*["']?([^\s"';]+)/i.exec(contentType)?.[1]
}

function charsetOfText(start: string): string | undefined {
  return (
    /<meta[^>]+charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(start)?.[1] ??
    /^\s*<\?xml[^>]+encoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1]
  )
}

function decodeAs(bytes: Uint8Array, label: string, start: Buffer): string | undefined {
  // The declaration was readable as ASCII, so it cannot be right.
  if (/^utf-?16|^ucs-?2/i.test(label) && !start.includes(0)) return undefined
  try {
    return new TextDecoder(label).decode(bytes)
  } catch {
    return undefined
  }
}

/** Whether so many characters are invalid that the encoding must be another one. */
function isNoise(text: string): boolean {
  const sample = text.slice(0, NOISE_CHARS)
  const broken = sample.match(/[\ufffd\u0080-\u0084\u0086-\u009f]/g)?.length ?? 0
  if (broken === 0) return false
  const sound = sample.match(/[\u00a0-\ufffc]/g)?.length ?? 0
  return broken * 10 >= sound
}

const NOISE_CHARS = 1024 * 1024

function guess(bytes: Uint8Array, start: Buffer): string {
  const wide = wideWithoutMark(start)
  if (wide !== undefined) return new TextDecoder(wide).decode(bytes)
  const text = new TextDecoder().decode(bytes)
  if (!start.includes(ESCAPE) && !isNoise(text)) return text
  return new TextDecoder(detectEncoding(bytes)).decode(bytes)
}

/** UTF-16 without a declaration: markup is mostly ASCII, so every other byte is zero. */
function wideWithoutMark(start: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  const zeros = [0, 0]
  start.forEach((byte, index) => {
    if (byte === 0) zeros[index % 2]!++
  })
  const [even = 0, odd = 0] = zeros
  const many = Math.max(start.length / 5, 8)
  if (odd > many && even < many / 10) return 'utf-16le'
  return even > many && odd < many / 10 ? 'utf-16be' : undefined
}
