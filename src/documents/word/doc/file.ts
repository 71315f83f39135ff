import { Fields } from '../conventions.ts'
import type { Block } from '../document-html.ts'
import {
  Bytes,
  codePageOfLanguage,
  CompoundFile,
  decodeCodePage,
  encrypted,
  readSummary,
  recordCodes,
  refuseEncryptedPackage,
} from '../../compound-file/compound-file.ts'
import { damaged } from '../../converted.ts'
import type { DocumentMetadata } from '../../converted.ts'
import { firstIndex } from '../../groups.ts'

/** A Word document of before 2007: its streams and its index. */
export interface WordFile {
  main: Bytes
  /** Whether it is from Word 6 or 95, of which only the text is supported. */
  isOld: boolean
  data: Bytes
  metadata: DocumentMetadata
  parts: Record<TextPart, TextRange>
  piece(index: number): Bytes
  /** The same up to the end of the stream, for data beyond its declared end. */
  rest(index: number): Bytes
}

export const PIECES = recordCodes('wordPieces')

const PIECES_START = 154

export function openWordFile(bytes: Uint8Array): WordFile {
  const container = new CompoundFile(bytes)
  const stream = (name: string) => new Bytes(container.stream(name) ?? new Uint8Array())
  refuseEncryptedPackage(container)
  const main = stream('WordDocument')
  if (main.length === 0) throw damaged('The file is not a Word document: its text is missing.')
  const flags = main.u16(10)
  if ((flags & 0x0100) !== 0) throw encrypted()
  const table = stream((flags & 0x0200) === 0 ? '0Table' : '1Table')
  const start = (index: number) => main.u32(PIECES_START + 8 * index)
  const length = (index: number) => main.u32(PIECES_START + 8 * index + 4)
  return {
    main,
    isOld: main.u16(2) < FIRST_VERSION,
    data: stream('Data'),
    metadata: readSummary(container),
    parts: partsIn(main),
    piece: (index) => table.slice(start(index), start(index) + length(index)),
    rest: (index) => table.slice(length(index) === 0 ? table.length : start(index), table.length),
  }
}

const FIRST_VERSION = 0xc1

const TEXT_PARTS = ['body', 'footnotes', 'headers', 'macros', 'comments', 'endnotes', 'boxes'] as const
type TextPart = (typeof TEXT_PARTS)[number]
type TextRange = readonly [from: number, to: number]

function partsIn(main: Bytes): Record<TextPart, TextRange> {
  let end = 0
  const ranges = TEXT_PARTS.map((part, index) => {
    const from = end
    end += Math.max(main.i32(0x4c + 4 * index), 0)
    return [part, [from, end]] as const
  })
  return Object.fromEntries(ranges) as Record<TextPart, TextRange>
}

export function readFonts(bytes: Bytes): string[] {
  const count = Math.min(bytes.u16(0), 4096)
  const names: string[] = []
  let at = 4
  for (let index = 0; index < count && at < bytes.length; index++) {
    const length = bytes.u8(at)
    const whole = bytes.text(at + 40, Math.max(Math.floor((length - 39) / 2), 0))
    names.push(whole.split('\0', 1)[0] ?? '')
    at += 1 + length
  }
  return names
}

/** The image at an offset of the data stream: its bytes in a common format, if it has one. */
export function pictureAtOffset(
  data: Bytes,
  offset: number,
): { type: string; bytes: Uint8Array | undefined } {
  const block = data.slice(offset, offset + data.u32(offset)).all
  const start = Buffer.from(block.buffer, block.byteOffset, Math.min(block.length, MAX_HEAD_BYTES))
  for (const { type, signature } of FORMATS) {
    const at = start.indexOf(signature)
    if (at >= 0) return { type, bytes: block.subarray(at) }
  }
  return { type: 'image/x-wmf', bytes: undefined }
}

/** The header before an image is short, and any number of offsets may refer to the same image. */
const MAX_HEAD_BYTES = 16_384

