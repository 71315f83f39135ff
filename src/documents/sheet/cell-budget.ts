import type { Cell, Sheet } from './workbook.ts'
import { MAX_COLUMNS, MAX_ROWS } from './workbook.ts'

/** How many cells of one document are read; their markup is parsed again further on, at some hundred bytes each. */
const MAX_CELLS = 250_000
const MAX_TEXT_CHARS = 24 * 1024 * 1024
/** What a cell can hold in the programs that write them. */
const MAX_CELL_CHARS = 32_767
/** How many merged ranges, links and notes of a document are read, of each. */
const MAX_EXTRAS = 100_000
/** What the markup of all that lies over the cells may take. */
const MAX_MARKUP_CHARS = 32 * 1024 * 1024

/** Takes the cells of a document in until it is full, and remembers which sheets were cut off. */
export class CellBudget {
  private cells = MAX_CELLS
  private chars = MAX_TEXT_CHARS
  private extras = MAX_EXTRAS
  private markup = MAX_MARKUP_CHARS
  private readonly cut = new Set<string>()

  /** Puts a cell on its sheet. False when there is no room, so that reading may stop. */
  add(sheet: Sheet, cell: Cell): boolean {
    if (cell.text.trim() === '' || cell.row >= MAX_ROWS || cell.column >= MAX_COLUMNS) return true
    const text = cell.text.slice(0, MAX_CELL_CHARS)
    if (this.cells === 0 || this.chars < text.length) {
      this.cutOff(sheet)
      return false
    }
    this.cells--
    this.chars -= text.length
    sheet.cells.push({ ...cell, text })
    return true
  }

  /** Whether there is room for something that lies upon cells. */
  takesExtra(): boolean {
    return this.extras-- > 0
  }

  /** Whether there is room for markup that lies over the cells of a sheet. */
  takesMarkup(sheet: Sheet, html: string): boolean {
    this.markup -= html.length
    if (this.markup < 0) this.cutOff(sheet)
    return this.markup >= 0
  }

  cutOff({ name }: Sheet): void {
    this.cut.add(name)
  }

  /** Says which sheets are not whole. */
  warnings(): string[] {
    if (this.cut.size === 0) return []
    return [
      `Not all cells are read, because the document has too many. Cut off: ${listOfNames([...this.cut])}.`,
    ]
  }
}

const MAX_NAMES = 10
const MAX_NAME_CHARS = 100

/** Names of sheets for a sentence; a few of them when there are many. */
export function listOfNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `'${name.slice(0, MAX_NAME_CHARS)}'`)
  return names.length > MAX_NAMES
    ? `${shown.join(', ')} and ${names.length - MAX_NAMES} more`
    : shown.join(', ')
}
