import type { Word } from '../page.ts'
import { boxOf } from '../box-of.ts'
import { CELL_GAP } from './text-columns.ts'
import { chunksOf, textLinesOf } from './text-lines.ts'
import type { Chunk } from './text-lines.ts'

/** Lines under each other that start at one place, as those of a cell do. */
interface Paragraph {
  chunks: Chunk[]
  bottom: number
}

/** Paragraphs that start on one line, beside each other. */
type ParagraphRow = Paragraph[]

const MIN_COLUMNS = 3
const MIN_ROWS = 3
const SAME_PLACE = 3
/** Paragraphs that are looked at as going on, at most. */
const MAX_OPEN = 40

/** Finds tables of longer texts without lines: rows of paragraphs that start on one line and at the same places. */
export function paragraphGridsOf(words: readonly Word[]): Word[][] {
  const grids: ParagraphRow[][] = []
  for (const row of paragraphRows(words)) {
    if (row.length < 2) continue
    const last = grids.at(-1)
    if (last && isUnder(last[0]!, row)) last.push(row)
    else if (row.length >= MIN_COLUMNS) grids.push([row])
  }
  return grids
    .filter((grid) => grid.filter((row) => row.length >= MIN_COLUMNS).length >= MIN_ROWS)
    .map((grid) => grid.flat().flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.words)))
    .map((inside) => wordsAround(words, inside))
}

function paragraphRows(words: readonly Word[]): ParagraphRow[] {
  const rows: ParagraphRow[] = []
  let open: Paragraph[] = []
  for (const line of textLinesOf(words)) {
    const height = line.bottom - line.top
    open = open.filter(({ bottom }) => line.top - bottom < height * 0.7).slice(-MAX_OPEN)
    const row: ParagraphRow = []
    for (const chunk of chunksOf(line.words, CELL_GAP)) {
      const above = open.find(({ chunks }) => Math.abs(chunks[0]!.left - chunk.left) < SAME_PLACE)
      if (above) {
        above.chunks.push(chunk)
        above.bottom = line.bottom
      } else {
        row.push({ chunks: [chunk], bottom: line.bottom })
      }
    }
    open.push(...row)
    if (row.length > 0) rows.push(row)
  }
  return rows
}

/** Whether all paragraphs of a row start where those of the first row do. */
function isUnder(first: ParagraphRow, row: ParagraphRow): boolean {
  const starts = first.map(({ chunks }) => chunks[0]!.left)
  return row.every(({ chunks }) => starts.some((start) => Math.abs(start - chunks[0]!.left) < SAME_PLACE))
}

function wordsAround(words: readonly Word[], inside: readonly Word[]): Word[] {
  const [left, top, right, bottom] = boxOf(inside)
  return words.filter(
    ({ box }) => box[0] >= left - 1 && box[1] >= top - 1 && box[2] <= right + 1 && box[3] <= bottom + 1,
  )
}