const FORMATS = [
  { type: 'image/png', signature: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { type: 'image/jpeg', signature: Buffer.from('\xff\xd8\xff', 'latin1') },
]

interface Piece {
  from: number
  to: number
  offset: number
  bytesPerCharacter: 1 | 2
}

/** The text of the file in reading order, which differs from its order in the file. */
export class PieceTable {
  private readonly main: Bytes
  private readonly pieces: Piece[]

  constructor({ main, piece }: WordFile) {
    this.main = main
    this.pieces = piecesIn(piece(PIECES.text), main.length)
  }

  *stretches(from: number, to: number) {
    for (let at = firstIndex(this.pieces, ({ to: end }) => end > from); at < this.pieces.length; at++) {
      const piece = this.pieces[at]!
      if (piece.from >= to) return
      const first = Math.max(piece.from, from)
      const end = Math.min(piece.to, to)
      if (first >= end) continue
      const { bytesPerCharacter } = piece
      const offset = piece.offset + (first - piece.from) * bytesPerCharacter
      const bytes = this.main.slice(offset, offset + (end - first) * bytesPerCharacter)
      const text = bytesPerCharacter === 1 ? decodeCodePage(bytes.all, 1252) : bytes.text(0, end - first)
      yield { text, offset, bytesPerCharacter }
    }
  }
}

function piecesIn(bytes: Bytes, streamLength: number): Piece[] {
  let at = 0
  // Properties that pieces refer to come before the pieces.
  while (bytes.u8(at) === 1) at += 3 + bytes.u16(at + 1)
  if (bytes.u8(at) !== 2) throw damaged('The document is damaged: the location of its text cannot be read.')
  const count = Math.floor((bytes.u32(at + 1) - 4) / 12)
  const start = at + 5
  const pieces: Piece[] = []
  let left = 2 * streamLength
  for (let index = 0; index < count && start + 4 * index < bytes.length; index++) {
    const from = bytes.u32(start + 4 * index)
    const to = bytes.u32(start + 4 * index + 4)
    const place = bytes.u32(start + 4 * (count + 1) + 8 * index + 2)
    const isCompressed = (place & 0x4000_0000) !== 0
    left -= to - from
    // Pieces may share bytes, so a small file could contain an endless text.
    if (to < from || left < 0) break
    pieces.push({
      from,
      to,
      offset: isCompressed ? (place & 0x3fff_ffff) / 2 : place & 0x3fff_ffff,
      bytesPerCharacter: isCompressed ? 1 : 2,
    })
  }
  return pieces
}

interface PropertyRun {
  from: number
  to: number
  style: number
  properties: Bytes
}

export type PropertyRuns = (offset: number) => PropertyRun | undefined

function runAt(runs: readonly PropertyRun[], offset: number): PropertyRun | undefined {
  const run = runs[firstIndex(runs, ({ to }) => to > offset)]
  return run && run.from <= offset ? run : undefined
}

const PAGE = 512

/** Reads the pages of properties of letters or paragraphs. */
export function readPropertyPages(main: Bytes, index: Bytes, kind: 'letters' | 'paragraphs'): PropertyRuns {
  const count = Math.floor((index.length - 4) / 8)
  const runs: PropertyRun[] = []
  let last = -1
  for (let entry = 0; entry < count; entry++) {
    const number = index.u32(4 * (count + 1) + 4 * entry) & 0x3f_ffff
    const page = main.slice(number * PAGE, (number + 1) * PAGE)
    const runCount = page.u8(PAGE - 1)
    for (let run = 0; run < runCount; run++) {
      const from = page.u32(4 * run)
      const to = page.u32(4 * run + 4)
      // They must be in order to be found.
      if (from < last || to <= from) continue
      last = to
      const table = 4 * (runCount + 1)
      runs.push({
        from,
        to,
        ...(kind === 'letters'
          ? lettersAt(page, 2 * page.u8(table + run))
          : paragraphAt(page, 2 * page.u8(table + 13 * run))),
      })
    }
  }
  return (offset) => runAt(runs, offset)
}

function lettersAt(page: Bytes, at: number): { style: number; properties: Bytes } {
  const length = at === 0 ? 0 : page.u8(at)
  return { style: 0, properties: page.slice(at + 1, at + 1 + length) }
}

function paragraphAt(page: Bytes, at: number): { style: number; properties: Bytes } {
  if (at === 0) return { style: 0, properties: page.slice(0, 0) }
  const half = page.u8(at)
  const start = half === 0 ? at + 2 : at + 1
  const length = half === 0 ? 2 * page.u8(at + 1) : 2 * half - 1
  return { style: page.u16(start), properties: page.slice(start + 2, start + length) }
}

/**
 * The text of Word 6 and 95 documents, whose properties have another format: paragraphs, and rows with tabs.
 */
export function readOldText(main: Bytes): Block[] {
  const length = Math.max(main.i32(0x34), 0)
  const { all } = textBytes(main).slice(0, length)
  const text = withoutInstructions(decodeCodePage(all, codePageOf(main.u16(6), all)))
  return text
    .replaceAll('\x07\x07', '\r')
    .replaceAll('\x07', '\t')
    .replaceAll('\f', '\r')
    .split('\r')
    .map((line): Block => {
      const content = line
        .split('\x0b')
        .flatMap((part, index) => [
          ...(index > 0 ? [{ type: 'break' } as const] : []),
          { type: 'text' as const, text: part.replace(/[^\P{Cc}\t]/gu, ''), marks: {} },
        ])
      return { kind: 'paragraph', style: 'text', content }
    })
}

function textBytes(main: Bytes): Bytes {
  const isInPieces = (main.u16(10) & 0x0004) !== 0
  if (!isInPieces) return main.slice(main.u32(0x18), main.u32(0x1c))
  const table = main.slice(main.u32(0x160), main.u32(0x160) + main.u32(0x164))
  const parts = piecesIn(table, main.length).map(
    ({ from, to, offset }) => main.slice(offset, offset + to - from).all,
  )
  return new Bytes(Buffer.concat(parts))
}

function withoutInstructions(text: string): string {
  let shown = ''
  const fields = new Fields()
  for (const sign of text) {
    if (sign === '\x13') fields.begin()
    else if (sign === '\x14') fields.beginResult()
    else if (sign === '\x15') fields.end()
    else if (!fields.isInInstruction()) shown += sign
  }
  return shown
}

/**
 * The code page of the document's language. With few Latin letters, languages in Latin script are ruled out.
 */
function codePageOf(language: number, text: Uint8Array): number {
  if (language === 0x0404) return 950
  const known = codePageOfLanguage(language & 0x3ff)
  if (known !== undefined) return known
  let latin = 0
  let other = 0
  for (const byte of text) {
    if (byte >= 0xc0) other++
    else if ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) latin++
  }
  return other > latin ? 1251 : 1252
}
