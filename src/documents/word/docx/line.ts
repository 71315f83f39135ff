import { escapeAttribute } from '../../markup.ts'
import { elementAt, elementsOf, textOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import type { Block } from '../block.ts'
import { linkOfField } from '../field.ts'
import { isMonospaced } from '../heading-name.ts'
import { isEmpty } from '../inline.ts'
import type { Inline, Marks } from '../inline.ts'
import { symbolText } from '../symbol-font.ts'
import { texOfOmml } from '../../open-xml/omml.ts'
import { readDrawing } from './drawing.ts'
import type { Reading } from './reading.ts'
import { marksOf } from './styles.ts'
import { isOn } from '../../open-xml/switch.ts'

/** What a paragraph says: its line, and what is anchored in it without being part of it. */
export interface Line {
  content: Inline[]
  /** Pictures beside it. */
  floats: Block[]
  boxes: Block[]
  isMonospaced: boolean
}

/** Reads the line of a paragraph, with changes accepted. `isMonospaced` is what its style says about its letters. */
export function readLine(paragraph: XmlElement, reading: Reading, style: { isMonospaced: boolean }): Line {
  const reader = new LineReader(reading, style.isMonospaced)
  reader.walk(paragraph, {})
  reader.finish()
  const { content, floats, boxes } = reader
  return { content, floats, boxes, isMonospaced: reader.isAllMonospaced() }
}

class LineReader {
  readonly content: Inline[] = []
  readonly floats: Block[] = []
  readonly boxes: Block[] = []
  private readonly reading: Reading
  private readonly isStyleMonospaced: boolean
  private wideLetters = 0
  private monospacedLetters = 0
  private lastFormula: (Inline & { type: 'markup' }) | undefined

  constructor(reading: Reading, isStyleMonospaced: boolean) {
    this.reading = reading
    this.isStyleMonospaced = isStyleMonospaced
  }

  isAllMonospaced(): boolean {
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
    const { fields } = this.reading
    for (let at = fields.length - 1; at >= 0; at--) if (!fields[at]!.isResult) fields.splice(at, 1)
    if (this.lastFormula && this.content.every((piece) => piece === this.lastFormula || isEmpty([piece])))
      Object.assign(this.lastFormula, formulaOf(this.lastFormula.text, true))
  }

  private linkOf({ attributes }: XmlElement): Marks {
    const relationship = this.reading.relationships.get(attributes['r:id'] ?? '')
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
    const style = this.reading.document.styles.letters(elementAt(properties, 'w:rStyle')?.attributes['w:val'])
    const own = marksOf(properties)
    const marks: Marks = { ...style.marks, ...own, ...around }
    const isHidden = isOn(elementAt(properties, 'w:vanish')) ?? style.isHidden
    const font = elementAt(properties, 'w:rFonts')?.attributes['w:ascii']
    const isWide = !(font === undefined ? (style.isMonospaced ?? this.isStyleMonospaced) : isMonospaced(font))
    for (const element of elementsOf(run)) {
      if (element.name === 'w:fldChar') this.readFieldMark(element)
      else if (element.name === 'w:instrText') this.addInstruction(textOf(element))
      else if (!isHidden && !this.isInInstruction()) this.readPiece(element, marks, { isWide, font })
    }
  }

  private readPiece(
    element: XmlElement,
    marks: Marks,
    letters: { isWide: boolean; font: string | undefined },
  ): void {
    switch (element.name) {
      case 'w:t':
        return this.addText(symbolText(textOf(element), letters.font), marks, letters.isWide)
      case 'w:tab':
      case 'w:ptab':
        return this.addText('\t', marks, letters.isWide)
      case 'w:noBreakHyphen':
        return this.addText('-', marks, letters.isWide)
      case 'w:sym':
        return this.addSymbol(element, marks)
      case 'w:br':
        if (/^(?:page|column)$/.test(element.attributes['w:type'] ?? '')) return
        return void this.content.push({ type: 'break' })
      case 'w:cr':
        return void this.content.push({ type: 'break' })
      case 'w:drawing':
      case 'w:pict':
      case 'w:object':
        return this.addDrawing(element)
      case 'mc:AlternateContent':
        return this.readAlternatives(element, (form) => {
          for (const inner of elementsOf(form)) this.readPiece(inner, marks, letters)
        })
      case 'w:ruby':
        return this.readRuby(element, marks)
      case 'w:footnoteReference':
        return this.addNote('footnote', element)
      case 'w:endnoteReference':
        return this.addNote('endnote', element)
      case 'w:commentReference':
        return this.addComment(element)
    }
  }

  /** Of several forms of the same thing, the first that shows something is it. */
  private readAlternatives(element: XmlElement, read: (form: XmlElement) => void): void {
    const shownCount = () => this.content.length + this.floats.length + this.boxes.length
    const before = shownCount()
    for (const form of elementsOf(element)) if (shownCount() === before) read(form)
  }

  private addText(text: string, marks: Marks, isWide: boolean): void {
    const href = this.reading.fields.findLast((field) => field.href !== undefined)?.href
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
    const { pictures, boxes, isFloating } = readDrawing(element, this.reading)
    for (const picture of pictures) {
      if (isFloating) this.floats.push({ kind: 'paragraph', style: 'text', content: [picture] })
      else this.content.push(picture)
    }
    for (const box of boxes) this.boxes.push(box)
  }

  private readRuby(ruby: XmlElement, marks: Marks): void {
    for (const base of elementsOf(ruby, 'w:rubyBase')) this.walk(base, marks)
  }

  private addNote(kind: 'footnote' | 'endnote', { attributes }: XmlElement): void {
    const { document } = this.reading
    const id = attributes['w:id'] ?? ''
    const readNote = document.noteReader(kind, id)
    if (readNote) this.content.push(document.notes.note(`${kind} ${id}`, readNote))
  }

  private addComment({ attributes }: XmlElement): void {
    const { document } = this.reading
    const id = attributes['w:id'] ?? ''
    const comment = document.comment(id)
    if (comment)
      this.content.push(document.notes.comment(`comment ${id}`, comment.author, comment.readBlocks))
  }

  private readFieldMark(mark: XmlElement): void {
    const { fields } = this.reading
    const type = mark.attributes['w:fldCharType']
    if (type === 'begin') {
      const box = elementAt(mark, 'w:ffData', 'w:checkBox')
      if (box) {
        const state = isOn(elementAt(box, 'w:checked')) ?? isOn(elementAt(box, 'w:default')) ?? false
        this.content.push({ type: 'checkbox', isChecked: state })
      }
      if (fields.length < MAX_FIELDS) fields.push({ instruction: '', isResult: false, href: undefined })
    } else if (type === 'separate') {
      const field = fields.at(-1)
      if (!field) return
      field.isResult = true
      field.href = linkOfField(field.instruction)
    } else if (type === 'end') fields.pop()
  }

  private addInstruction(text: string): void {
    const field = this.reading.fields.at(-1)
    if (field && !field.isResult && field.instruction.length < MAX_INSTRUCTION) field.instruction += text
  }

  private isInInstruction(): boolean {
    return this.reading.fields.some((field) => !field.isResult)
  }
}

const MAX_FIELDS = 50
const MAX_INSTRUCTION = 10_000

/** What is only around text, or was inserted or moved here. What was deleted or moved away is not read. */
const WRAPPERS = new Set([
  'w:ins',
  'w:moveTo',
  'w:smartTag',
  'w:customXml',
  'w:dir',
  'w:bdo',
  'w:sdtContent',
  'w:subDoc',
])

function formulaOf(tex: string, isDisplay: boolean): Inline & { type: 'markup' } {
  const display = isDisplay ? ' display="block"' : ''
  return { type: 'markup', html: `<math${display} alttext="${escapeAttribute(tex)}"></math>`, text: tex }
}
