import type { Word } from '../page.ts'
import type { Box } from '../../converted.ts'
import { DisjointSets, firstIndex, grouped } from '../../groups.ts'
import { buildTable, cellsOf, indexAt, isPlausibleStrip } from './build-table.ts'
import type { FoundTable, Grid, GridCell } from './build-table.ts'
import { THIN } from './ruling.ts'
import type { PageRuling, Ruling, Segment } from './ruling.ts'
import { CELL_GAP, chunksOf, columnGapsOf, isNumeric, middleOf, textLinesOf, textOf } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { readTextTable, textRowsOf, toFields } from './text-table.ts'
import type { FieldLine } from './text-table.ts'

/** Lines that meet, as borders of the cells of one table do. */
export interface Lattice {
  box: Box
  /** Whether its columns are separated by lines, not only by shades. */
  isDrawn: boolean
  horizontals: Segment[]
  verticals: Segment[]
}

const TOUCH = 4
const MIN_COVER = 0.6
const MAX_LINES = 400

/** Groups lines that meet. If cells are drawn with lines, shades inside them are not borders. */
export function latticesOf({ drawn, all }: PageRuling): Lattice[] {
  const boxes = latticesIn(drawn)
    .filter(({ horizontals, verticals }) => horizontals.length > 2 && verticals.length > 2)
    .map(({ box }) => box)
  const lines = {
    horizontals: unitedWith(drawn.horizontals, all.horizontals, ({ at, from, to }) =>
      isInside(boxes, at, (from + to) / 2),
    ),
    verticals: unitedWith(drawn.verticals, all.verticals, ({ at, from, to }) =>
      isInside(boxes, (from + to) / 2, at),
    ),
  }
  return latticesIn(lines).map((lattice) => ({
    ...lattice,
    isDrawn: lattice.verticals.some((vertical) => isAmong(drawn.verticals, vertical)),
  }))
}

/** Whether most of a line is covered by one of the lines, which are sorted by position. */
export function isAmong(segments: readonly Segment[], { at, from, to }: Segment): boolean {
  for (
    let index = firstIndex(segments, (segment) => segment.at >= at - THIN);
    index < segments.length;
    index++
  ) {
    const segment = segments[index]!
    if (segment.at > at + THIN) return false
    if (Math.min(segment.to, to) - Math.max(segment.from, from) > (to - from) / 2) return true
  }
  return false
}

function isInside(boxes: readonly Box[], y: number, x: number): boolean {
  return boxes.some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom)
}

function unitedWith(drawn: Segment[], all: Segment[], isDrawnArea: (segment: Segment) => boolean): Segment[] {
  return [...drawn.filter(isDrawnArea), ...all.filter((segment) => !isDrawnArea(segment))].toSorted(
    (a, b) => a.at - b.at,
  )
}

function latticesIn({ horizontals, verticals }: Ruling): Lattice[] {
  return groupTouching(horizontals, verticals)
    .filter(({ length }) => length > 2 && length <= MAX_LINES)
    .map((group) => toLattice(group, horizontals, verticals))
    .filter((lattice) => lattice.horizontals.length > 1 && lattice.verticals.length > 0)
}

function groupTouching(horizontals: Segment[], verticals: Segment[]): number[][] {
  const sets = new DisjointSets()
  const members = [...horizontals, ...verticals].map(() => sets.add())
  for (const [index, { at, from, to }] of horizontals.entries()) {
    for (
      let v = firstIndex(verticals, (vertical) => vertical.at >= from - TOUCH);
      v < verticals.length;
      v++
    ) {
      const vertical = verticals[v]!
      if (vertical.at > to + TOUCH) break
      if (vertical.from - TOUCH <= at && at <= vertical.to + TOUCH) {
        sets.join(horizontals.length + v, index)
      }
    }
  }
  return [...Map.groupBy(members, (member) => sets.find(member)).values()]
}

