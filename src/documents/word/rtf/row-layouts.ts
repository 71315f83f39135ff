import type { CellLayout, RowLayout } from '../flow.ts'

type Which = 'outer' | 'nested'

/** The layouts of rows, as words tell them. That of a row also holds for those after it. */
export class RowLayouts {
  private readonly layouts: Record<Which, RowLayout> = { outer: emptyLayout(), nested: emptyLayout() }
  private cell: Omit<CellLayout, 'edge'> = PLAIN_CELL

  word(name: string, value: number, which: Which): void {
    const layout = this.layouts[which]
    switch (name) {
      case 'trowd':
        this.layouts[which] = emptyLayout()
        this.cell = PLAIN_CELL
        return
      case 'trhdr':
        layout.isHeader = true
        return
      case 'clmrg':
        this.cell = { ...this.cell, isJoinedLeft: true }
        return
      case 'clvmgf':
        this.cell = { ...this.cell, merge: 'start' }
        return
      case 'clvmrg':
        this.cell = { ...this.cell, merge: 'continued' }
        return
      case 'cellx':
        if (layout.cells.length < MAX_CELLS) layout.cells.push({ ...this.cell, edge: value })
        this.cell = PLAIN_CELL
    }
  }

  take(which: Which): RowLayout {
    return this.layouts[which]
  }
}

const PLAIN_CELL = { isJoinedLeft: false, merge: 'none' } as const
const MAX_CELLS = 1000

function emptyLayout(): RowLayout {
  return { isHeader: false, cells: [] }
}
