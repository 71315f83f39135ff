import { CellFormats } from '../../number-format/cell-formats.ts'
import { readPart } from '../../open-xml/part.ts'

/** The number formats of the styles that cells refer to. */
export function readStyles(xml: string, is1904: boolean): CellFormats {
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
  return new CellFormats(styles, own, is1904)
}
