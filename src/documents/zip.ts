import { fromBufferPromise } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { damaged, tooLarge, UnreadableDocument } from './converted.ts'

/**
 * The parts of a document that is a ZIP archive. Nothing is written to disk, so entry names are only keys.
 */
export interface Zip {
  names: readonly string[]
  has(name: string): boolean
  /** The bytes of a part; undefined if it is missing. A leading slash is ignored. */
  read(name: string): Promise<Uint8Array | undefined>
  readText(name: string): Promise<string | undefined>
}

/** The limit for the inflated size of all parts. Repeated reads count again. */
const MAX_INFLATED_BYTES = 512 * 1024 * 1024
const MAX_DENSE_BYTES = 16 * 1024 * 1024
/** The limit for the compression ratio of a large part; dense tables of numbers reach a hundred. */
const MAX_GROWTH = 300
const MAX_ENTRIES = 100_000

export async function openZip(bytes: Uint8Array): Promise<Zip> {
  const archive = await open(bytes)
  const entries = new Map<string, Entry>()
  try {
    for await (const entry of archive.eachEntry()) {
      if (entries.size >= MAX_ENTRIES) throw tooLarge('The file is too large when unpacked.')
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, entry)
    }
  } catch (cause) {
    if (cause instanceof UnreadableDocument) throw cause
    throw damaged('The file is damaged: its list of parts cannot be read.', cause)
  }
  let leftBytes = MAX_INFLATED_BYTES

  async function read(name: string): Promise<Uint8Array | undefined> {
    const entry = entries.get(name.startsWith('/') ? name.slice(1) : name)
    if (!entry) return undefined
    if ((entry.generalPurposeBitFlag & 1) !== 0) {
      throw new UnreadableDocument(
        'encrypted',
        'The file is protected by a password. Remove the password and try again.',
      )
    }
    const isDense = entry.uncompressedSize > MAX_GROWTH * Math.max(entry.compressedSize, 1)
    if (entry.uncompressedSize > leftBytes || (isDense && entry.uncompressedSize > MAX_DENSE_BYTES)) {
      throw tooLarge('The file is too large when unpacked.')
    }
    leftBytes -= entry.uncompressedSize
    return await inflate(archive, entry)
  }

  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name.startsWith('/') ? name.slice(1) : name),
    read,
    async readText(name) {
      const part = await read(name)
      return part && new TextDecoder(encodingOf(part)).decode(part)
    },
  }
}

/** The bytes of some parts by name, for parsers that are synchronous. */
export async function bytesOfParts(zip: Zip, names: Iterable<string>): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>()
  for (const name of new Set(names)) {
    const bytes = await zip.read(name)
    if (bytes) found.set(name, bytes)
  }
  return found
}

/** Resolves a reference relative to a part or folder. */
export function partFrom(from: string, reference: string): string {
  const steps = reference.startsWith('/') ? [] : from.split('/').slice(0, -1)
  for (const step of reference.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}

async function open(bytes: Uint8Array): Promise<ZipFile> {
  try {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    return await fromBufferPromise(buffer, { lazyEntries: true, strictFileNames: false })
  } catch (cause) {
    throw damaged('The file is damaged: the archive is truncated or invalid.', cause)
  }
}

/** The declared sizes are checked while a part inflates, so that a false one ends early. */
async function inflate(archive: ZipFile, entry: Entry): Promise<Uint8Array> {
  const part = Buffer.allocUnsafe(entry.uncompressedSize)
  let length = 0
  try {
    for await (const chunk of await archive.openReadStreamPromise(entry)) {
      length += (chunk as Buffer).copy(part, length)
    }
  } catch (cause) {
    throw damaged(`The file is damaged: its part '${shown(entry)}' cannot be read.`, cause)
  }
  return part.subarray(0, length)
}

function shown({ fileName }: Entry): string {
  return fileName.replace(/[\p{Cc}\p{Cf}]/gu, '').slice(0, 100)
}

/** The encoding of XML: UTF-8, unless it starts with a UTF-16 byte order mark. */
export function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  return 'utf-8'
}
