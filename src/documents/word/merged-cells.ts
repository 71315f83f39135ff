import type { Block, Cell, Row, Table } from './block.ts'

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
