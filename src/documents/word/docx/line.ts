import type { Chart, Pictures } from '../../markup.ts'
import { escapeAttribute, isFollowableUrl, pictureType } from '../../markup.ts'
import { texOfOmml } from '../../open-xml/omml.ts'
import { isOn, shownChoice } from '../../open-xml/package.ts'
import type { Relationships } from '../../open-xml/package.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { chartBlocks, isEmpty, pictureAt, shownPicture } from '../document-html.ts'
import type { Block, Inline, Marks } from '../document-html.ts'
import { isMonospaced, linkOfField, symbolText } from '../conventions.ts'
import type { Fields } from '../conventions.ts'
import type { Notes } from '../converted-text.ts'
import { marksOf } from './styles.ts'
import type { Numbering, Styles } from './styles.ts'

/** Reads the line of a paragraph, with changes accepted. `isMonospaced` is what its style says about its letters. */
export function readLine(paragraph: XmlElement, context: PartContext, style: { isMonospaced: boolean }) {
  const reader = new LineReader(context, style.isMonospaced)
  reader.walk(paragraph, {})
  reader.finish()
  return reader
}

class LineReader {
  readonly content: Inline[] = []
  readonly floats: Block[] = []
  readonly boxes: Block[] = []
  private readonly context: PartContext
  private readonly isStyleMonospaced: boolean
  private wideLetters = 0
  private monospacedLetters = 0
  private lastFormula: (Inline & { type: 'markup' }) | undefined

  constructor(context: PartContext, isStyleMonospaced: boolean) {
    this.context = context
    this.isStyleMonospaced = isStyleMonospaced
  }

  get isMonospaced(): boolean {
    return this.monospacedLetters > 0 && this.wideLetters === 0
  }

  walk(parent: XmlElement, marks: Marks): void {
    for (const element of elementsOf(parent)) this.read(element, marks)
  }

  private read(element: XmlElement, marks: Marks): void {
    const { name } = element
    if (name === 'w:r') this.readRun(element, marks)
    else if (name === 'w:hyperlink') this.walk(element, { ...marks, ...this.linkOf(element) })
    else if (name === 'w:fldSimple') {
      const href = linkOfField(element.attributes['w:instr'] ?? '')
      this.walk(element, href === undefined ? marks : { ...marks, href })
    } else if (name === 'w:sdt') this.readControl(element, marks)
    else if (name === 'm:oMath') this.addFormula(element, false)
    else if (name === 'm:oMathPara') {
      for (const formula of elementsOf(element, 'm:oMath')) this.addFormula(formula, true)
    } else if (name === 'mc:AlternateContent')
      this.readAlternatives(element, (form) => this.walk(form, marks))
    else if (WRAPPERS.has(name)) this.walk(element, marks)
  }

  /** A field whose instruction never came to an end has no result. A formula that stands alone is set apart. */
  finish(): void {
    this.context.fields.endParagraph()
    if (this.lastFormula && this.content.every((piece) => piece === this.lastFormula || isEmpty([piece])))
      Object.assign(this.lastFormula, formulaOf(this.lastFormula.text, true))
  }

  private linkOf({ attributes }: XmlElement): Marks {
    const relationship = this.context.relationships.get(attributes['r:id'] ?? '')
    if (!relationship?.isExternal) return {}
    const anchor = attributes['w:anchor']
    return { href: anchor === undefined ? relationship.target : `${relationship.target}#${anchor}` }
  }

  private readControl(control: XmlElement, marks: Marks): void {
    const box = elementAt(control, 'w:sdtPr', 'w14:checkbox')
    if (box) this.content.push({ type: 'checkbox', isChecked: isOn(elementAt(box, 'w14:checked')) ?? false })
    else for (const inner of elementsOf(control, 'w:sdtContent')) this.walk(inner, marks)
  }

  private addFormula(formula: XmlElement, isDisplay: boolean): void {
    const tex = texOfOmml(formula)
    if (tex === '') return
    const piece = formulaOf(tex, isDisplay)
    this.content.push(piece)
    this.lastFormula = piece
  }

