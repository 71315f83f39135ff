import type { Word } from '../page.ts'
import { buildTable } from './build-table.ts'
import { fillCells } from './fill-cells.ts'
import type { FoundTable } from './found-table.ts'
import { cellsOf, indexAt } from './grid.ts'
import type { Grid, GridCell } from './grid.ts'
import { gridOf } from './lattice.ts'
import type { Lattice } from './lattice.ts'
import { isPlausibleStrip } from './plausible.ts'
import { CELL_GAP, columnGapsOf, textOf } from './text-columns.ts'
import { chunksOf, isNumeric, textLinesOf } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { textRowsOf } from './text-rows.ts'
import type { FieldLine } from './text-rows.ts'
import { readTextTable, toFields } from './text-table.ts'

/** What lines that meet are: borders of cells, or those of an area with next to no words, such as a chart. */
export type ReadLattice = { state: 'none' } | { state: 'chart' } | { state: 'table'; table: FoundTable }

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
