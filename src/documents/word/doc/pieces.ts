import { decodeCodePage } from '../../compound-file/code-page.ts'
import type { Bytes } from '../../compound-file/compound-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import { PIECES } from './file.ts'
import type { WordFile } from './file.ts'

/** A stretch of the text that lies together in the file. */
interface Piece {
  /** The numbers of its first character and of the one after its last. */
  from: number
  to: number
  /** Where it lies. */
  offset: number
  bytesPerCharacter: 1 | 2
}

/** Text together with where it lies: the properties of text are told by that. */
interface Stretch {
  text: string
  offset: number
  bytesPerCharacter: 1 | 2
}

/** The text of the file in its order, which is not that in which it lies. */
export class PieceTable {
  private readonly main: Bytes
  private readonly pieces: Piece[]

  constructor({ main, piece }: WordFile) {
    this.main = main
    this.pieces = piecesIn(piece(PIECES.text), main.length)
  }

  /** The text between two characters. */
  *stretches(from: number, to: number): Generator<Stretch> {
    for (let at = this.indexOf(from); at < this.pieces.length; at++) {
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

  /** The first piece that does not end before this character. */
  private indexOf(character: number): number {
    let low = 0
    let high = this.pieces.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.pieces[middle]!.to <= character) low = middle + 1
      else high = middle
    }
    return low
  }
}

function piecesIn(bytes: Bytes, streamLength: number): Piece[] {
  let at = 0
  // Properties that pieces refer to stand before the pieces themselves.
  while (bytes.u8(at) === 1) at += 3 + bytes.u16(at + 1)
  if (bytes.u8(at) !== 2) {
    throw new UnreadableDocument('damaged', 'The document is damaged: where its text lies cannot be read.')
  }
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
    // Pieces may share their bytes, so a small file could hold a text without end.
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

/** A stretch of the file whose text has the same properties. */
interface PropertyRun {
  from: number
  to: number
  /** Of paragraphs: the number of their style. */
  style: number
  properties: Bytes
}

/** The stretch that a place of the file lies in. */
export type PropertyRuns = (offset: number) => PropertyRun | undefined

function runAt(runs: readonly PropertyRun[], offset: number): PropertyRun | undefined {
  let low = 0
  let high = runs.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const run = runs[middle]!
    if (offset < run.from) high = middle - 1
    else if (offset >= run.to) low = middle + 1
    else return run
  }
  return undefined
}

const PAGE = 512

/** Reads the pages that tell properties. `kind` says what of: letters or paragraphs. */
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
      // They must lie one after the other to be found.
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
