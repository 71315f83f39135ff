import { readPart } from '../../open-xml/part.ts'
import { UnreadableDocument } from '../../unreadable.ts'
import { CellLinks } from '../cell-links.ts'
import { placeOf, rangeOf } from '../place.ts'
import type { Sheet } from '../workbook.ts'
import type { SheetSurroundings } from './convert-package.ts'
import { unescapeControls } from './shared-strings.ts'

/** Reads a sheet without ever holding it as a tree: only cells that show something count. */
export function readSheetPart(xml: string, sheet: Sheet, around: SheetSurroundings): void {
  const reader = new SheetReader(sheet, around)
  try {
    readPart(xml, reader)
  } catch (error) {
    const isTooLarge = error instanceof UnreadableDocument && error.reason === 'too large'
    if (error !== FULL && !isTooLarge) throw error
    around.budget.cutOff(sheet)
  }
  reader.finish()
}

/** Thrown to leave a sheet before its end: the parser cannot be told to stop. */
const FULL = new Error('The document is full.')

class SheetReader {
  private readonly sheet: Sheet
  private readonly around: SheetSurroundings
  private readonly links = new CellLinks()
  private row = -1
  private column = -1
  private style = 0
  private type = 'n'
  private value = ''
  private isValue = false
  private phonetic = 0

  constructor(sheet: Sheet, around: SheetSurroundings) {
    this.sheet = sheet
    this.around = around
  }

  onOpen(name: string, attributes: Record<string, string>): void {
    if (name === 'c') this.openCell(attributes)
    else if (name === 'v' || name === 't') this.isValue = this.phonetic === 0
    else if (name === 'row') this.openRow(attributes['r'])
    else if (name === 'rPh') this.phonetic++
    else if (name === 'mergeCell') this.addMerge(attributes['ref'])
    else if (name === 'hyperlink') this.addLink(attributes)
  }

  onText(text: string): void {
    if (this.isValue) this.value += text
  }

  onClose(name: string): void {
    if (name === 'c') this.closeCell()
    else if (name === 'rPh') this.phonetic--
    this.isValue = false
  }

  /** Links are listed after the cells that they belong to. */
  finish(): void {
    this.links.apply(this.sheet)
  }

  private openRow(reference: string | undefined): void {
    const row = Number(reference)
    this.row = row > 0 ? row - 1 : this.row + 1
    this.column = -1
  }

  private openCell({ r, s, t }: Record<string, string>): void {
    const place = r === undefined ? undefined : placeOf(r)
    if (place) this.row = place.row
    this.column = place?.column ?? this.column + 1
    this.style = Number(s ?? 0)
    this.type = t ?? 'n'
    this.value = ''
  }

  private closeCell(): void {
    if (this.value === '') return
    const cell = { row: Math.max(this.row, 0), column: this.column, text: this.shown() }
    if (!this.around.budget.add(this.sheet, cell)) throw FULL
  }

  private shown(): string {
    const { type, value } = this
    if (type === 'b') return value.trim() === '0' ? 'FALSE' : 'TRUE'
    if (type === 'e') return value
    const format = this.around.formats.ofStyle(this.style)
    if (type === 's') return format.ofText(this.around.strings[Number(value)] ?? '')
    if (type === 'str' || type === 'inlineStr') return format.ofText(unescapeControls(value))
    if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '').replace('T', ' ')
    const number = Number(value)
    return Number.isNaN(number) ? value : format.ofNumber(number)
  }

  private addMerge(reference: string | undefined): void {
    const range = rangeOf(reference ?? '')
    if (range && this.around.budget.takesExtra()) this.sheet.merges.push(range)
  }

  private addLink(attributes: Record<string, string>): void {
    const range = rangeOf(attributes['ref'] ?? '')
    const link = this.around.relationships.get(attributes['r:id'] ?? '')
    if (!range || !link?.isExternal || !this.around.budget.takesExtra()) return
    const location = attributes['location']
    this.links.set(range.top, range.left, location ? `${link.target}#${location}` : link.target)
  }
}