  private readRun(run: XmlElement, around: Marks): void {
    const properties = elementAt(run, 'w:rPr')
    const style = this.context.document.styles.letters(elementAt(properties, 'w:rStyle')?.attributes['w:val'])
    const own = marksOf(properties)
    const marks: Marks = { ...style.marks, ...own, ...around }
    const isHidden = isOn(elementAt(properties, 'w:vanish')) ?? style.isHidden
    const font = elementAt(properties, 'w:rFonts')?.attributes['w:ascii']
    const isWide = !(font === undefined ? (style.isMonospaced ?? this.isStyleMonospaced) : isMonospaced(font))
    for (const element of elementsOf(run)) {
      if (element.name === 'w:fldChar') this.readFieldMark(element)
      else if (element.name === 'w:instrText') this.context.fields.addInstruction(textOf(element))
      else if (!isHidden && !this.context.fields.isInInstruction())
        this.readPiece(element, marks, { isWide, font })
    }
  }

  private readPiece(
    element: XmlElement,
    marks: Marks,
    letters: { isWide: boolean; font: string | undefined },
  ): void {
    const { name, attributes } = element
    const kind = NOTES.get(name)
    if (name === 'w:t') this.addText(symbolText(textOf(element), letters.font), marks, letters.isWide)
    else if (name === 'w:tab' || name === 'w:ptab') this.addText('\t', marks, letters.isWide)
    else if (name === 'w:noBreakHyphen') this.addText('-', marks, letters.isWide)
    else if (name === 'w:sym') this.addSymbol(element, marks)
    else if (name === 'w:br' || name === 'w:cr') {
      if (!/^(?:page|column)$/.test(attributes['w:type'] ?? '')) this.content.push({ type: 'break' })
    } else if (name === 'w:drawing' || name === 'w:pict' || name === 'w:object') this.addDrawing(element)
    else if (name === 'mc:AlternateContent') {
      this.readAlternatives(element, (form) => {
        for (const inner of elementsOf(form)) this.readPiece(inner, marks, letters)
      })
    } else if (name === 'w:ruby') {
      for (const base of elementsOf(element, 'w:rubyBase')) this.walk(base, marks)
    } else if (kind) this.addNote(kind, element)
  }

  /** Of several forms of the same thing, the first that shows something is it. */
  private readAlternatives(element: XmlElement, read: (form: XmlElement) => void): void {
    const shownCount = () => this.content.length + this.floats.length + this.boxes.length
    const before = shownCount()
    for (const form of elementsOf(element)) if (shownCount() === before) read(form)
  }

  private addText(text: string, marks: Marks, isWide: boolean): void {
    const { href } = this.context.fields
    this.content.push({ type: 'text', text, marks: href === undefined ? marks : { ...marks, href } })
    const letters = text.trim().length
    if (isWide) this.wideLetters += letters
    else this.monospacedLetters += letters
  }

  private addSymbol({ attributes }: XmlElement, marks: Marks): void {
    const code = Number.parseInt(attributes['w:char'] ?? '', 16)
    if (!(code > 0 && code <= 0xffff)) return
    this.addText(symbolText(String.fromCharCode(code), attributes['w:font']), marks, true)
  }

  private addDrawing(element: XmlElement): void {
    const { pictures, boxes, isFloating } = readDrawing(element, this.context)
    for (const picture of pictures) {
      if (isFloating) this.floats.push({ kind: 'paragraph', style: 'text', content: [picture] })
      else this.content.push(picture)
    }
    for (const box of boxes) this.boxes.push(box)
  }

  private addNote(kind: NoteKind, { attributes }: XmlElement): void {
    const { document } = this.context
    const id = attributes['w:id'] ?? ''
    const note = document.note(kind, id)
    if (!note) return
    const key = `${kind} ${id}`
    const sign =
      kind === 'comment'
        ? document.notes.comment(key, note.author, note.readBlocks)
        : document.notes.note(key, note.readBlocks)
    this.content.push(sign)
  }

  private readFieldMark(mark: XmlElement): void {
    const { fields } = this.context
    const type = mark.attributes['w:fldCharType']
    if (type === 'begin') {
      const box = elementAt(mark, 'w:ffData', 'w:checkBox')
      if (box) {
        const state = isOn(elementAt(box, 'w:checked')) ?? isOn(elementAt(box, 'w:default')) ?? false
        this.content.push({ type: 'checkbox', isChecked: state })
      }
      fields.begin()
    } else if (type === 'separate') fields.beginResult()
    else if (type === 'end') fields.end()
  }
}

