import { boxOf } from '../box-of.ts'
import type { GridCell } from './grid.ts'
import type { FoundTable, TableCell } from './found-table.ts'
import { headRowCount } from './head-rows.ts'
import { textLinesOf } from './text-lines.ts'

/**
 * Reads a table from its fields, each with the cell that it belongs to. How many of the rows are its head is told by
 * how they look when nothing else tells it. Undefined when what comes out is no table.
 */
export function buildTable(
  owners: GridCell[][],
  xs: readonly number[],
  headCount: number | undefined,
): FoundTable | undefined {
  const rows = innerOf(owners)
  const columns = columnsIn(rows)
  if (rows.length < 2 || columns.length < 2) return undefined
  const words = new Set(rows.flat().flatMap((cell) => cell.words))
  const read = rows.map((row, index) => ({ cells: cellsIn(row, index, rows, columns) }))
  const heads = new Set(
    headCount === undefined ? rows.slice(0, headRowCount(read)) : owners.slice(0, headCount),
  )
  return {
    box: boxOf(words),
    words,
    rows: read.map(({ cells }, index) => ({ isHead: heads.has(rows[index]!), cells })),
    columns: [...columns.map((column) => xs[column]!), xs[columns.at(-1)! + 1]!],
    isTurned: false,
  }
}

/**
 * The rows without empty ones. Rows over the whole width that stand before or after all others are not of the table:
 * they title it, or are notes to it.
 */
function innerOf(owners: GridCell[][]): GridCell[][] {
  const rows = owners.filter((row, index) => row.some((cell) => cell.words.length > 0 && cell.row === index))
  return rows.slice(
    Math.max(
      rows.findIndex((row) => !isWhole(row)),
      0,
    ),
    rows.findLastIndex((row) => !isWhole(row)) + 1,
  )
}

function isWhole(row: GridCell[]): boolean {
  return row.length > 1 && row[0]!.colspan === row.length
}

function columnsIn(rows: GridCell[][]): number[] {
  return (rows[0] ?? []).flatMap((_, column) =>
    rows.some((row) => row[column]!.words.length > 0 && row[column]!.column === column) ? [column] : [],
  )
}

/** Empty cells are never merged, and a row that is one cell has it in its first column. */
function cellsIn(row: GridCell[], index: number, rows: GridCell[][], columns: number[]): TableCell[] {
  const isOneCell = isWhole(row)
  const cells: TableCell[] = []
  for (const [at, column] of columns.entries()) {
    const cell = row[column]!
    const isFirst = rows[index - 1]?.[column] !== cell && (at === 0 || row[columns[at - 1]!] !== cell)
    if (cell.words.length === 0 || (isOneCell && !isFirst)) {
      cells.push({ words: [], colspan: 1, rowspan: 1 })
    } else if (isFirst) {
      const isOther = (other: number) => row[other] !== cell
      const end = columns.findIndex((other, place) => place > at && isOther(other))
      let rowspan = 1
      while (rows[index + rowspan]?.[column] === cell) rowspan++
      cells.push({
        words: textLinesOf(cell.words).map((line) => line.words),
        colspan: isOneCell ? 1 : (end < 0 ? columns.length : end) - at,
        rowspan,
      })
    }
  }
  return cells
}
