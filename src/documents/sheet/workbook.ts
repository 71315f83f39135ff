import type { DocumentMetadata } from '../converted.ts'

/** A spreadsheet document, whatever format it came in. Rows and columns count from zero. */
export interface Workbook {
  sheets: Sheet[]
  metadata: DocumentMetadata
  warnings: string[]
}

export interface Sheet {
  name: string
  /** Only cells that show something, in any order. */
  cells: Cell[]
  merges: Range[]
  /** What lies over the cells: pictures and charts. */
  floats: Floating[]
  notes: Note[]
}

export interface Cell {
  row: number
  column: number
  /** As a reader of the sheet sees it. */
  text: string
  link?: string
}

/** A rectangle of cells; both ends belong to it. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Floating {
  /** The row of its upper edge. */
  row: number
  html: string
}

/** What somebody wrote about a cell. */
export interface Note {
  author: string
  /** As the document writes it; empty when it does not say. */
  time: string
  text: string
}

/** The largest row and column that any of the formats can hold. */
export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 16_384

/** A sheet with nothing on it yet. */
export function emptySheet(name: string): Sheet {
  return { name, cells: [], merges: [], floats: [], notes: [] }
}
