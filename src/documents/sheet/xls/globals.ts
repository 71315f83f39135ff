import { encrypted } from '../../compound-file/compound-file.ts'
import { CellFormats } from '../../number-format/cell-formats.ts'
import { BiffText } from './biff-text.ts'
import { RECORD, readRecords } from './records.ts'
import type { BiffRecord } from './records.ts'
import { readSharedStrings } from './shared-strings.ts'

/** What the beginning of a workbook says for all of its sheets. */
export interface Globals {
  sheets: BoundSheet[]
  strings: string[]
  formats: CellFormats
  text: BiffText
}

interface BoundSheet {
  name: string
  isHidden: boolean
  /** Where its records begin. */
  start: number
}

/** The version that texts are Unicode from: Excel 97. */
const BIFF8 = 0x600

export function readGlobals(stream: Uint8Array): Globals {
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
      own.set(data.getUint16(0, true), formatCode(data, text))
    else if (type === RECORD.xf && data.byteLength >= 4) styles.push(data.getUint16(2, true))
    else if (type === RECORD.boundSheet && data.byteLength >= 8) addSheet(sheets, data, text)
    else if (isPartOfStrings(type, last)) stringParts.push(data)
    if (type !== RECORD.continue) last = type
    if (type === RECORD.end) break
  }
  const strings = stringParts.length > 0 ? readSharedStrings(stringParts) : []
  return { sheets, strings, formats: new CellFormats(styles, own, is1904), text }
}

function isPartOfStrings(type: BiffRecord['type'], last: number): boolean {
  return type === RECORD.sharedStrings || (type === RECORD.continue && last === RECORD.sharedStrings)
}

function formatCode(data: DataView, text: BiffText): string {
  return text.read(data, 2, text.isUnicode ? 2 : 1)
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
