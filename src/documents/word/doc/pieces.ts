import { UnreadableDocument } from '../../unreadable.ts'
import { decodeCodePage } from '../../compound-file/code-page.ts'
import type { Bytes } from '../../compound-file/bytes.ts'
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
export interface Stretch {
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
