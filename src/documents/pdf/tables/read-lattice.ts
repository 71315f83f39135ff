import type { Word } from '../page.ts'
import { buildTable, cellsOf, indexAt } from './build-table.ts'
import type { FoundTable, Grid, GridCell } from './build-table.ts'
import { gridOf } from './lattice.ts'
import type { Lattice } from './lattice.ts'
import { isPlausibleStrip } from './plausible.ts'
import { CELL_GAP, chunksOf, columnGapsOf, isNumeric, middleOf, textLinesOf, textOf } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { readTextTable, textRowsOf, toFields } from './text-table.ts'
import type { FieldLine } from './text-table.ts'

/** What lines that meet are: borders of cells, or those of an area with next to no words, such as a chart. */
type ReadLattice = { state: 'none' } | { state: 'chart' } | { state: 'table'; table: FoundTable }

/** Reads a table whose cells have borders. Borders that are not drawn are found by how words are aligned. */
export function readLattice(lattice: Lattice, words: readonly Word[]): ReadLattice {
  const grid = gridOf(lattice, words)
  const lines = textLinesOf(words)
  if (grid.xs.length === 2 || hasHiddenColumns(grid, lines)) {
    const table = readTextTable(words, lattice.horizontals, lattice.verticals)
    const isPlausible = table && (grid.xs.length > 2 || isPlausibleStrip(table, grid.ys.length > 3))
    if (isPlausible) return { state: 'table', table }
  }
  const divided = divideRows(grid, lines)
  const owners = cellsOf(divided)
  fillCells(divided, owners, words)
  if (isMostlyEmpty(divided, owners, words)) return { state: isLarge(divided) ? 'chart' : 'none' }
  const table = buildTable(owners, divided.xs, undefined)
  return table ? { state: 'table', table } : { state: 'none' }
}

/** Smaller drawings are ornaments. */
function isLarge({ xs, ys }: Grid): boolean {
  return xs.at(-1)! - xs[0]! > 80 && ys.at(-1)! - ys[0]! > 60
}

/** Whether most of the area is in cells without words, or next to nothing of it is words, as in a chart. */
function isMostlyEmpty({ xs, ys }: Grid, owners: GridCell[][], words: readonly Word[]): boolean {
  const area = (xs.at(-1)! - xs[0]!) * (ys.at(-1)! - ys[0]!)
  const inked = words.reduce((sum, { box }) => sum + (box[2] - box[0]) * (box[3] - box[1]), 0)
  if (inked < area * 0.04) return true
  let filled = 0
  for (const [row, cells] of owners.entries()) {
    for (const [column, cell] of cells.entries()) {
      if (cell.words.length > 0) filled += (xs[column + 1]! - xs[column]!) * (ys[row + 1]! - ys[row]!)
    }
  }
  return filled < area * 0.25
}

/** Whether numbers stand in columns of their own where no line is drawn between them. */
function hasHiddenColumns(grid: Grid, lines: readonly TextLine[]): boolean {
  const fields = lines.map((line) => toFields(line, grid.xs).fields)
  return grid.xs.slice(1).some((_, column) => {
    const inside = fields.map((line) => line[column]!).filter(({ length }) => length > 0)
    const split = inside.filter((words) => {
      const rest = chunksOf(words, CELL_GAP).slice(1)
      const numbers = rest.filter((chunk) => isNumeric(textOf(chunk.words)))
      return numbers.length > 0 && numbers.length >= rest.length * 0.6
    })
    if (split.length < 3 || split.length < inside.length * 0.6) return false
    return columnGapsOf(split.map((words) => ({ words, top: 0, bottom: 0 }))).length > 0
  })
}

/** Divides rows that hold several lines of numbers each. */
function divideRows(grid: Grid, lines: readonly TextLine[]): Grid {
  const byBand = Map.groupBy(lines, ({ top, bottom }) => indexAt(grid.ys, (top + bottom) / 2))
  const ys: number[] = []
  /** The row of the whole grid that each row was in. */
  const bands: number[] = []
  for (let band = 0; band < grid.ys.length - 1; band++) {
    ys.push(grid.ys[band]!)
    bands.push(band)
    for (const y of cutsIn(grid, byBand.get(band) ?? [])) {
      ys.push(y)
      bands.push(band)
    }
  }
  return {
    xs: grid.xs,
    ys: [...ys, grid.ys.at(-1)!],
    isClosedRight: (row, column) => grid.isClosedRight(bands[row]!, column),
    isClosedBelow: (row, column) => bands[row] === bands[row + 1] || grid.isClosedBelow(bands[row]!, column),
  }
}