const NOTES: ReadonlyMap<string, NoteKind> = new Map(
  (['footnote', 'endnote', 'comment'] as const).map((kind) => [`w:${kind}Reference`, kind]),
)

/** What is only around text, or was inserted or moved here. What was deleted or moved away is not read. */
const WRAPPERS = new Set('w:ins w:moveTo w:smartTag w:customXml w:dir w:bdo w:sdtContent w:subDoc'.split(' '))

function formulaOf(tex: string, isDisplay: boolean): Inline & { type: 'markup' } {
  const display = isDisplay ? ' display="block"' : ''
  return { type: 'markup', html: `<math${display} alttext="${escapeAttribute(tex)}"></math>`, text: tex }
}

function readDrawing(drawing: XmlElement, context: PartContext) {
  const pictures: Inline[] = []
  const boxes: Block[] = []
  const whole = alternativeTextOf(elementAt(drawing, 'wp:inline') ?? elementAt(drawing, 'wp:anchor'))
  const walk = (element: XmlElement, alt: string) => {
    const { name, attributes } = element
    if (name === 'w:txbxContent') {
      for (const block of context.readBlocks(element)) boxes.push(block)
    } else if (name === 'a:blip' || name === 'v:imagedata') {
      const picture = pictureOf(attributes, alt, context)
      if (picture) pictures.push(picture)
    } else if (name === 'c:chart') {
      const { target = '' } = context.relationships.get(attributes['r:id'] ?? '') ?? {}
      const chart = context.document.charts.get(target)
      context.document.charts.delete(target)
      if (chart) for (const block of chartBlocks(chart)) boxes.push(block)
    } else if (name === 'mc:AlternateContent') {
      const form = shownChoice(element)
      if (form) walk(form, alt)
    } else if (name !== 'a:ext' && name !== 'asvg:svgBlip') {
      const own = name === 'pic:pic' || name === 'v:shape' ? alternativeTextOf(element) : ''
      for (const child of elementsOf(element)) walk(child, own === '' ? alt : own)
    }
  }
  walk(drawing, whole)
  return { pictures, boxes, isFloating: elementAt(drawing, 'wp:anchor') !== undefined }
}

function alternativeTextOf(element: XmlElement | undefined): string {
  const described =
    elementAt(element, 'wp:docPr') ?? elementAt(element, 'pic:nvPicPr', 'pic:cNvPr') ?? element
  const { descr, alt, title } = described?.attributes ?? {}
  return descr ?? alt ?? title ?? ''
}

function pictureOf(
  attributes: Record<string, string>,
  alt: string,
  { relationships, document }: PartContext,
): Inline | undefined {
  const id = attributes['r:embed'] ?? attributes['r:id'] ?? attributes['r:link'] ?? attributes['r:pict']
  const relationship = relationships.get(id ?? '')
  if (!relationship) return undefined
  const { target, isExternal } = relationship
  if (isExternal) return isFollowableUrl(target) ? pictureAt(target, alt) : undefined
  return shownPicture(document.pictures, {
    type: pictureType(target),
    alt,
    bytes: document.pictureBytes.get(target),
  })
}

type NoteKind = 'footnote' | 'endnote' | 'comment'

/** What all parts of a Word document are read with. */
export interface WordDocument {
  styles: Styles
  numbering: Numbering
  notes: Notes
  pictures: Pictures
  pictureBytes: ReadonlyMap<string, Uint8Array>
  /** Charts by the names of their parts. Each is taken out where it is shown, so that it is shown once. */
  charts: Map<string, Chart>
  note(kind: NoteKind, id: string): { author: string; readBlocks: () => Block[] } | undefined
}

/** What one part of it is read with, from its beginning to its end. */
export interface PartContext {
  document: WordDocument
  relationships: Relationships
  /** The fields that are open where the reading stands; they may go on over many paragraphs. */
  fields: Fields
  readBlocks(container: XmlElement): Block[]
}
