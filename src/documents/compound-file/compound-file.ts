import { damaged, documentMetadata, UnreadableDocument } from '../converted.ts'
import type { DocumentMetadata } from '../converted.ts'
import CODE_PAGES from './code-pages.json' with { type: 'json' }
import CODES from './record-codes.json' with { type: 'json' }

const SIGNATURE = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

function isCompoundFile(bytes: Uint8Array): boolean {
  return SIGNATURE.every((byte, index) => bytes[index] === byte)
}

/** Rejects modern files with a password: these are compound files with an encrypted package inside. */
export function refuseEncrypted(bytes: Uint8Array): void {
  if (isCompoundFile(bytes)) refuseEncryptedPackage(new CompoundFile(bytes))
}

export function refuseEncryptedPackage(container: CompoundFile): void {
  if (container.has('EncryptedPackage')) throw encrypted()
}

export function encrypted(): UnreadableDocument {
  return new UnreadableDocument(
    'encrypted',
    'The document is protected by a password. Remove the password and try again.',
  )
}

interface Entry {
  kind: number
  start: number
  size: number
}

/** Larger values are not sector numbers but mark the end of a chain. */
const LAST_SECTOR = 0xffff_fff9
const ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5

/**
 * A file system in a file. Hostile files contain cycles, so no chain is followed farther than the file is
 * long.
 */
export class CompoundFile {
  private readonly file: Bytes
  private readonly sectorBytes: number
  private readonly next: number[]
  private readonly directory: Bytes
  private readonly entries: ReadonlyMap<string, Entry>
  /** Smaller streams are stored in one shared stream with its own sector size. */
  private readonly largeBytes: number
  private readonly small: { bytes: Bytes; sectorBytes: number; next: number[] }

  constructor(bytes: Uint8Array) {
    this.file = new Bytes(bytes)
    const [shift, smallShift] = [this.file.u16(30), this.file.u16(32)]
    if (!isCompoundFile(bytes) || shift < 7 || shift > 16 || smallShift < 3 || smallShift > shift) {
      throw damagedStreams()
    }
    this.sectorBytes = 2 ** shift
    this.largeBytes = this.file.u32(56)
    this.next = this.tableSectors().flatMap((sector) => this.numbersIn(this.sector(sector)))
    this.directory = this.joined(this.file.u32(48))
    const root = entryAt(this.directory, 0)
    if (root.kind !== ROOT) throw damagedStreams()
    this.entries = topEntries(this.directory)
    this.small = {
      bytes: this.joined(root.start),
      sectorBytes: 2 ** smallShift,
      next: this.numbersIn(this.joined(this.file.u32(60))),
    }
  }

  has(name: string): boolean {
    return this.entries.get(name.toUpperCase())?.kind === STREAM
  }

  stream(name: string): Uint8Array | undefined {
    const entry = this.entries.get(name.toUpperCase())
    if (entry?.kind !== STREAM) return undefined
    const { start, size } = entry
    const bytes = size < this.largeBytes ? this.smallStream(start, size) : this.joined(start).all
    if (bytes.length < size) throw damagedStreams()
    return bytes.subarray(0, size)
  }

  /**
   * Rejects streams that are shorter than declared or larger than the file: other parsers follow cycles
   * without a limit.
   */
  refuseUnsound(): void {
    let sectors = this.chain(this.file.u32(48)).length + this.chain(this.file.u32(60)).length
    let smallSectors = 0
    for (let number = 0; number < this.directory.length / ENTRY_BYTES; number++) {
      const { kind, start, size } = entryAt(this.directory, number)
      if (kind !== STREAM && kind !== ROOT) continue
      const isSmall = kind === STREAM && size < this.largeBytes
      const next = isSmall ? this.small.next : this.next
      const { length } = chainOf(start, next, next.length + 1)
      if (isSmall) smallSectors += length
      else sectors += length
      const isShort = length * (isSmall ? this.small.sectorBytes : this.sectorBytes) < size
      if (isShort || sectors > this.sectorCount || smallSectors > this.small.next.length)
        throw damagedStreams()
    }
  }

  private smallStream(start: number, size: number): Uint8Array {
    const { bytes, sectorBytes, next } = this.small
    const places = chainOf(start, next, Math.ceil(size / sectorBytes))
    const parts = places.map((place) => bytes.all.subarray(place * sectorBytes, (place + 1) * sectorBytes))
    return joinedParts(parts)
  }

  private joined(start: number): Bytes {
    return new Bytes(joinedParts(this.chain(start).map((sector) => this.sector(sector).all)))
  }

  private chain(start: number): number[] {
    return chainOf(start, this.next, this.sectorCount)
  }

  /** The sectors of the table: the first are listed in the header, the others in a chain of lists. */
  private tableSectors(): number[] {
    const sectors = this.numbersIn(this.file.slice(76, 512))
    const listBytes = this.sectorBytes - 4
    let list = this.file.u32(68)
    while (list <= LAST_SECTOR && sectors.length < this.sectorCount) {
      const sector = this.sector(list)
      if (sector.length === 0) break
      sectors.push(...this.numbersIn(sector.slice(0, listBytes)))
      list = sector.u32(listBytes)
    }
    return sectors.filter((sector) => sector <= LAST_SECTOR).slice(0, this.sectorCount)
  }

  private get sectorCount(): number {
    return Math.ceil(this.file.length / this.sectorBytes)
  }

  private sector(number: number): Bytes {
    return this.file.slice((number + 1) * this.sectorBytes, (number + 2) * this.sectorBytes)
  }