function cutsIn(grid: Grid, lines: readonly TextLine[]): number[] {
  const fielded = lines.map((line) => toFields(line, grid.xs))
  if (!hasNumbersInLines(fielded)) return []
  return textRowsOf(fielded, [])
    .slice(1)
    .map(([line]) => line!.top)
}

/** Whether there are columns of nothing but numbers, one in each of several lines. */
function hasNumbersInLines(lines: readonly FieldLine[]): boolean {
  const columns = (lines[0]?.fields ?? []).map((_, column) =>
    lines.map(({ fields }) => textOf(fields[column]!)),
  )
  const counts = columns
    .slice(1)
    .map((texts) => texts.filter((text) => text !== ''))
    .map((texts) => (texts.every(isNumeric) ? texts.length : 0))
  const most = Math.max(0, ...counts)
  if (most < 2 || most < lines.length * 0.3) return false
  return most > 2 || counts.filter((count) => count === most).length > 1
}

const MAX_COMPARED = 30

/**
 * Puts the words of a table into its cells. Words that belong together go together, by where their middle is. A cell
 * over several columns that has words on both sides of a border, and none over it, is several cells.
 */
function fillCells(grid: Grid, owners: GridCell[][], words: readonly Word[]): void {
  const byCell = Map.groupBy(chunksIn(words, grid, owners), (chunk) => {
    const column = indexAt(grid.xs, middleOfChunk(chunk))
    return owners[indexAt(grid.ys, middleOf(chunk[0]!))]![column]!
  })
  for (const [cell, inside] of byCell) {
    for (const part of partsOf(cell, inside, grid.xs)) {
      for (let row = part.row; row < part.row + part.rowspan; row++) {
        for (let column = part.column; column < part.column + part.colspan; column++)
          owners[row]![column] = part
      }
    }
  }
}

/** Words of one run with no more than a space between them, and no border. */
function chunksIn(words: readonly Word[], grid: Grid, owners: GridCell[][]): Word[][] {
  const chunks: Word[][] = []
  for (const word of words) {
    const last = chunks.at(-1)?.at(-1)
    const gap = last?.run === word.run ? word.box[0] - last.box[2] : Infinity
    if (last && Math.abs(gap) < word.size * 0.8 && !isParted(last, word, grid, owners))
      chunks.at(-1)!.push(word)
    else chunks.push([word])
  }
  return chunks
}

function isParted(left: Word, right: Word, { xs, ys }: Grid, owners: GridCell[][]): boolean {
  const column = indexAt(xs, right.box[0] + 1)
  const row = owners[indexAt(ys, middleOf(right))]!
  return xs[column]! >= left.box[2] - 1 && right.box[0] - left.box[2] > 1 && row[column] !== row[column - 1]
}

function middleOfChunk(chunk: readonly Word[]): number {
  return (chunk[0]!.box[0] + chunk.at(-1)!.box[2]) / 2
}

function partsOf(cell: GridCell, chunks: readonly Word[][], xs: readonly number[]): GridCell[] {
  const parts: GridCell[] = []
  for (let column = cell.column; column < cell.column + cell.colspan; column++) {
    const last = parts.at(-1)
    const x = xs[column]!
    const isOpen = chunks.some((chunk) => isOver(chunk, x)) && !isBesideItself(chunks, x)
    if (last && isOpen) last.colspan++
    else parts.push({ ...cell, column, colspan: 1, words: [] })
  }
  for (const chunk of chunks) {
    const isOverBorder = parts.some(({ column }) => isOver(chunk, xs[column]!))
    const place = isOverBorder ? chunk[0]!.box[0] + 1 : middleOfChunk(chunk)
    const part = parts.find(({ column, colspan }) => place <= xs[column + colspan]!) ?? parts.at(-1)!
    part.words.push(...chunk)
  }
  return parts.filter(({ words }) => words.length > 0).length > 1
    ? parts
    : [{ ...cell, words: chunks.flat() }]
}

function isOver(chunk: readonly Word[], x: number): boolean {
  return chunk[0]!.box[0] < x - 1 && chunk.at(-1)!.box[2] > x + 1
}

/** Whether a line has words on both sides of a border and none over it; what is over it in another line is too long. */
function isBesideItself(chunks: readonly Word[][], x: number): boolean {
  const rights = chunks.filter((chunk) => chunk[0]!.box[0] >= x - 1).slice(0, MAX_COMPARED)
  const lefts = chunks.filter((chunk) => chunk.at(-1)!.box[2] <= x + 1).slice(0, MAX_COMPARED)
  return rights.some((right) =>
    lefts.some((left) => Math.abs(middleOf(left[0]!) - middleOf(right[0]!)) < left[0]!.size / 2),
  )
}
