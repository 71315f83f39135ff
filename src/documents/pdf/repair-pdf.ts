import { constants, inflateSync } from 'node:zlib'
import { tooLarge } from '../converted.ts'
import type { PdfPage } from './page.ts'

interface Found {
  number: number
  generation: number
  start: number
}

const MAX_OBJECTS = 500_000
/** What the streams of objects may unpack to, all together. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/** Writes a new table of contents for a PDF that lost its own, from the objects still whole; undefined without pages. */
export function repairPdf(bytes: Uint8Array): Uint8Array | undefined {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const objects = wholeObjects(file)
  const added = new Map<number, string>()
  const pages: string[] = []
  let roomBytes = MAX_UNPACKED_BYTES
  for (const { number, generation, start } of [...objects.values()].sort(
    (one, other) => one.start - other.start,
  )) {
    const head = headOf(file, start)
    if (PAGE.test(head)) pages.push(`${number} ${generation} R`)
    if (roomBytes <= 0 || !/\/Type\s*\/ObjStm\b/.test(head)) continue
    const stream = packedObjects(file, start, file.indexOf('endobj', start), roomBytes)
    roomBytes -= stream.unpackedBytes
    for (const [packed, text] of stream.objects) {
      if (objects.has(packed)) continue
      if (!added.has(packed) && PAGE.test(text)) pages.push(`${packed} 0 R`)
      added.set(packed, text)
    }
  }
  return pages.length === 0 ? undefined : withContents(file, objects, added, pages)
}

const PAGE = /\/Type\s*\/Page\b(?!s)/

function wholeObjects(file: Buffer): Map<number, Found> {
  const objects = new Map<number, Found>()
  const end = file.lastIndexOf('endobj')
  for (let at = file.indexOf(' obj'); at >= 0 && at < end; at = file.indexOf(' obj', at + 4)) {
    const head = /(\d{1,8})\s+(\d{1,5})$/.exec(file.toString('latin1', Math.max(0, at - 20), at))
    if (!head) continue
    const number = Number(head[1])
    objects.set(number, { number, generation: Number(head[2]), start: at - head[0].length })
    if (objects.size > MAX_OBJECTS) break
  }
  return objects
}

function headOf(file: Buffer, start: number): string {
  const head = file.toString('latin1', start, start + 4096)
  const stop = head.search(/endobj|stream\r?\n/)
  return stop < 0 ? head : head.slice(0, stop)
}

/** New objects must not take the numbers of lost ones, which others still refer to. */
const FIRST_NEW = 1_000_000

function withContents(
  file: Buffer,
  objects: ReadonlyMap<number, Found>,
  added: ReadonlyMap<number, string>,
  pages: readonly string[],
): Buffer {
  let root = FIRST_NEW
  for (const number of [...objects.keys(), ...added.keys()]) root = Math.max(root, number + 1)
  const parts: Buffer[] = [file]
  let length = file.length
  const entries = [...objects.values()].map(({ number, generation, start }) =>
    entry(number, generation, start),
  )
  const write = (text: string) => {
    const part = Buffer.from(text, 'latin1')
    parts.push(part)
    length += part.length
  }
  const writeObject = (number: number, text: string) => {
    entries.push(entry(number, 0, length + 1))
    write(`\n${number} 0 obj\n${text}\nendobj\n`)
  }
  for (const [number, text] of added) writeObject(number, text)
  writeObject(root, `<</Type/Catalog/Pages ${root + 1} 0 R>>`)
  writeObject(root + 1, `<</Type/Pages/Count ${pages.length}/Kids[${pages.join(' ')}]>>`)
  const start = length
  write(`xref\n0 1\n0000000000 65535 f \n${entries.join('')}`)
  write(`trailer\n<</Size ${root + 2}/Root ${root} 0 R>>\nstartxref\n${start}\n%%EOF\n`)
  return Buffer.concat(parts)
}

function entry(number: number, generation: number, start: number): string {
  return `${number} 1\n${String(start).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`
}

const MAX_STREAM_BYTES = 64 * 1024 * 1024
const MAX_PACKED = 100_000
const MAX_ENTRY_LETTERS = 32

