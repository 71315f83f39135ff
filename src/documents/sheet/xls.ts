import { CompoundFile, encrypted, readSummary } from '../compound-file/compound-file.ts'
import { damaged } from '../converted.ts'
import type { Converter } from '../converted.ts'
import { cellFormats } from '../number-format/number-format.ts'
import type { CellFormats } from '../number-format/number-format.ts'
import { BiffText, readChars, readRecords, readSharedStrings, RECORD } from './biff.ts'
import { workbookHtml } from './workbook-html.ts'
import {
  CellBudget,
  emptySheet,
  errorText,
  hiddenWarnings,
  rkNumber,
  setLinks,
  withoutAuthor,
} from './workbook.ts'
import type { Cell, Note, Sheet } from './workbook.ts'

export const convertXls: Converter = ({ bytes }) => {
  const container = new CompoundFile(bytes)
  const stream = container.stream('Workbook') ?? container.stream('Book')
  if (!stream) throw damaged('The file is not a workbook: its stream of cells is missing.')
  const globals = readGlobals(stream)
  const budget = new CellBudget()
  // Sheets do not overlap. Otherwise a small file could have the same records read any number of times.
  let leftBytes = stream.length
  const sheets = globals.sheets
    .filter(({ isHidden }) => !isHidden)
    .map(({ name, start }) => {
      const sheet = emptySheet(name)
      if (leftBytes > 0) leftBytes -= readSheetStream(stream, start, sheet, globals, budget) - start
      else budget.cutOff(sheet)
      return sheet
    })
  const warnings = [...hiddenWarnings(globals.sheets), ...budget.warnings()]
  return Promise.resolve(workbookHtml({ sheets, metadata: readSummary(container), warnings }))
}

interface Globals {
  sheets: BoundSheet[]
  strings: string[]
  formats: CellFormats
  text: BiffText
}

interface BoundSheet {
  name: string
  isHidden: boolean
  start: number
}

/** The first version with Unicode texts: Excel 97. */
const BIFF8 = 0x600

function readGlobals(stream: Uint8Array): Globals {
  let text = new BiffText(true)
  let is1904 = false
  const sheets: BoundSheet[] = []
  const own = new Map<number, string>()
  const styles: number[] = []
  const stringParts: DataView[] = []
  let last = 0
  for (const { type, data } of readRecords(stream, 0)) {
    if (type === RECORD.filePass) throw encrypted()
    if (type === RECORD.begin && data.byteLength >= 2) text = new BiffText(data.getUint16(0, true) >= BIFF8)
    else if (type === RECORD.codePage && data.byteLength >= 2) text.useCodePage(data.getUint16(0, true))
    else if (type === RECORD.dateMode && data.byteLength >= 2) is1904 = data.getUint16(0, true) === 1
    else if (type === RECORD.format && data.byteLength >= 2)
      own.set(data.getUint16(0, true), text.read(data, 2, text.isUnicode ? 2 : 1))
    else if (type === RECORD.xf && data.byteLength >= 4) styles.push(data.getUint16(2, true))
    else if (type === RECORD.boundSheet && data.byteLength >= 8) addSheet(sheets, data, text)
    else if ((type === RECORD.continue ? last : type) === RECORD.sharedStrings) stringParts.push(data)
    if (type !== RECORD.continue) last = type
    if (type === RECORD.end) break
  }
  const strings = stringParts.length > 0 ? readSharedStrings(stringParts) : []
  return { sheets, strings, formats: cellFormats(styles, own, is1904), text }
}

/** Sheets of charts, macros and programs have no cells. */
function addSheet(sheets: BoundSheet[], data: DataView, text: BiffText): void {
  if (data.getUint8(5) !== 0) return
  sheets.push({
    name: text.read(data, 6, 1),
    isHidden: (data.getUint8(4) & 3) !== 0,
    start: data.getUint32(0, true),
  })
}

