import type { Box } from '../../converted.ts'
import { boxOf } from '../page.ts'
import type { Word } from '../page.ts'
import { isNumeric, textLinesOf, textOf } from './text-lines.ts'

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

/** A table of a page, and the words that are in it. */
export interface FoundTable {
  /** In points of the page. */
  box: Box
  /** By identity; all other words of the page are outside of tables. */
  words: ReadonlySet<Word>
  rows: TableRow[]
  /** Where the borders of columns are, from left to right. */
  columns: number[]
  /** Whether its text is turned against the page. */
  isTurned: boolean
}

export interface TableRow {
  isHead: boolean
  /** From left to right; fields that a cell of a row above reaches into are left out, as in HTML. */
  cells: TableCell[]
}

export interface TableCell {
  /** Lines of words, upright and in the order of reading; none in an empty cell. */
  words: Word[][]
  colspan: number
  rowspan: number
}

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

const MAX_HEAD_ROWS = 5

/**
 * How many rows at the top of a table are its head, by how they look: the first one with those that its cells reach
 * into, and those with the parts of a heading that is over several columns. None when the first row is like the others.
 */
function headRowCount(rows: readonly Omit<TableRow, 'isHead'>[]): number {
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
