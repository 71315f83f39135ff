import type { Block, Inline, Marks, Paragraph } from '../block.ts'
import { Fields, isMonospaced, symbolText } from '../conventions.ts'
import { Flow } from '../flow.ts'
import type { PieceTable, PropertyRuns } from './pieces.ts'
import { readLetterProperties, readParagraphProperties } from './properties.ts'
import type { LetterProperties, ParagraphProperties } from './properties.ts'
import type { Lists, Style, Styles } from './styles.ts'

/** What the text of a Word file is read with. */
export interface Reading {
  pieces: PieceTable
  letters: PropertyRuns
  paragraphs: PropertyRuns
  styles: Styles
  lists: Lists
  fonts: readonly string[]
  /** What is shown at a character that stands for something else: a note, a remark or a picture. */
  special(character: number, position: number, letters: LetterProperties): Inline | undefined
}

/** Reads the text between two characters. */
export function readRange(from: number, to: number, reading: Reading): Block[] {
  const reader = new RangeReader(reading)
  let position = from
  for (const { text, offset, bytesPerCharacter } of reading.pieces.stretches(from, to)) {
    for (let at = 0; at < text.length;) {
      const place = offset + at * bytesPerCharacter
      const run = reading.letters(place)
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

/** Signs that end a paragraph, begin something, or stand for something. */
const CONTROLS = /[\p{Cc}(]/gu

class RangeReader {
  private readonly reading: Reading
  private readonly flow = new Flow()
  private readonly fields = new Fields()
  private isMonospaced = true

  constructor(reading: Reading) {
    this.reading = reading
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
      const piece = this.reading.special(code, run.position + index, run.letters)
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
    const font = letters?.font === undefined ? undefined : this.reading.fonts[letters.font]
    if (/\S/.test(text) && !isMonospaced(font ?? '')) this.isMonospaced = false
    this.flow.add({ type: 'text', text: symbolText(text, font), marks: this.marksOf(letters) })
  }

  private addSymbol(letters: LetterProperties): void {
    const { font, code } = letters.symbol!
    const text = symbolText(String.fromCharCode(code), this.reading.fonts[font])
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
    const run = this.reading.paragraphs(place)
    const style = this.reading.styles.find(run?.style ?? 0)
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
    const marker = isItem ? this.reading.lists.next(list, listLevel) : undefined
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

/** Lists of before Word 97. */
const NO_LIST = 0x7ff
