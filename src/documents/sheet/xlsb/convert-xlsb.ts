import type { Converter } from '../../converted.ts'
import { CellFormats } from '../../number-format/cell-formats.ts'
import { convertPackage } from '../xlsx/convert-package.ts'
import type { WorkbookList } from '../xlsx/convert-package.ts'
import { BINARY, readBinaryRecords, readWideText } from './records.ts'
import { readBinarySheet } from './sheet-part.ts'

/** Reads binary workbooks: packages as those of XLSX, whose parts are records of bytes. */
export const convertXlsb: Converter = ({ bytes }, wish) =>
  convertPackage(bytes, wish, {
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
  return new CellFormats(styles, own, is1904)
}
