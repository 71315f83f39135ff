import type { Converter } from '../../converted.ts'
import { encodingOf } from '../../zip.ts'
import { convertPackage } from './convert-package.ts'
import { readSharedStrings } from './shared-strings.ts'
import { readSheetPart } from './sheet-part.ts'
import { readStyles } from './styles-part.ts'
import { readWorkbookPart } from './workbook-part.ts'

/** Reads workbooks of Excel since 2007, with or without macros. Hidden rows and columns count, hidden sheets do not. */
export const convertXlsx: Converter = ({ bytes }, wish) =>
  convertPackage(bytes, wish, {
    readList: (part) => readWorkbookPart(xmlOf(part)),
    readStrings: (part) => readSharedStrings(xmlOf(part)),
    readStyles: (part, is1904) => readStyles(xmlOf(part), is1904),
    readSheet: (part, sheet, around) => readSheetPart(xmlOf(part), sheet, around),
  })

function xmlOf(part: Uint8Array): string {
  return new TextDecoder(encodingOf(part)).decode(part)
}
