import { rangeOf } from './place.ts'
import type { ResolveCells } from '../open-xml/chart.ts'
import type { Sheet } from './workbook.ts'

/** All charts together; a few words of a chart can name a whole sheet. */
const MAX_CELLS = 100_000

/** Looks up what a reference like `'My sheet'!$A$2:$A$7` names. Sheets are only indexed once one asks for them. */
export function cellResolver(sheets: readonly Sheet[]): ResolveCells {
  const indexes = new Map<Sheet, Map<string, string>>()
  let cellsLeft = MAX_CELLS
  return (reference) => {
    const bang = reference.lastIndexOf('!')
    const name = reference
      .slice(0, Math.max(bang, 0))
      .replace(/^'(.*)'$/s, '$1')
      .replaceAll("''", "'")
    const sheet = sheets.find((one) => one.name === name)
    const range = rangeOf(reference.slice(bang + 1))
    if (!sheet || !range) return []
    let index = indexes.get(sheet)
    if (!index) {
      index = new Map(sheet.cells.map(({ row, column, text }) => [`${row} ${column}`, text]))
      indexes.set(sheet, index)
    }
    const texts: string[] = []
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) {
        if (cellsLeft-- <= 0) return texts
        texts.push(index.get(`${row} ${column}`) ?? '')
      }
    }
    return texts
  }
}
