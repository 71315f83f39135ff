import type { Word } from '../page.ts'
import { indexAt } from './grid.ts'
import type { Grid, GridCell } from './grid.ts'
import { middleOf } from './text-lines.ts'

const MAX_COMPARED = 30

/**
 * Puts the words of a table into its cells. Words that belong together go together, by where their middle is. A cell
 * over several columns that has words on both sides of a border, and none over it, is several cells.
 */
export function fillCells(grid: Grid, owners: GridCell[][], words: readonly Word[]): void {
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