/** Reads the records of one sheet without those of its charts, and returns their end. */
function readSheetStream(
  stream: Uint8Array,
  start: number,
  sheet: Sheet,
  globals: Globals,
  budget: CellBudget,
): number {
  const reader = new SheetReader(sheet, globals, budget)
  let depth = 0
  let end = start
  for (const { type, data } of readRecords(stream, start)) {
    end = data.byteOffset + data.byteLength - stream.byteOffset
    if (type === RECORD.begin) depth++
    else if (type === RECORD.end && --depth <= 0) break
    else if (depth === 1 && !reader.take(type, data)) break
  }
  reader.finish()
  return end
}

class SheetReader {
  private readonly sheet: Sheet
  private readonly globals: Globals
  private readonly budget: CellBudget
  private awaiting: Omit<Cell, 'text'> | undefined
  /** The cell whose text may continue in the next record, and how many characters are missing. */
  private unfinished: { cell: Cell; missing: number } | undefined
  private objectId = 0
  private awaitsObjectText = 0
  private readonly objectTexts = new Map<number, string>()
  private readonly notes: { note: Note; objectId: number }[] = []
  private readonly links = new Map<string, string>()

  constructor(sheet: Sheet, globals: Globals, budget: CellBudget) {
    this.sheet = sheet
    this.globals = globals
    this.budget = budget
  }

  take(type: number, data: DataView): boolean {
    if (type !== RECORD.continue && !this.addUnfinished()) return false
    const read = READERS.get(type)
    if (!read || data.byteLength < read.least) return true
    return read.by.call(this, data) ?? true
  }

  finish(): void {
    this.addUnfinished()
    for (const { note, objectId } of this.notes) {
      const text = this.objectTexts.get(objectId)?.trim()
      if (text) this.sheet.notes.push({ ...note, text: withoutAuthor(text, note.author) })
    }
    setLinks(this.sheet, this.links)
  }

  private addUnfinished(): boolean {
    const { unfinished } = this
    this.unfinished = undefined
    return unfinished ? this.budget.add(this.sheet, unfinished.cell) : true
  }

  private add(place: DataView, text: string): boolean {
    return this.budget.add(this.sheet, { ...placeAt(place), text })
  }

  private number(style: number, value: number): string {
    return this.globals.formats(style).ofNumber(value)
  }

  readNumber(data: DataView): boolean {
    return this.add(data, this.number(data.getUint16(4, true), data.getFloat64(6, true)))
  }

  readRk(data: DataView): boolean {
    return this.add(data, this.number(data.getUint16(4, true), rkNumber(data.getInt32(6, true))))
  }

  readMulRk(data: DataView): boolean {
    const { row, column } = placeAt(data)
    for (let at = 4, index = 0; at + 6 <= data.byteLength - 2; at += 6, index++) {
      const text = this.number(data.getUint16(at, true), rkNumber(data.getInt32(at + 2, true)))
      if (!this.budget.add(this.sheet, { row, column: column + index, text })) return false
    }
    return true
  }

  readLabelSst(data: DataView): boolean {
    const text = this.globals.strings[data.getUint32(6, true)] ?? ''
    return this.add(data, this.globals.formats(data.getUint16(4, true)).ofText(text))
  }

  readLabel(data: DataView): boolean {
    return this.add(data, this.globals.text.read(data, 6, 2))
  }

  readBoolError(data: DataView): boolean {
    const value = data.getUint8(6)
    return this.add(data, data.getUint8(7) === 0 ? boolText(value) : errorText(value))
  }

  readFormula(data: DataView): boolean {
    if (data.getUint16(12, true) !== 0xffff) return this.readNumber(data)
    const kind = data.getUint8(6)
    if (kind === 0) this.awaiting = placeAt(data)
    if (kind === 1) return this.add(data, boolText(data.getUint8(8)))
    return kind === 2 ? this.add(data, errorText(data.getUint8(8))) : true
  }

  /** Only Unicode texts continue in further records: before, texts of formulas were short. */
  readString(data: DataView): void {
    const place = this.awaiting
    this.awaiting = undefined
    if (!place) return
    const text = this.globals.text.read(data, 0, 2)
    const missing = this.globals.text.isUnicode ? data.getUint16(0, true) - text.length : 0
    this.unfinished = { cell: { ...place, text }, missing }
  }

