import type { Sheet } from './workbook.ts'

/** Where cells lead, which files list apart from them. */
export class CellLinks {
  private readonly addresses = new Map<string, string>()

  set(row: number, column: number, address: string): void {
    this.addresses.set(`${row} ${column}`, address)
  }

  /** Gives the cells of a sheet their links. */
  apply({ cells }: Sheet): void {
    if (this.addresses.size === 0) return
    for (const cell of cells) {
      const address = this.addresses.get(`${cell.row} ${cell.column}`)
      if (address !== undefined) cell.link = address
    }
  }
}
