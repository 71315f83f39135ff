import type { TableRow } from './found-table.ts'
import { textOf } from './text-columns.ts'
import { isNumeric } from './text-lines.ts'

const MAX_HEAD_ROWS = 5

/**
 * How many rows at the top of a table are its head, by how they look: the first one with those that its cells reach
 * into, and those with the parts of a heading that is over several columns. None when the first row is like the others.
 */
export function headRowCount(rows: readonly Omit<TableRow, 'isHead'>[]): number {
  if (isLikeOthers(rows)) return 0
  let count = 1
  for (let row = 0; row < Math.min(count, rows.length) && count < MAX_HEAD_ROWS; row++) {
    const filled = rows[row]!.cells.filter(({ words }) => words.length > 0)
    for (const { rowspan, colspan } of filled) {
      count = Math.max(count, row + (colspan > 1 ? rowspan + 1 : rowspan))
    }
  }
  return count < rows.length ? Math.min(count, MAX_HEAD_ROWS) : 1
}

/** Whether the first row has numbers where the second has, and is in no heavier letters. */
function isLikeOthers([first, second]: readonly Omit<TableRow, 'isHead'>[]): boolean {
  if (!first || !second) return true
  const isBold = (row: Omit<TableRow, 'isHead'>) =>
    row.cells.flatMap(({ words }) => words.flat()).every((word) => word.isBold)
  return hasNumbers(first) && hasNumbers(second) && isBold(first) === isBold(second)
}

function hasNumbers({ cells }: Omit<TableRow, 'isHead'>): boolean {
  const texts = cells
    .slice(1)
    .map(({ words }) => textOf(words.flat()))
    .filter((text) => text !== '')
  const numbers = texts.filter((text) => isNumeric(text) && !/^(?:19|20)\d\d$/.test(text))
  return numbers.length > 0 && numbers.length >= texts.length / 2
}
