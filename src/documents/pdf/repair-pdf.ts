import { packedObjects } from './packed-objects.ts'

/** A whole object of a PDF, by its place. */
interface Found {
  number: number
  generation: number
  start: number
}

const MAX_OBJECTS = 500_000
/** What the streams of objects may unpack to, all together. */
const MAX_UNPACKED_BYTES = 128 * 1024 * 1024

/**
 * Writes a new table of contents for a PDF that lost its own, as one that was cut off: all objects that are still whole
 * are listed by where they stand, those in streams are written out, and all pages get a list. Undefined when there are
 * no pages.
 */
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

/** The last whole object of each number. */
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

/** The dictionary that an object starts with, or most of it. */
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
