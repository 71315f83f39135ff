import type { Word } from '../page.ts'
import { CELL_GAP } from './text-columns.ts'
import { chunksOf, middleOf, textLinesOf } from './text-lines.ts'
import type { Chunk, TextLine } from './text-lines.ts'

/** The area of a table as far as lines or shades show it. */
export interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

const MAX_LINES = 3
/** In heights of a line, from the table to the row beside it. */
const MAX_DISTANCE = 0.9
const MAX_LINE_GAP = 0.5

/**
 * The words of the row above and of that below the area of a table. Where each row has its line below it, the head has
 * none above; where each has it above, the last row has none below; of shades, every second row has none.
 */
export function outerRowsOf(words: readonly Word[], area: Area): Word[] {
  const within = words.filter(({ box }) => {
    const x = (box[0] + box[2]) / 2
    return x > area.left && x < area.right
  })
  const isInside = (word: Word) => middleOf(word) > area.top && middleOf(word) < area.bottom
  const columns = textLinesOf(within.filter(isInside)).flatMap((line) => chunksOf(line.words, CELL_GAP))
  const above = textLinesOf(within.filter((word) => middleOf(word) <= area.top)).toReversed()
  const below = textLinesOf(within.filter((word) => middleOf(word) >= area.bottom))
  return [
    ...rowOf(
      above.map((line) => ({ line, distance: (edge: number) => edge - line.bottom, edge: line.top })),
      area.top,
      columns,
    ),
    ...rowOf(
      below.map((line) => ({ line, distance: (edge: number) => line.top - edge, edge: line.bottom })),
      area.bottom,
      columns,
    ),
  ]
}

interface OuterLine {
  line: TextLine
  distance(edge: number): number
  /** Where it ends on the far side. */
  edge: number
}

/** The lines next to an edge, as long as they are close to each other and stand in the columns. */
function rowOf(lines: readonly OuterLine[], start: number, columns: readonly Chunk[]): Word[] {
  const row: Word[] = []
  let edge = start
  for (const { line, distance, edge: end } of lines.slice(0, MAX_LINES)) {
    const height = line.bottom - line.top
    const chunks = chunksOf(line.words, CELL_GAP)
    const isNear = distance(edge) < height * (row.length === 0 ? MAX_DISTANCE : MAX_LINE_GAP)
    if (!isNear || (row.length === 0 && chunks.length < 2)) break
    if (!chunks.every((chunk) => isInColumn(chunk, columns, row.length > 0))) break
    row.push(...line.words)
    edge = end
  }
  return row
}

/** What goes on with a cell is no wider than others below or above it; a note to the table is. */
function isInColumn(chunk: Chunk, columns: readonly Chunk[], goesOn: boolean): boolean {
  const width = chunk.right - chunk.left
  return columns.some(
    (column) => isUnder(column, chunk) && (!goesOn || width < 1.3 * (column.right - column.left)),
  )
}

/** Whether two chunks start or end at one place, or have one middle. */
function isUnder(one: Chunk, other: Chunk): boolean {
  return (
    Math.abs(one.left - other.left) < 2 ||
    Math.abs(one.right - other.right) < 2 ||
    Math.abs(one.left + one.right - other.left - other.right) < 4
  )
}
