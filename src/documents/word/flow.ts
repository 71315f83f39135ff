import type { Block, Paragraph } from './block.ts'
import { columnSpans } from './column-edges.ts'
import type { Inline } from './inline.ts'
import { joinMerged } from './merged-cells.ts'
import type { PlacedCell } from './merged-cells.ts'

/** How a row of a table is laid out. */
export interface RowLayout {
  isHeader: boolean
  cells: CellLayout[]
}

export interface CellLayout {
  /** Where it ends, from the left. */
  edge: number
  /** Whether it continues the cell before it. */
  isJoinedLeft: boolean
  merge: PlacedCell['merge']
}

interface RowOfText {
  layout: RowLayout
  cells: Block[][]
}

/** A table that is being read, or, at the bottom, the text itself. */
interface Level {
  /** What stands in the cell that is open. */
  blocks: Block[]
  /** The cells of the row that is open. */
  cells: Block[][]
  rows: RowOfText[]
}

/** Text as it flows in: pieces become paragraphs, paragraphs cells, cells rows and rows tables. */
export class Flow {
  private readonly levels: Level[] = [emptyLevel()]
  private line: Inline[] = []

  add(piece: Inline): void {
    this.line.push(piece)
  }

  hasLine(): boolean {
    return this.line.length > 0
  }

  /** Ends the paragraph that is open, in a table of this depth. */
  endParagraph(depth: number, finish: (content: Inline[]) => Paragraph): void {
    this.reach(depth).blocks.push(finish(this.line))
    this.line = []
  }

  addBlocks(depth: number, blocks: readonly Block[]): void {
    const level = this.reach(depth)
    for (const block of blocks) level.blocks.push(block)
  }

  endCell(depth: number): void {
    const level = this.reach(depth)
    level.cells.push(level.blocks)
    level.blocks = []
  }

  endRow(depth: number, layout: RowLayout): void {
    const level = this.reach(depth)
    if (level.cells.length > 0) level.rows.push({ layout, cells: level.cells })
    level.cells = []
  }

  /** All that flowed in. */
  end(): Block[] {
    return this.reach(0).blocks
  }

  private reach(depth: number): Level {
    const wanted = Math.min(Math.max(depth, 0), MAX_DEPTH)
    while (this.levels.length - 1 > wanted) {
      const { rows, cells, blocks } = this.levels.pop()!
      const around = this.levels.at(-1)!
      if (rows.length > 0) around.blocks.push(tableOf(rows))
      // A row that never ended is text.
      for (const block of [...cells.flat(), ...blocks]) around.blocks.push(block)
    }
    while (this.levels.length - 1 < wanted) this.levels.push(emptyLevel())
    return this.levels.at(-1)!
  }
}

const MAX_DEPTH = 20

function emptyLevel(): Level {
  return { blocks: [], cells: [], rows: [] }
}

function tableOf(rows: readonly RowOfText[]): Block {
  const joined = rows.map(({ layout, cells }) => ({ layout, cells: joinedCells(cells, layout) }))
  const spans = columnSpans(joined.map(({ cells }) => cells.map(({ edge }) => edge)))
  return joinMerged(
    joined.map(({ layout, cells }, row) => ({
      isHeader: layout.isHeader,
      cells: cells.map(({ blocks, merge }, index) => ({
        readBlocks: () => blocks,
        merge,
        colSpan: spans[row]![index]!,
      })),
    })),
  )
}

interface JoinedCell {
  blocks: Block[]
  edge: number
  merge: PlacedCell['merge']
}

/** The cells of a row, with those that are joined to their neighbour as one. */
function joinedCells(cells: readonly Block[][], { cells: layouts }: RowLayout): JoinedCell[] {
  const joined: JoinedCell[] = []
  let edge = 0
  for (const [index, blocks] of cells.entries()) {
    const layout = layouts[index]
    edge = layout?.edge ?? edge + UNKNOWN_WIDTH
    const before = joined.at(-1)
    if (layout?.isJoinedLeft && before) {
      before.edge = edge
      for (const block of blocks) before.blocks.push(block)
    } else joined.push({ blocks, edge, merge: layout?.merge ?? 'none' })
  }
  return joined
}

const UNKNOWN_WIDTH = 1000
