import { CellLinks } from '../cell-links.ts'
import { errorText } from '../error-text.ts'
import { rkNumber } from '../rk-number.ts'
import type { Sheet } from '../workbook.ts'
import type { SheetSurroundings } from '../xlsx/convert-package.ts'
import { BINARY, readBinaryRecords, readWideText } from './records.ts'

/** Reads the records of a sheet: rows begin with a header, their cells follow. */
export function readBinarySheet(part: Uint8Array, sheet: Sheet, around: SheetSurroundings): void {
  let row = 0
  const links = new CellLinks()
  for (const { type, data } of readBinaryRecords(part)) {
    if (type === BINARY.rowHeader && data.byteLength >= 4) row = data.getUint32(0, true)
    else if (type === BINARY.mergedCell && data.byteLength >= 16) addMerge(data, sheet, around)
    else if (type === BINARY.link && data.byteLength >= 20) addLink(data, links, around)
    else if (type >= BINARY.cellRk && type <= BINARY.formulaError && data.byteLength >= 9) {
      const cell = { row, column: data.getUint32(0, true), text: shown(type, data, around) }
      if (!around.budget.add(sheet, cell)) break
    }
  }
  links.apply(sheet)
}

/** A cell begins with its column and its style; what it holds comes after eight bytes. */
function shown(type: number, data: DataView, { strings, formats }: SheetSurroundings): string {
  const format = formats.ofStyle(data.getUint32(4, true) & 0xffffff)
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

function addMerge(data: DataView, sheet: Sheet, { budget }: SheetSurroundings): void {
  const [top, bottom] = [data.getUint32(0, true), data.getUint32(4, true)]
  const [left, right] = [data.getUint32(8, true), data.getUint32(12, true)]
  if (top <= bottom && left <= right && budget.takesExtra()) sheet.merges.push({ top, left, bottom, right })
}

function addLink(data: DataView, links: CellLinks, { relationships, budget }: SheetSurroundings): void {
  const link = relationships.get(readWideText(data, 16).text)
  if (!link?.isExternal || !budget.takesExtra()) return
  links.set(data.getUint32(0, true), data.getUint32(8, true), link.target)
}
