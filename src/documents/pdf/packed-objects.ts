import { inflateSync } from 'node:zlib'

const MAX_STREAM_BYTES = 64 * 1024 * 1024
const MAX_PACKED = 100_000
/** The number of an object and its place, with the blanks behind them. */
const MAX_ENTRY_LETTERS = 32

/** What a stream of objects holds. */
interface Packed {
  /** By their numbers; none when the stream cannot be unpacked. */
  objects: Map<number, string>
  /** How much was unpacked for them, whether or not it was of use. */
  unpackedBytes: number
}

/** The objects that a stream holds, when it unpacks to no more than so many bytes. */
export function packedObjects(file: Buffer, start: number, end: number, maxBytes: number): Packed {
  const objects = new Map<number, string>()
  const head = file.toString('latin1', start, Math.min(end, start + 2048))
  const [count, first] = [numberIn(head, 'N'), numberIn(head, 'First')]
  const body = /stream\r?\n/.exec(head)
  if (!body || count === undefined || first === undefined || count > MAX_PACKED)
    return { objects, unpackedBytes: 0 }
  const packed = file.subarray(start + body.index + body[0].length, end)
  const { text, unpackedBytes } = unpack(packed, /\/FlateDecode/.test(head), maxBytes)
  const entries = text.slice(0, Math.min(first, MAX_ENTRY_LETTERS * count))
  const numbers = entries.match(/\d+/g)?.map(Number) ?? []
  let letters = 0
  for (let index = 0; index < Math.min(count, numbers.length >> 1); index++) {
    const from = first + numbers[2 * index + 1]!
    const to = index + 1 < count ? first + (numbers[2 * index + 3] ?? text.length) : text.length
    const object = text.slice(from, to)
    // Objects that lie over each other would grow beyond what was unpacked.
    letters += object.length
    if (letters > text.length) break
    objects.set(numbers[2 * index]!, object.trim())
  }
  return { objects, unpackedBytes }
}

function numberIn(head: string, name: string): number | undefined {
  const found = new RegExp(`/${name}\\s+(\\d{1,9})`).exec(head)?.[1]
  return found === undefined ? undefined : Number(found)
}

/** As much as can be unpacked: the bytes behind the stream do not matter, and a torn one gives nothing. */
function unpack(
  bytes: Buffer,
  isDeflated: boolean,
  maxBytes: number,
): { text: string; unpackedBytes: number } {
  const limit = Math.min(maxBytes, MAX_STREAM_BYTES)
  if (!isDeflated) {
    const text = bytes.length > limit ? '' : bytes.toString('latin1')
    return { text, unpackedBytes: text.length }
  }
  try {
    const text = inflateSync(bytes, { maxOutputLength: limit }).toString('latin1')
    return { text, unpackedBytes: text.length }
  } catch {
    return { text: '', unpackedBytes: Math.min(limit, MAX_DEFLATE_RATIO * bytes.length) }
  }
}

/** No deflated byte unpacks to more, so a stream that turned out to be torn has not cost more. */
const MAX_DEFLATE_RATIO = 1032
