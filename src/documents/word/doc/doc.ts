import type { Bytes } from '../../compound-file/compound-file.ts'
import type { Converter } from '../../converted.ts'
import { Pictures } from '../../pictures.ts'
import { isEmpty, shownPicture } from '../block.ts'
import type { Block, Inline } from '../block.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { openWordFile, pictureAtOffset, PIECES, readFonts } from './file.ts'
import type { WordFile } from './file.ts'
import { readOldText } from './old-text.ts'
import { PieceTable, readPropertyPages } from './pieces.ts'
import { readRange } from './reader.ts'
import type { Reading } from './reader.ts'
import { Lists, Styles } from './styles.ts'

/** Reads Word documents of before 2007; of those of Word 6 and 95, only their text. */
export const convertDoc: Converter = async ({ bytes }, { keepImages }) => {
  const file = openWordFile(bytes)
  const notes = new Notes()
  const pictures = new Pictures(keepImages)
  const blocks = file.isOld ? readOldText(file.main) : readBlocks(file, notes, pictures)
  return convertedText(blocks, { notes, pictures, metadata: file.metadata })
}

function readBlocks(file: WordFile, notes: Notes, pictures: Pictures): Block[] {
  const references = [...noteReferences(file), ...commentReferences(file)]
  const byPosition = new Map(references.map((reference) => [reference.position, reference]))
  const reading: Reading = {
    pieces: new PieceTable(file),
    letters: readPropertyPages(file.main, file.piece(PIECES.letterPages), 'letters'),
    paragraphs: readPropertyPages(file.main, file.piece(PIECES.paragraphPages), 'paragraphs'),
    styles: new Styles(file.piece(PIECES.styles)),
    lists: new Lists(file.rest(PIECES.lists), file.piece(PIECES.listUses)),
    fonts: readFonts(file.piece(PIECES.fonts)),
    special(character, position, { pictureOffset, isSpecial }): Inline | undefined {
      if (character === PICTURE && isSpecial && pictureOffset !== undefined) {
        return shownPicture(pictures, { alt: '', ...pictureAtOffset(file.data, pictureOffset) })
      }
      // Notes refer to nothing, so reading one ends.
      const reference = position < file.parts.body[1] ? byPosition.get(position) : undefined
      return reference && noteOf(reference, reading, notes)
    },
  }
  // Where boxes are anchored is not known, so they stand at the end.
  return [...readRange(...file.parts.body, reading), ...readRange(...file.parts.boxes, reading)]
}

const PICTURE = 1

/** A place in the text that refers to a text of its own. */
interface Reference {
  position: number
  from: number
  to: number
  /** Who remarked something; undefined of a note. */
  author: string | undefined
}

function noteOf({ position, from, to, author }: Reference, reading: Reading, notes: Notes): Inline {
  const read = () =>
    readRange(from, to, reading).filter((block) => block.kind === 'table' || !isEmpty(block.content))
  return author === undefined ? notes.note(position, read) : notes.comment(position, author, read)
}

function noteReferences({ piece, parts }: WordFile): Reference[] {
  const { body, endnotes } = parts
  return [
    ...referencesIn(piece(PIECES.footnoteReferences), piece(PIECES.footnoteTexts), 2, body[1]),
    ...referencesIn(piece(PIECES.endnoteReferences), piece(PIECES.endnoteTexts), 2, endnotes[0]),
  ].map((reference) => ({ ...reference, author: undefined }))
}

function commentReferences({ piece, parts }: WordFile): Reference[] {
  const places = piece(PIECES.commentReferences)
  const authors = authorsIn(piece(PIECES.commentAuthors))
  const found = referencesIn(places, piece(PIECES.commentTexts), COMMENT_SIZE, parts.comments[0])
  return found.map((reference, index) => {
    const entry = 4 * (found.length + 1) + COMMENT_SIZE * index
    return { ...reference, author: authors[places.u16(entry + 20)] ?? '' }
  })
}

const COMMENT_SIZE = 30

/** Places in the text, and where the texts that they refer to begin in their part. */
function referencesIn(
  places: Bytes,
  texts: Bytes,
  entrySize: number,
  start: number,
): { position: number; from: number; to: number }[] {
  const count = Math.max(Math.floor((places.length - 4) / (4 + entrySize)), 0)
  let last = start
  return Array.from({ length: count }, (_, index) => {
    // They follow each other. Texts that overlap would let a small file say the same without end.
    const from = Math.max(start + texts.u32(4 * index), last)
    const to = Math.max(start + texts.u32(4 * index + 4), from)
    last = to
    return { position: places.u32(4 * index), from, to }
  })
}

function authorsIn(bytes: Bytes): string[] {
  const authors: string[] = []
  for (let at = 0; at + 2 <= bytes.length;) {
    const length = bytes.u16(at)
    authors.push(bytes.text(at + 2, length))
    at += 2 + 2 * length
  }
  return authors
}
