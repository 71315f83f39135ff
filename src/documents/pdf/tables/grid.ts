import type { Word } from '../page.ts'

/**
 * A table before its words are read: lines between columns and between rows, and for each of the small fields between
 * them whether it is closed towards the next one on its right and below it.
 */
export interface Grid {
  /** Left to right, one more than there are columns. */
  xs: number[]
  /** Top to bottom, one more than there are rows. */
  ys: number[]
  isClosedRight(row: number, column: number): boolean
  isClosedBelow(row: number, column: number): boolean
}

/** A cell of a grid, over one or more of its fields. */
export interface GridCell {
  row: number
  column: number
  rowspan: number
  colspan: number
  words: Word[]
}

/** Joins fields that are open towards each other; what comes out is always a rectangle. */
export function cellsOf(grid: Grid): GridCell[][] {
  const rowCount = grid.ys.length - 1
  const columnCount = grid.xs.length - 1
  const owners: GridCell[][] = Array.from({ length: rowCount }, () => [])
  for (let row = 0; row < rowCount; row++) {
    for (let column = 0; column < columnCount; column++) {
      if (owners[row]![column]) continue
      const cell = { row, column, ...spanAt(grid, owners, row, column), words: [] }
      for (let r = row; r < row + cell.rowspan; r++) {
        for (let c = column; c < column + cell.colspan; c++) owners[r]![c] = cell
      }
    }
  }
  return owners
}

function spanAt(grid: Grid, owners: GridCell[][], row: number, column: number) {
  const rowCount = grid.ys.length - 1
  const columnCount = grid.xs.length - 1
  let colspan = 1
  while (
    column + colspan < columnCount &&
    !owners[row]![column + colspan] &&
    !grid.isClosedRight(row, column + colspan - 1)
  ) {
    colspan++
  }
  let rowspan = 1
  while (row + rowspan < rowCount && isOpenBelow(grid, owners, row + rowspan, column, colspan)) rowspan++
  return { rowspan, colspan }
}

/** Whether a row goes on with the cell above it: open towards it everywhere, and undivided itself. */
function isOpenBelow(
  grid: Grid,
  owners: GridCell[][],
  row: number,
  column: number,
  colspan: number,
): boolean {
  for (let c = column; c < column + colspan; c++) {
    if (owners[row]![c] || grid.isClosedBelow(row - 1, c)) return false
    if (c > column && grid.isClosedRight(row, c - 1)) return false
  }
  return true
}

/** The index of the field that a place lies in, by the lines between the fields; the nearest one for a place outside. */
export function indexAt(lines: readonly number[], place: number): number {
  let index = 0
  while (index < lines.length - 2 && place > lines[index + 1]!) index++
  return index
}