function toLattice(group: number[], horizontals: Segment[], verticals: Segment[]): Lattice {
  const rows = group.filter((index) => index < horizontals.length).map((index) => horizontals[index]!)
  const columns = group
    .filter((index) => index >= horizontals.length)
    .map((index) => verticals[index - horizontals.length]!)
  const box: Box = [
    Math.min(...rows.map(({ from }) => from), ...columns.map(({ at }) => at)),
    Math.min(...rows.map(({ at }) => at), ...columns.map(({ from }) => from)),
    Math.max(...rows.map(({ to }) => to), ...columns.map(({ at }) => at)),
    Math.max(...rows.map(({ at }) => at), ...columns.map(({ to }) => to)),
  ]
  return { box, isDrawn: true, horizontals: rows, verticals: columns }
}

/** The grid between the lines; sides of the table without a line are closed. */
function gridOf({ box, horizontals, verticals }: Lattice, words: readonly Word[]): Grid {
  const xs = withoutGaps(
    placesOf([box[0], ...verticals.map(({ at }) => at), box[2]]),
    words.map((word) => (word.box[0] + word.box[2]) / 2),
  )
  const ys = withoutGaps(placesOf([box[1], ...horizontals.map(({ at }) => at), box[3]]), words.map(middleOf))
  const right = xs.slice(1).map((x) => verticals.filter(({ at }) => Math.abs(at - x) <= TOUCH))
  const below = ys.slice(1).map((y) => horizontals.filter(({ at }) => Math.abs(at - y) <= TOUCH))
  return {
    xs,
    ys,
    isClosedRight: (row, column) => isCovered(right[column]!, ys[row]!, ys[row + 1]!),
    isClosedBelow: (row, column) => isCovered(below[row]!, xs[column]!, xs[column + 1]!),
  }
}

function placesOf(places: number[]): number[] {
  const apart = grouped(
    places.sort((a, b) => a - b),
    ([first], place) => place - first <= THIN + 1,
  )
  return apart.map((group) => group.reduce((sum, place) => sum + place, 0) / group.length)
}

function withoutGaps(lines: number[], places: readonly number[]): number[] {
  const kept: number[] = []
  for (const line of lines) {
    const last = kept.at(-1)
    const isGap =
      last !== undefined && line - last < TOUCH * 2 && !places.some((place) => place > last && place < line)
    if (isGap) kept[kept.length - 1] = (last + line) / 2
    else kept.push(line)
  }
  return kept
}

function isCovered(segments: Segment[], from: number, to: number): boolean {
  let covered = 0
  for (const segment of segments)
    covered += Math.max(0, Math.min(segment.to, to) - Math.max(segment.from, from))
  return covered >= (to - from) * MIN_COVER
}

type ReadLattice = { state: 'none' } | { state: 'chart' } | { state: 'table'; table: FoundTable }

/** Reads a table with cell borders. Missing borders are found by the alignment of words. */
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

function isLarge({ xs, ys }: Grid): boolean {
  return xs.at(-1)! - xs[0]! > 80 && ys.at(-1)! - ys[0]! > 60
}

/** Whether most of the area is in cells without words, or words cover almost none of it, as in a chart. */
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

function divideRows(grid: Grid, lines: readonly TextLine[]): Grid {
  const byBand = Map.groupBy(lines, ({ top, bottom }) => indexAt(grid.ys, (top + bottom) / 2))
  const ys: number[] = []
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

/** Assigns words to cells by their middle. A wide cell with words on both sides of a border is split. */
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

function chunksIn(words: readonly Word[], grid: Grid, owners: GridCell[][]): Word[][] {
  return grouped(words, (chunk, word) => {
    const last = chunk.at(-1)!
    const gap = last.run === word.run ? word.box[0] - last.box[2] : Infinity
    return Math.abs(gap) < word.size * 0.8 && !isParted(last, word, grid, owners)
  })
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

/**
 * Whether a line has words on both sides of a border and none across it; a line with words across it is just
 * too long.
 */
function isBesideItself(chunks: readonly Word[][], x: number): boolean {
  const rights = chunks.filter((chunk) => chunk[0]!.box[0] >= x - 1).slice(0, MAX_COMPARED)
  const lefts = chunks.filter((chunk) => chunk.at(-1)!.box[2] <= x + 1).slice(0, MAX_COMPARED)
  return rights.some((right) =>
    lefts.some((left) => Math.abs(middleOf(left[0]!) - middleOf(right[0]!)) < left[0]!.size / 2),
  )
}
