import { builtInFormat } from './built-in-formats.ts'
import { numberFormat } from './number-format.ts'
import type { NumberFormat } from './number-format.ts'

/** The formats of a workbook: cells name a style by its number, and a style names a format. */
export class CellFormats {
  private readonly formats = new Map<number, NumberFormat>()
  /** The format number of each style. */
  private readonly styles: readonly number[]
  /** The formats that the document brings along, by number. */
  private readonly own: ReadonlyMap<number, string>
  private readonly is1904: boolean

  constructor(styles: readonly number[], own: ReadonlyMap<number, string>, is1904: boolean) {
    this.styles = styles
    this.own = own
    this.is1904 = is1904
  }

  ofStyle(style: number): NumberFormat {
    const id = this.styles[style] ?? 0
    let format = this.formats.get(id)
    if (!format) {
      format = numberFormat(neutral(this.own.get(id) ?? builtInFormat(id)), this.is1904)
      this.formats.set(id, format)
    }
    return format
  }
}

/** Formats which say "as the machine of the reader has it" name no order of day and month. */
function neutral(code: string): string {
  if (/\[\$-f800\]/i.test(code)) return 'yyyy-mm-dd'
  return /\[\$-f400\]/i.test(code) ? 'hh:mm:ss' : code
}