  readMergedCells(data: DataView): void {
    for (let at = 2; at + 8 <= data.byteLength && this.budget.takesExtra(); at += 8) {
      this.sheet.merges.push({
        top: data.getUint16(at, true),
        bottom: data.getUint16(at + 2, true),
        left: data.getUint16(at + 4, true),
        right: data.getUint16(at + 6, true),
      })
    }
  }

  readLink(data: DataView): void {
    const bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength)
    const moniker = bytes.indexOf(URL_MONIKER)
    if (moniker === -1 || moniker + 20 > bytes.length || !this.budget.takesExtra()) return
    const size = data.getUint32(moniker + 16, true)
    const address = readChars(data, moniker + 20, Math.floor(size / 2), true).split('\0', 1)[0]!
    this.links.set(`${data.getUint16(0, true)} ${data.getUint16(4, true)}`, address)
  }

  readNote(data: DataView): void {
    if (!this.budget.takesExtra()) return
    const author = this.globals.text.isUnicode ? this.globals.text.read(data, 8, 2) : ''
    this.notes.push({ note: { author, time: '', text: '' }, objectId: data.getUint16(6, true) })
  }

  readObject(data: DataView): void {
    this.objectId = data.getUint16(6, true)
  }

  readTextObject(data: DataView): void {
    this.awaitsObjectText = data.getUint16(10, true)
  }

  /** Continues the text of a formula or object; further records only contain formatting. */
  readContinue(data: DataView): void {
    if (this.unfinished) {
      const text = continuedText(data, this.unfinished.missing)
      this.unfinished.missing -= text.length
      this.unfinished.cell.text += text
    } else if (this.awaitsObjectText > 0) {
      const text = continuedText(data, this.awaitsObjectText)
      this.awaitsObjectText -= text.length
      this.objectTexts.set(this.objectId, (this.objectTexts.get(this.objectId) ?? '') + text)
    }
  }
}

const READERS = new Map<number, { least: number; by: (this: SheetReader, data: DataView) => boolean | void }>(
  [
    [RECORD.number, { least: 14, by: SheetReader.prototype.readNumber }],
    [RECORD.rk, { least: 10, by: SheetReader.prototype.readRk }],
    [RECORD.mulRk, { least: 6, by: SheetReader.prototype.readMulRk }],
    [RECORD.labelSst, { least: 10, by: SheetReader.prototype.readLabelSst }],
    [RECORD.label, { least: 8, by: SheetReader.prototype.readLabel }],
    [RECORD.rString, { least: 8, by: SheetReader.prototype.readLabel }],
    [RECORD.boolError, { least: 8, by: SheetReader.prototype.readBoolError }],
    [RECORD.formula, { least: 14, by: SheetReader.prototype.readFormula }],
    [RECORD.string, { least: 2, by: SheetReader.prototype.readString }],
    [RECORD.mergedCells, { least: 2, by: SheetReader.prototype.readMergedCells }],
    [RECORD.link, { least: 32, by: SheetReader.prototype.readLink }],
    [RECORD.note, { least: 8, by: SheetReader.prototype.readNote }],
    [RECORD.object, { least: 8, by: SheetReader.prototype.readObject }],
    [RECORD.textObject, { least: 12, by: SheetReader.prototype.readTextObject }],
    [RECORD.continue, { least: 1, by: SheetReader.prototype.readContinue }],
  ],
)

const URL_MONIKER = Buffer.from('e0c9ea79f9bace118c8200aa004ba90b', 'hex')

/** Each continuation record declares the width of its characters again. */
function continuedText(data: DataView, missing: number): string {
  return readChars(data, 1, missing, (data.getUint8(0) & 1) !== 0)
}

function placeAt(data: DataView): { row: number; column: number } {
  return { row: data.getUint16(0, true), column: data.getUint16(2, true) }
}

function boolText(value: number): string {
  return value === 0 ? 'FALSE' : 'TRUE'
}
