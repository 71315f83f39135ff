import { isEmpty, shownPicture } from '../document-html.ts'
import type { Block, Inline, Marks, Paragraph } from '../document-html.ts'
import { Fields, isMonospaced, symbolText } from '../conventions.ts'
import { convertedText, Notes } from '../converted-text.ts'
import { BlockBuilder } from '../block-builder.ts'
import type { Bytes } from '../../compound-file/compound-file.ts'
import type { Converter } from '../../converted.ts'
import { Pictures } from '../../markup.ts'
import {
  openWordFile,
  pictureAtOffset,
  PIECES,
  PieceTable,
  readFonts,
  readOldText,
  readPropertyPages,
} from './file.ts'
import type { PropertyRuns, WordFile } from './file.ts'
import { Lists, readLetterProperties, readParagraphProperties, readStyles } from './styles.ts'
import type { LetterProperties, ParagraphProperties, Style } from './styles.ts'

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
  const context: DocContext = {
    pieces: new PieceTable(file),
    letters: readPropertyPages(file.main, file.piece(PIECES.letterPages), 'letters'),
    paragraphs: readPropertyPages(file.main, file.piece(PIECES.paragraphPages), 'paragraphs'),
    styles: readStyles(file.piece(PIECES.styles)),
    lists: new Lists(file.rest(PIECES.lists), file.piece(PIECES.listUses)),
    fonts: readFonts(file.piece(PIECES.fonts)),
    special(character, position, { pictureOffset, isSpecial }): Inline | undefined {
      if (character === PICTURE && isSpecial && pictureOffset !== undefined) {
        return shownPicture(pictures, { alt: '', ...pictureAtOffset(file.data, pictureOffset) })
      }
      // Notes refer to nothing, so reading one ends.
      const reference = position < file.parts.body[1] ? byPosition.get(position) : undefined
      return reference && noteOf(reference, context, notes)
    },
  }
  // Where boxes are anchored is not known, so they stand at the end.
  return [...readRange(...file.parts.body, context), ...readRange(...file.parts.boxes, context)]
}

const PICTURE = 1

interface Reference {
  position: number
  from: number
  to: number
  author: string | undefined
}