  private numbersIn(bytes: Bytes): number[] {
    return Array.from({ length: bytes.length >> 2 }, (_, index) => bytes.u32(4 * index))
  }
}

function damagedStreams(): UnreadableDocument {
  return damaged('The file is damaged or truncated: its streams cannot be read.')
}

function chainOf(start: number, next: readonly number[], most: number): number[] {
  const sectors: number[] = []
  for (let sector = start; sector < next.length && sectors.length < most; sector = next[sector]!) {
    sectors.push(sector)
  }
  return sectors
}

function joinedParts(parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts))
}

function entryAt(directory: Bytes, number: number): Entry {
  const at = ENTRY_BYTES * number
  return { kind: directory.u8(at + 66), start: directory.u32(at + 116), size: directory.u32(at + 120) }
}

function topEntries(directory: Bytes): Map<string, Entry> {
  const found = new Map<string, Entry>()
  const seen = new Set<number>()
  const count = Math.floor(directory.length / ENTRY_BYTES)
  const waiting = [directory.u32(76)]
  for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
    if (number >= count || seen.has(number)) continue
    seen.add(number)
    const at = ENTRY_BYTES * number
    const letters = Math.min(Math.max((directory.u16(at + 64) >> 1) - 1, 0), 31)
    const name = directory.text(at, letters).toUpperCase()
    if (!found.has(name)) found.set(name, entryAt(directory, number))
    waiting.push(directory.u32(at + 68), directory.u32(at + 72))
  }
  return found
}

/** Little-endian numbers of a stream. Every value after its end is zero. */
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

  text(from: number, length: number): string {
    return UTF16.decode(this.all.subarray(Math.max(from, 0), Math.max(from + 2 * length, 0)))
  }
}

const UTF16 = new TextDecoder('utf-16le')

/** The metadata of an old Office file, in a stream that all formats share. */
export function readSummary(container: CompoundFile): DocumentMetadata {
  const stream = new Bytes(container.stream('\u0005SummaryInformation') ?? new Uint8Array())
  const section = stream.u32(44)
  const count = Math.min(stream.u32(section + 4), MAX_PROPERTIES)
  const places = new Map<number, number>()
  for (let index = 0; index < count; index++) {
    const entry = section + 8 + 8 * index
    places.set(stream.u32(entry), section + stream.u32(entry + 4))
  }
  const codePage = stream.u16((places.get(1) ?? stream.length) + 4)
  const text = (id: number) => textAt(stream, places.get(id), codePage)
  return documentMetadata({
    title: text(2),
    author: text(4),
    description: text(6) || text(3),
    keywords: text(5),
    createdTime: timeAt(stream, places.get(12)),
    modifiedTime: timeAt(stream, places.get(13)),
  })
}

const MAX_PROPERTIES = 100

const NARROW = 30
const WIDE = 31
const TIME = 64
/** The code page number of UTF-16, which marks text as wide although its type says otherwise. */
const UTF16_PAGE = 1200

function textAt(stream: Bytes, at: number | undefined, codePage: number): string {
  if (at === undefined) return ''
  const type = stream.u32(at)
  const length = Math.min(stream.u32(at + 4), 10_000)
  if (type !== WIDE && type !== NARROW) return ''
  const text =
    type === WIDE
      ? stream.text(at + 8, length)
      : codePage === UTF16_PAGE
        ? stream.text(at + 8, length >> 1)
        : decodeCodePage(stream.slice(at + 8, at + 8 + length).all, codePage)
  return text.split('\0', 1)[0]!.trim()
}

/** Times are tenths of microseconds since 1601. */
function timeAt(stream: Bytes, at: number | undefined): number | undefined {
  if (at === undefined || stream.u32(at) !== TIME) return undefined
  const milliseconds = (stream.u32(at + 8) * 2 ** 32 + stream.u32(at + 4)) / 10_000 - 11_644_473_600_000
  return milliseconds > 0 ? milliseconds : undefined
}

/** Decodes text of a Windows code page; unknown ones are read as Western European. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  // All code pages share ASCII, and most text is ASCII only.
  if (bytes.every((byte) => byte < 0x80))
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1')
  let decoder = DECODERS.get(codePage)
  if (!decoder) {
    decoder = new TextDecoder(labelOf(codePage))
    DECODERS.set(codePage, decoder)
  }
  return decoder.decode(bytes)
}

const DECODERS = new Map<number, InstanceType<typeof TextDecoder>>()

function labelOf(codePage: number): string {
  if (codePage >= 1250 && codePage <= 1258) return `windows-${codePage}`
  return LABELS.get(String(codePage)) ?? 'windows-1252'
}

const LABELS: ReadonlyMap<string, string> = new Map(Object.entries(CODE_PAGES.labels))

export function codePageOfCharset(charset: number): number | undefined {
  return CHARSETS.get(String(charset))
}

const CHARSETS: ReadonlyMap<string, number> = new Map(Object.entries(CODE_PAGES.charsets))

export function codePageOfLanguage(language: number): number | undefined {
  return LANGUAGES.get(String(language))
}

const LANGUAGES: ReadonlyMap<string, number> = new Map(Object.entries(CODE_PAGES.languages))

type Codes = typeof CODES

export function recordCodes<Format extends keyof Codes>(format: Format): Record<keyof Codes[Format], number> {
  const entries = Object.entries(CODES[format]).map(([name, code]) => [name, Number(code)])
  return Object.fromEntries(entries) as Record<keyof Codes[Format], number>
}
