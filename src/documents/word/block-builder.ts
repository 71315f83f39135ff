import { tooLarge } from '../converted.ts'
import type { Block, Cell, Inline, Paragraph, Row, Table } from './document-html.ts'

export interface RowLayout {
  isHeader: boolean
  cells: CellLayout[]
}

export interface CellLayout {
  edge: number
  isJoinedLeft: boolean
  merge: PlacedCell['merge']
}

/** A table that is being read, or, at the bottom, the text itself. */
interface Level {
  blocks: Block[]
  cells: Block[][]
  rows: { layout: RowLayout; cells: Block[][] }[]
}

/** Text as it flows in: pieces become paragraphs, paragraphs cells, cells rows and rows tables. */
export class BlockBuilder {
  private readonly levels: Level[] = [emptyLevel()]
  private line: Inline[] = []

  add(piece: Inline): void {
    this.line.push(piece)
  }

  hasLine(): boolean {
    return this.line.length > 0
  }

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

function tableOf(rows: Level['rows']): Block {
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

function joinedCells(cells: readonly Block[][], { cells: layouts }: RowLayout) {
  const joined: (Omit<CellLayout, 'isJoinedLeft'> & { blocks: Block[] })[] = []
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

/** A cell as word processors write it: the cells below the first of a merged column are there, and say so. */
export interface PlacedCell {
  /** Asked once, and only when the cell is shown: what a covered one says does not count. */
  readBlocks: () => Block[]
  colSpan: number
  merge: 'none' | 'start' | 'continued'
}

export interface PlacedRow {
  isHeader: boolean
  cells: PlacedCell[]
}

/** A table in which cells that are merged downwards are one. Headers are only rows at its top. */
export function joinMerged(placed: readonly PlacedRow[]): Table {
  const rows: Row[] = []
  let open = new Map<number, Cell>()
  let isAtTop = true
  for (const { isHeader, cells } of placed) {
    isAtTop &&= isHeader
    const row: Row = { isHeader: isAtTop, cells: [] }
    const stillOpen = new Map<number, Cell>()
    let column = 0
    for (const { readBlocks, colSpan, merge } of cells) {
      const above = merge === 'continued' ? open.get(column) : undefined
      if (above && above.colSpan === colSpan) {
        above.rowSpan++
        stillOpen.set(column, above)
      } else {
        const cell: Cell = { blocks: readBlocks(), colSpan: Math.max(colSpan, 1), rowSpan: 1 }
        row.cells.push(cell)
        if (merge !== 'none') stillOpen.set(column, cell)
      }
      column += Math.max(colSpan, 1)
    }
    open = stillOpen
    if (cells.length > 0) rows.push(row)
  }
  return { kind: 'table', rows }
}

/** How many columns each cell of a table takes, from where the cells of its rows end. */
export function columnSpans(rowsOfEdges: readonly (readonly number[])[]): number[][] {
  const columns = columnsOf(rowsOfEdges.flat())
  return rowsOfEdges.map((edges) => {
    let left = -1
    return edges.map((edge) => {
      const right = columns.get(edge) ?? left + 1
      const span = Math.max(right - left, 1)
      left = Math.max(right, left + 1)
      return span
    })
  })
}

function columnsOf(edges: readonly number[]): ReadonlyMap<number, number> {
  const columns = new Map<number, number>()
  let column = -1
  let last = Number.NEGATIVE_INFINITY
  for (const edge of [...new Set(edges)].sort((one, other) => one - other)) {
    if (edge - last > TOLERANCE) {
      column++
      last = edge
    }
    columns.set(edge, column)
  }
  return columns
}

/** In twentieths of a point. */
const TOLERANCE = 40

/** Each level of a table in a table takes several calls. */
const MAX_NESTING = 60

/** Reads blocks inside of each other, up to where they nest too deeply. */
export function nestedReader<Container>(
  read: (container: Container) => Block[],
): (container: Container) => Block[] {
  let depth = 0
  return (container) => {
    if (depth >= MAX_NESTING) throw tooLarge('The document nests its tables and boxes too deeply to be read.')
    depth++
    const blocks = read(container)
    depth--
    return blocks
  }
}
