import type { Converter } from '../../converted.ts'
import { cellFormats } from '../../number-format/number-format.ts'
import type { CellFormats } from '../../number-format/number-format.ts'
import { readPart } from '../../open-xml/package.ts'
import { encodingOf } from '../../zip.ts'
import { FULL, placeOf, rangeOf, setLinks, throwUnlessFull } from '../workbook.ts'
import type { Sheet } from '../workbook.ts'
import { convertPackage } from './convert-package.ts'
import type { SheetContext, WorkbookList } from './convert-package.ts'

/** Reads workbooks of Excel since 2007, with or without macros. Hidden rows and columns count, hidden sheets do not. */
export const convertXlsx: Converter = ({ bytes }, options) =>
  convertPackage(bytes, options, {
    readList: (part) => readWorkbookPart(xmlOf(part)),
    readStrings: (part) => readSharedStrings(xmlOf(part)),
    readStyles: (part, is1904) => readStyles(xmlOf(part), is1904),
    readSheet: (part, sheet, context) => readSheetPart(xmlOf(part), sheet, context),
  })

function xmlOf(part: Uint8Array): string {
  return new TextDecoder(encodingOf(part)).decode(part)
}

function readWorkbookPart(xml: string): WorkbookList {
  const list: WorkbookList = { sheets: [], is1904: false }
  readPart(xml, {
    onOpen(name, attributes) {
      if (name === 'workbookPr') list.is1904 = /^(1|true|on)$/.test(attributes['date1904'] ?? '')
      if (name !== 'sheet') return
      list.sheets.push({
        name: attributes['name'] ?? '',
        linkId: attributes['r:id'] ?? '',
        isHidden: /hidden/i.test(attributes['state'] ?? ''),
      })
    },
  })
  return list
}

/** The texts that cells of a workbook share, by their number. How Japanese is pronounced does not belong to them. */
function readSharedStrings(xml: string): string[] {
  const strings: string[] = []
  let text = ''
  let isText = false
  let phonetic = 0
  readPart(xml, {
    onOpen(name) {
      if (name === 'si') text = ''
      else if (name === 'rPh') phonetic++
      isText = name === 't' && phonetic === 0
    },
    onText(data) {
      if (isText) text += data
    },
    onClose(name) {
      if (name === 'si') strings.push(unescapeControls(text))
      else if (name === 'rPh') phonetic--
      isText = false
    },
  })
  return strings
}

/** Characters that XML cannot hold are written as `_x000D_`. */
function unescapeControls(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([\da-f]{4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

function readStyles(xml: string, is1904: boolean): CellFormats {
  const own = new Map<number, string>()
  const styles: number[] = []
  let isCellStyles = false
  readPart(xml, {
    onOpen(name, { numFmtId, formatCode }) {
      if (name === 'cellXfs') isCellStyles = true
      else if (name === 'numFmt') own.set(Number(numFmtId), formatCode ?? '')
      else if (name === 'xf' && isCellStyles) styles.push(Number(numFmtId ?? 0))
    },
    onClose(name) {
      if (name === 'cellXfs') isCellStyles = false
    },
  })
  return cellFormats(styles, own, is1904)
}

/** Reads a sheet without ever holding it as a tree: only cells that show something count. */
function readSheetPart(xml: string, sheet: Sheet, context: SheetContext): void {
  const reader = new SheetReader(sheet, context)
  try {
    readPart(xml, reader)
  } catch (error) {
    throwUnlessFull(error)
    context.budget.cutOff(sheet)
  }
  // They are listed after the cells that they belong to.
  setLinks(sheet, reader.links)
}

class SheetReader {
  private readonly sheet: Sheet
  private readonly context: SheetContext
  readonly links = new Map<string, string>()
  private row = -1
  private column = -1
  private style = 0
  private type = 'n'
  private value = ''
  private isValue = false
  private phonetic = 0

  constructor(sheet: Sheet, context: SheetContext) {
    this.sheet = sheet
    this.context = context
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
    if (!this.context.budget.add(this.sheet, cell)) throw FULL
  }

  private shown(): string {
    const { type, value } = this
    if (type === 'b') return value.trim() === '0' ? 'FALSE' : 'TRUE'
    if (type === 'e') return value
    const format = this.context.formats(this.style)
    if (type === 's') return format.ofText(this.context.strings[Number(value)] ?? '')
    if (type === 'str' || type === 'inlineStr') return format.ofText(unescapeControls(value))
    if (type === 'd') return value.replace(/T00:00:00(\.0+)?Z?$/, '').replace('T', ' ')
    const number = Number(value)
    return Number.isNaN(number) ? value : format.ofNumber(number)
  }

  private addMerge(reference: string | undefined): void {
    const range = rangeOf(reference ?? '')
    if (range && this.context.budget.takesExtra()) this.sheet.merges.push(range)
  }

  private addLink(attributes: Record<string, string>): void {
    const range = rangeOf(attributes['ref'] ?? '')
    const link = this.context.relationships.get(attributes['r:id'] ?? '')
    if (!range || !link?.isExternal || !this.context.budget.takesExtra()) return
    const location = attributes['location']
    this.links.set(`${range.top} ${range.left}`, location ? `${link.target}#${location}` : link.target)
  }
}