function noteOf({ position, from, to, author }: Reference, context: DocContext, notes: Notes): Inline {
  const read = () =>
    readRange(from, to, context).filter((block) => block.kind === 'table' || !isEmpty(block.content))
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

function referencesIn(places: Bytes, texts: Bytes, entrySize: number, start: number) {
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

interface DocContext {
  pieces: PieceTable
  letters: PropertyRuns
  paragraphs: PropertyRuns
  styles: (number: number) => Style
  lists: Lists
  fonts: readonly string[]
  /** What is shown at a character that stands for something else: a note, a remark or a picture. */
  special(character: number, position: number, letters: LetterProperties): Inline | undefined
}

function readRange(from: number, to: number, context: DocContext): Block[] {
  const reader = new RangeReader(context)
  let position = from
  for (const { text, offset, bytesPerCharacter } of context.pieces.stretches(from, to)) {
    for (let at = 0; at < text.length;) {
      const place = offset + at * bytesPerCharacter
      const run = context.letters(place)
      const left = run ? Math.ceil((run.to - place) / bytesPerCharacter) : text.length - at
      const end = Math.min(at + Math.max(left, 1), text.length)
      const letters = run ? readLetterProperties(run.properties) : undefined
      reader.readRun(text.slice(at, end), { position, place, bytesPerCharacter, letters })
      position += end - at
      at = end
    }
  }
  return reader.finish()
}

interface RunPlace {
  position: number
  place: number
  bytesPerCharacter: number
  letters: LetterProperties | undefined
}

const CONTROLS = /[\p{Cc}(]/gu

class RangeReader {
  private readonly context: DocContext
  private readonly flow = new BlockBuilder()
  private readonly fields = new Fields()
  private isMonospaced = true

  constructor(context: DocContext) {
    this.context = context
  }

  readRun(text: string, run: RunPlace): void {
    let done = 0
    for (const { 0: sign, index } of text.matchAll(CONTROLS)) {
      if (sign === '\t' || (sign === '(' && !(run.letters?.isSpecial && run.letters.symbol))) continue
      this.addText(text.slice(done, index), run.letters)
      done = index + 1
      this.readControl(sign.charCodeAt(0), index, run)
    }
    this.addText(text.slice(done), run.letters)
  }

  finish(): Block[] {
    if (this.flow.hasLine()) this.endParagraph(undefined, {})
    return this.flow.end()
  }

  private readControl(code: number, index: number, run: RunPlace): void {
    if (code === 0x0d || code === 0x07 || code === 0x0c) {
      return this.endLine(code, run.place + index * run.bytesPerCharacter)
    }
    if (code === 0x13) this.fields.begin()
    else if (code === 0x14) this.fields.beginResult()
    else if (code === 0x15) this.fields.end()
    else if (code === 0x0b) this.add({ type: 'break' })
    else if (code === 0x1e) this.addText('-', run.letters)
    else if (code === 0x28) this.addSymbol(run.letters!)
    else if (run.letters && !run.letters.isHidden) {
      const piece = this.context.special(code, run.position + index, run.letters)
      if (piece) this.add(piece)
    }
  }

  private add(piece: Inline): void {
    if (!this.fields.isInInstruction()) this.flow.add(piece)
  }

  private addText(text: string, letters: LetterProperties | undefined): void {
    if (text === '') return
    this.fields.addInstruction(text)
    if (letters?.isHidden || this.fields.isInInstruction()) return
    const font = letters?.font === undefined ? undefined : this.context.fonts[letters.font]
    if (/\S/.test(text) && !isMonospaced(font ?? '')) this.isMonospaced = false
    this.flow.add({ type: 'text', text: symbolText(text, font), marks: this.marksOf(letters) })
  }

  private addSymbol(letters: LetterProperties): void {
    const { font, code } = letters.symbol!
    const text = symbolText(String.fromCharCode(code), this.context.fonts[font])
    this.add({ type: 'text', text, marks: this.marksOf(letters) })
  }

  private marksOf(letters: LetterProperties | undefined): Marks {
    const marks: Marks = {}
    if (letters?.bold) marks.bold = true
    if (letters?.italic) marks.italic = true
    if (letters?.strike) marks.strike = true
    if (letters?.script) marks.script = letters.script
    const { href } = this.fields
    if (href !== undefined) marks.href = href
    return marks
  }

  /** The sign at the end of a line says what ends: a paragraph, or with it a cell or a row. */
  private endLine(code: number, place: number): void {
    const run = this.context.paragraphs(place)
    const style = this.context.styles(run?.style ?? 0)
    const own = run ? readParagraphProperties(run.properties) : {}
    const properties = { ...style.paragraph, ...own }
    const depth = properties.tableDepth ?? (properties.isInTable || code === 0x07 ? 1 : 0)
    this.fields.endParagraph()
    if (depth > 0 && (properties.isRowEnd || properties.isInnerRowEnd)) {
      return this.flow.endRow(depth, properties.layout ?? { isHeader: false, cells: [] })
    }
    const isCellEnd = code === 0x07 || (depth > 1 && properties.isInnerCell === true)
    if (this.flow.hasLine() || !isCellEnd) this.endParagraph(style, properties, depth)
    if (isCellEnd) this.flow.endCell(depth)
  }

  private endParagraph(style: Style | undefined, properties: ParagraphProperties, depth = 0): void {
    this.flow.endParagraph(depth, (content) => this.paragraphOf(content, style, properties))
    this.isMonospaced = true
  }

  private paragraphOf(
    content: Inline[],
    style: Style | undefined,
    { list, listLevel = 0, outlineLevel = 9 }: ParagraphProperties,
  ): Paragraph {
    const isItem = list !== undefined && list > 0 && list < NO_LIST && content.length > 0
    const marker = isItem ? this.context.lists.next(list, listLevel) : undefined
    return {
      kind: 'paragraph',
      style: style?.role ?? 'text',
      content,
      headingLevel: style?.headingLevel ?? (outlineLevel < 9 ? outlineLevel + 1 : undefined),
      isMonospaced: this.isMonospaced,
      item: marker && { level: listLevel, marker },
    }
  }
}

const NO_LIST = 0x7ff
