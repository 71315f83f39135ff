import { recordCodes } from '../compound-file/compound-file.ts'
import type { Converter } from '../converted.ts'
import { cellFormats } from '../number-format/number-format.ts'
import type { CellFormats } from '../number-format/number-format.ts'
import { errorText, rkNumber, setLinks } from './workbook.ts'
import type { Sheet } from './workbook.ts'
import { convertPackage } from './xlsx/convert-package.ts'
import type { SheetContext, WorkbookList } from './xlsx/convert-package.ts'

/** Reads binary workbooks: packages as those of XLSX, whose parts are records of bytes. */
export const convertXlsb: Converter = ({ bytes }, options) =>
  convertPackage(bytes, options, {
    readList: readBundle,
    readStrings: readSharedItems,
    readStyles: readFormats,
    readSheet: readBinarySheet,
  })

function readBundle(part: Uint8Array): WorkbookList {
  const list: WorkbookList = { sheets: [], is1904: false }
  for (const { type, data } of readBinaryRecords(part)) {
    if (type === BINARY.workbookProperties && data.byteLength >= 4)
      list.is1904 = (data.getUint32(0, true) & 1) !== 0
    if (type !== BINARY.bundleSheet || data.byteLength < 12) continue
    const link = readWideText(data, 8)
    list.sheets.push({
      name: readWideText(data, link.end).text,
      linkId: link.text,
      isHidden: data.getUint32(0, true) !== 0,
    })
  }
  return list
}

function readSharedItems(part: Uint8Array): string[] {
  const strings: string[] = []
  for (const { type, data } of readBinaryRecords(part)) {
    if (type === BINARY.sharedItem) strings.push(readWideText(data, 1).text)
  }
  return strings
}

function readFormats(part: Uint8Array, is1904: boolean): CellFormats {
  const own = new Map<number, string>()
  const styles: number[] = []
  let isCellStyles = false
  for (const { type, data } of readBinaryRecords(part)) {
    if (type === BINARY.beginCellXfs) isCellStyles = true
    else if (type === BINARY.endCellXfs) isCellStyles = false
    else if (type === BINARY.format && data.byteLength >= 6) {
      own.set(data.getUint16(0, true), readWideText(data, 2).text)
    } else if (type === BINARY.xf && isCellStyles && data.byteLength >= 4)
      styles.push(data.getUint16(2, true))
  }
  return cellFormats(styles, own, is1904)
}

function readBinarySheet(part: Uint8Array, sheet: Sheet, context: SheetContext): void {
  let row = 0
  const links = new Map<string, string>()
  for (const { type, data } of readBinaryRecords(part)) {
    if (type === BINARY.rowHeader && data.byteLength >= 4) row = data.getUint32(0, true)
    else if (type === BINARY.mergedCell && data.byteLength >= 16) addMerge(data, sheet, context)
    else if (type === BINARY.link && data.byteLength >= 20) addLink(data, links, context)
    else if (type >= BINARY.cellRk && type <= BINARY.formulaError && data.byteLength >= 9) {
      const cell = { row, column: data.getUint32(0, true), text: shown(type, data, context) }
      if (!context.budget.add(sheet, cell)) break
    }
  }
  setLinks(sheet, links)
}

/** A cell begins with its column and its style; what it holds comes after eight bytes. */
function shown(type: number, data: DataView, { strings, formats }: SheetContext): string {
  const format = formats(data.getUint32(4, true) & 0xffffff)
  if (type === BINARY.cellBool || type === BINARY.formulaBool)
    return data.getUint8(8) === 0 ? 'FALSE' : 'TRUE'
  if (type === BINARY.cellError || type === BINARY.formulaError) return errorText(data.getUint8(8))
  if (type === BINARY.cellText || type === BINARY.formulaText)
    return format.ofText(readWideText(data, 8).text)
  if (data.byteLength < 12) return ''
  if (type === BINARY.cellShared) return format.ofText(strings[data.getUint32(8, true)] ?? '')
  if (type === BINARY.cellRk) return format.ofNumber(rkNumber(data.getInt32(8, true)))
  return data.byteLength < 16 ? '' : format.ofNumber(data.getFloat64(8, true))
}

function addMerge(data: DataView, sheet: Sheet, { budget }: SheetContext): void {
  const [top, bottom] = [data.getUint32(0, true), data.getUint32(4, true)]
  const [left, right] = [data.getUint32(8, true), data.getUint32(12, true)]
  if (top <= bottom && left <= right && budget.takesExtra()) sheet.merges.push({ top, left, bottom, right })
}

function addLink(data: DataView, links: Map<string, string>, { relationships, budget }: SheetContext): void {
  const link = relationships.get(readWideText(data, 16).text)
  if (!link?.isExternal || !budget.takesExtra()) return
  links.set(`${data.getUint32(0, true)} ${data.getUint32(8, true)}`, link.target)
}

/** The records of a part, until it ends or breaks off. Types and lengths are written seven bits to the byte. */
function* readBinaryRecords(part: Uint8Array): Generator<{ type: number; data: DataView }> {
  let at = 0
  const number = (mostBytes: number) => {
    let value = 0
    for (let index = 0; index < mostBytes && at < part.length; index++) {
      const byte = part[at++]!
      value |= (byte & 0x7f) << (7 * index)
      if ((byte & 0x80) === 0) break
    }
    return value
  }
  while (at < part.length) {
    const type = number(2)
    const length = number(4)
    const end = Math.min(at + length, part.length)
    yield { type, data: new DataView(part.buffer, part.byteOffset + at, end - at) }
    at = end
  }
}

const BINARY = recordCodes('xlsb')

function readWideText(data: DataView, at: number): { text: string; end: number } {
  if (at + 4 > data.byteLength) return { text: '', end: data.byteLength }
  const length = data.getUint32(at, true)
  // Means that there is no text at all.
  if (length === 0xffffffff) return { text: '', end: at + 4 }
  const end = Math.min(at + 4 + length * 2, data.byteLength)
  const bytes = Buffer.from(data.buffer, data.byteOffset + at + 4, end - at - 4)
  return { text: bytes.toString('utf16le'), end }
}
