import {
  Bytes,
  CompoundFile,
  encrypted,
  readSummary,
  refuseEncryptedPackage,
} from '../../compound-file/compound-file.ts'
import { recordCodes } from '../../compound-file/record-codes.ts'
import { UnreadableDocument } from '../../converted.ts'
import type { DocumentMetadata } from '../../converted.ts'

/** A Word document of before 2007: its streams, and where things are in them. */
export interface WordFile {
  main: Bytes
  /** Whether it is of Word 6 or 95, of which only the text is known. */
  isOld: boolean
  data: Bytes
  metadata: DocumentMetadata
  /** From which character to which each part of the text goes. */
  parts: Record<TextPart, TextRange>
  /** The piece of the table stream that the file names at this place. */
  piece(index: number): Bytes
  /** The same up to the end of the stream, for what goes on after what it says is its end. */
  rest(index: number): Bytes
}

/** Places of pieces in the table stream. */
export const PIECES = recordCodes('wordPieces')

const PIECES_START = 154

export function openWordFile(bytes: Uint8Array): WordFile {
  const container = new CompoundFile(bytes)
  const stream = (name: string) => new Bytes(container.stream(name) ?? new Uint8Array())
  refuseEncryptedPackage(container)
  const main = stream('WordDocument')
  if (main.length === 0) {
    throw new UnreadableDocument('damaged', 'The file is not a Word document: its text is missing.')
  }
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

/** Word 97. */
const FIRST_VERSION = 0xc1

/** Parts of the text, in the order in which they follow each other. */
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

/** The names of fonts by their numbers. */
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

/** The picture that lies at a place of the stream of data: its bytes in a format that others know, where it has such. */
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

/** What stands before a picture is short, and any number of places may lead to the same one. */
const MAX_HEAD_BYTES = 16_384

const FORMATS = [
  { type: 'image/png', signature: Buffer.from('\x89PNG\r\n\x1a\n', 'latin1') },
  { type: 'image/jpeg', signature: Buffer.from('\xff\xd8\xff', 'latin1') },
]
