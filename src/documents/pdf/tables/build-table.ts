import { boxOf } from '../page.ts'
import type { Word } from '../page.ts'
import type { Box } from '../../converted.ts'
import { isNumeric, textLinesOf, textOf } from './text-lines.ts'

/** Builds a table from its grid cells. Without a count, the head is detected by the rows' looks. */
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

/** The rows without empty ones, and without full-width titles and notes at the start and end. */
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

/** A table of a page, and the words in it. */
export interface FoundTable {
  box: Box
  /** By identity; all other words of the page are outside of tables. */
  words: ReadonlySet<Word>
  rows: TableRow[]
  columns: number[]
  isTurned: boolean
}

export interface TableRow {
  isHead: boolean
  /** From left to right; positions covered by a cell of a row above are left out, as in HTML. */
  cells: TableCell[]
}

export interface TableCell {
  /** Lines of upright words in reading order; empty in an empty cell. */
  words: Word[][]
  colspan: number
  rowspan: number
}

/**
 * A table before its words are assigned: its lines, and whether each field is closed to the right and below.
 */
export interface Grid {
  xs: number[]
  ys: number[]
  isClosedRight(row: number, column: number): boolean
  isClosedBelow(row: number, column: number): boolean
}

/** A cell of a grid that covers one or more of its fields. */
export interface GridCell {
  row: number
  column: number
  rowspan: number
  colspan: number
  words: Word[]
}

/** Joins fields that are open towards each other; the result is always a rectangle. */
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

/**
 * The index of the field at a position, by the lines between fields; the nearest field for a position
 * outside.
 */
export function indexAt(lines: readonly number[], place: number): number {
  let index = 0
  while (index < lines.length - 2 && place > lines[index + 1]!) index++
  return index
}

const MAX_HEAD_ROWS = 5

/**
 * The number of head rows: the first, the rows its cells extend into, and the parts of headings over several
 * columns.
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

/** Whether bordered cells are a table, and not a chart or frames around parts of a page. */
export function isPlausibleLattice(table: FoundTable): boolean {
  const { rowCount, fullRowCount, fillShare, meanLength } = looksOf(table)
  if (fillShare < 0.3 || meanLength > 700) return false
  return fullRowCount > 1 || (fullRowCount === 1 && rowCount > 2)
}

/** Whether columns of words between lines are a table. A line below the head is evidence; prose has none. */
export function isPlausibleStrip(table: FoundTable, hasInnerRule: boolean): boolean {
  const looks = looksOf(table)
  if (looks.fullRowCount < looks.rowCount * 0.5) return false
  return hasInnerRule ? looks.smallShare < 0.6 : isPlausibleAlignment(table)
}

/** Whether paragraphs side by side are the cells of a table. */
export function isPlausibleGrid(table: FoundTable): boolean {
  const { columnCount, fullRowCount, rowCount, smallShare, meanLength } = looksOf(table)
  return (
    columnCount > 2 &&
    fullRowCount > 2 &&
    fullRowCount > rowCount * 0.6 &&
    smallShare < 0.2 &&
    meanLength > 12
  )
}

/** Whether words that are aligned only by white space are a table. */
export function isPlausibleAlignment(table: FoundTable): boolean {
  const looks = looksOf(table)
  const { rowCount, columnCount, fullRowCount, fillShare, numericShare, smallShare, meanLength } = looks
  if (!looks.hasLabels || looks.isScale) return false
  if (rowCount < 3 || fullRowCount < 3 || fullRowCount < rowCount * 0.6) return false
  if (columnCount === 2) return numericShare >= 0.6 && rowCount > 3 && !looks.hasLeaders
  if (numericShare >= 0.3) return looks.hasNumericColumn && fillShare > 0.4 && smallShare < 0.4
  return fillShare > 0.6 && smallShare < 0.3 && meanLength < 40
}

/** Measures of a whole table, to distinguish it from charts, forms, lists and columns of prose. */
function looksOf({ rows, columns }: FoundTable) {
  const texts = rows.map(({ cells }) =>
    cells.flatMap(({ words, colspan }) => [textOf(words.flat()), ...Array<string>(colspan - 1).fill('')]),
  )
  const filled = texts.flat().filter((text) => text !== '')
  const rest = texts.flatMap((row) => row.slice(1)).filter((text) => text !== '')
  return {
    rowCount: rows.length,
    columnCount: columns.length - 1,
    // With more than one cell that is not empty.
    fullRowCount: texts.filter((row) => row.filter((text) => text !== '').length > 1).length,
    fillShare: filled.length / texts.flat().length,
    // Among the cells after the first column.
    numericShare: rest.filter(isNumeric).length / Math.max(rest.length, 1),
    hasNumericColumn: columns.some((_, column) => column > 0 && isNumericColumn(texts, column)),
    // Cells that start in the middle of a sentence.
    smallShare: filled.filter((text) => /^\p{Ll}{2}/u.test(text)).length / filled.length,
    meanLength: filled.reduce((sum, text) => sum + text.length, 0) / filled.length,
    hasLeaders: filled.filter((text) => /[.…]{4}|(?:\. ){4}/.test(text)).length > rows.length / 2,
    // Words in the first row or in the first column.
    hasLabels: hasWords(texts[0]!) || hasWords(texts.map(([first]) => first ?? '')),
    isScale: isScale(texts),
  }
}

function isNumericColumn(texts: readonly string[][], column: number): boolean {
  const filled = texts.map((row) => row[column] ?? '').filter((text) => text !== '')
  const numericCount = filled.filter(isNumeric).length
  return numericCount >= 2 && numericCount >= (filled.length - 1) * 0.6
}

function hasWords(texts: readonly string[]): boolean {
  return texts.some((text) => /\p{L}{2}/u.test(text))
}

function isScale(texts: readonly string[][]): boolean {
  const width = Math.max(...texts.map(({ length }) => length))
  let scaleCount = 0
  for (let column = 0; column < width; column++) {
    const numbers = texts.flatMap((row) => {
      const text = row[column] ?? ''
      return /^-?[\d.,]+%?$/.test(text) ? [Number.parseFloat(text.replaceAll(',', ''))] : []
    })
    if (numbers.length === 0) continue
    const steps = numbers.slice(1).map((number, index) => number - numbers[index]!)
    if (steps.length < 3 || steps.some((step) => Math.abs(step - steps[0]!) > 1e-6)) return false
    scaleCount++
  }
  return scaleCount > 0
}