function packedObjects(file: Buffer, start: number, end: number, maxBytes: number) {
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
function unpack(bytes: Buffer, isDeflated: boolean, maxBytes: number) {
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

/** The base library reads text whose font is missing as if it were in this one, where its letters mean nothing. */
const STAND_IN = 'Helvetica'

/** Leaves the text out of the pages of a file whose font is lost. */
export function lostFontFilter(file: Uint8Array): (page: PdfPage) => PdfPage {
  const hasStandIn = Buffer.from(file.buffer, file.byteOffset, file.length).includes(`/${STAND_IN}`)
  return (page) =>
    hasStandIn ? page : { ...page, words: page.words.filter(({ font }) => font !== STAND_IN) }
}

/** An image that is too large to be unpacked, and where its dictionary begins in the file. */
export interface LargeImage {
  width: number
  height: number
  at: number
}

/** The largest unpacked size of one stream. No page has so much text, and few images are this large. */
const MAX_STREAM_GROWTH_BYTES = 256 * 1024 * 1024
/** Deflate shrinks data to 1/1032 at best, so smaller streams stay below the limit. */
const MIN_PACKED_BYTES = MAX_STREAM_GROWTH_BYTES / 1032
const SAMPLE_BYTES = 32 * 1024

/** Empties images that would unpack to too much, and throws for other streams: the PDF library unpacks them whole. */
export function removeBombs(bytes: Uint8Array): { bytes: Uint8Array; images: LargeImage[] } {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const images: LargeImage[] = []
  let emptied: Buffer | undefined
  for (let end = file.indexOf(END); end >= 0; end = file.indexOf(END, end + END.length)) {
    const start = file.lastIndexOf(START, end - 1) + START.length
    const packedBytes = end - start
    if (packedBytes < MIN_PACKED_BYTES) continue
    const growth = unpackedBytes(file.subarray(start, start + SAMPLE_BYTES)) / SAMPLE_BYTES
    if (growth * packedBytes <= MAX_STREAM_GROWTH_BYTES) continue
    const image = imageBefore(file, start - START.length)
    if (!image) throw tooLarge('The file grows too large when it is unpacked.')
    images.push(image)
    emptied ??= Buffer.from(file)
    // The line break after the keyword and the one before the end stay, and every other object where it is.
    emptied.fill(0, start + 2, end - 1)
  }
  return { bytes: emptied ?? bytes, images }
}

/** The same file with the type of one image changed, so that readers ignore the image. */
export function withoutImage(bytes: Uint8Array, { at }: LargeImage): Uint8Array {
  const changed = Buffer.from(bytes)
  changed.write('Nothg', changed.indexOf('Image', at))
  return changed
}

const START = 'stream'
const END = 'endstream'
const MAX_DICTIONARY_BYTES = 4096

function imageBefore(file: Buffer, streamAt: number): LargeImage | undefined {
  const from = Math.max(0, streamAt - MAX_DICTIONARY_BYTES)
  const before = file.toString('latin1', from, streamAt)
  const at = before.lastIndexOf('obj') + 3
  const dictionary = before.slice(at)
  if (!/\/Subtype\s*\/Image\b/.test(dictionary)) return undefined
  const sizeOf = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(dictionary)?.[1] ?? 0)
  return { width: sizeOf('Width'), height: sizeOf('Height'), at: from + at }
}

function unpackedBytes(sample: Buffer): number {
  const isReturn = sample[0] === 0x0d
  const packed = sample.subarray(isReturn ? 2 : 1)
  try {
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH }).length
  } catch {
    return 0
  }
}

const MARK = 'AIPrivate'
const OTHER = 'AIprivate'

/** Renames the private data of a drawing program, by whose name the base library would refuse the file. */
export function withoutDrawingMark(bytes: Uint8Array): Uint8Array {
  const found = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (!found.includes(MARK)) return bytes
  const changed = Buffer.from(found)
  for (let at = changed.indexOf(MARK); at >= 0; at = changed.indexOf(MARK, at + MARK.length))
    changed.write(OTHER, at, 'latin1')
  return changed
}
