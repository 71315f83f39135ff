import type { DocumentMetadata } from '../converted.ts'
import type { ResolveCells } from '../open-xml/package.ts'
import ERROR_TEXTS from './error-texts.json' with { type: 'json' }
import { UnreadableDocument } from '../converted.ts'

/** A spreadsheet of any format. Rows and columns count from zero. */
export interface Workbook {
  sheets: Sheet[]
  metadata: DocumentMetadata
  warnings: string[]
}

export interface Sheet {
  name: string
  cells: Cell[]
  merges: Range[]
  floats: Floating[]
  notes: Note[]
}

export interface Cell {
  row: number
  column: number
  text: string
  link?: string
}

/** A rectangle of cells; both ends are inclusive. */
export interface Range {
  top: number
  left: number
  bottom: number
  right: number
}

export interface Floating {
  row: number
  html: string
}

export interface Note {
  author: string
  time: string
  text: string
}

/** The largest row and column of all formats. */
export const MAX_ROWS = 1_048_576
export const MAX_COLUMNS = 16_384

export function emptySheet(name: string): Sheet {
  return { name, cells: [], merges: [], floats: [], notes: [] }
}

/** How many cells of one document are read; their HTML is parsed again later, at some hundred bytes each. */
const MAX_CELLS = 250_000
const MAX_TEXT_CHARS = 24 * 1024 * 1024
const MAX_CELL_CHARS = 32_767
const MAX_EXTRAS = 100_000
const MAX_MARKUP_CHARS = 32 * 1024 * 1024

/** Collects cells until the limit, and records which sheets were truncated. */
export class CellBudget {
  private cells = MAX_CELLS
  private chars = MAX_TEXT_CHARS
  private extras = MAX_EXTRAS
  private markup = MAX_MARKUP_CHARS
  private readonly cut = new Set<string>()

  /** Adds a cell to its sheet. Returns false when full, so that reading may stop. */
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

  /** Whether something on top of the cells fits. */
  takesExtra(): boolean {
    return this.extras-- > 0
  }

  /** Whether HTML on top of a sheet's cells fits. */
  takesMarkup(sheet: Sheet, html: string): boolean {
    this.markup -= html.length
    if (this.markup < 0) this.cutOff(sheet)
    return this.markup >= 0
  }

  cutOff({ name }: Sheet): void {
    this.cut.add(name)
  }

  warnings(): string[] {
    if (this.cut.size === 0) return []
    return [
      `The document has too many cells, so not all were read. Truncated sheets: ${listOfNames([...this.cut])}.`,
    ]
  }
}

/** Thrown to stop the parser, which has no other way to end early. */
export const FULL = new Error('The document is full.')

/** Rethrows any other error. */
export function throwUnlessFull(error: unknown): void {
  const isTooLarge = error instanceof UnreadableDocument && error.reason === 'too large'
  if (error !== FULL && !isTooLarge) throw error
}

const MAX_NAMES = 10
const MAX_NAME_CHARS = 100

export function listOfNames(names: readonly string[]): string {
  const shown = names.slice(0, MAX_NAMES).map((name) => `'${name.slice(0, MAX_NAME_CHARS)}'`)
  return names.length > MAX_NAMES
    ? `${shown.join(', ')} and ${names.length - MAX_NAMES} more`
    : shown.join(', ')
}

/** Warns about hidden sheets, which are left out because they are invisible in the document. */
export function hiddenWarnings(sheets: readonly { name: string; isHidden: boolean }[]): string[] {
  const hidden = sheets.filter(({ isHidden }) => isHidden).map(({ name }) => name)
  return hidden.length === 0 ? [] : [`Hidden sheets were left out: ${listOfNames(hidden)}.`]
}

/** Sets the links of cells, which files store separately by row and column. */
export function setLinks({ cells }: Sheet, addresses: ReadonlyMap<string, string>): void {
  for (const cell of addresses.size === 0 ? [] : cells) {
    const address = addresses.get(`${cell.row} ${cell.column}`)
    if (address !== undefined) cell.link = address
  }
}

/** The position of a reference such as `B7` or `$B$7`. Undefined for anything else. */
export function placeOf(reference: string): { row: number; column: number } | undefined {
  const found = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference)
  if (!found) return undefined
  const row = Number(found[2]) - 1
  return row < 0 ? undefined : { row, column: columnOf(found[1]!) }
}

/** The rectangle of a reference such as `A1:C3`; a single cell is a range too. */
export function rangeOf(reference: string): Range | undefined {
  const [start, end = start] = reference.split(':', 2).map((part) => placeOf(part))
  if (!start || !end) return undefined
  return {
    top: Math.min(start.row, end.row),
    left: Math.min(start.column, end.column),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.column, end.column),
  }
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}

/** For all charts together; a short reference can name a whole sheet. */
const MAX_RESOLVED_CELLS = 100_000

/** Resolves references such as `'My sheet'!$A$2:$A$7`. Sheets are indexed on first use. */
export function cellResolver(sheets: readonly Sheet[]): ResolveCells {
  const indexes = new Map<Sheet, Map<string, string>>()
  let cellsLeft = MAX_RESOLVED_CELLS
  return (reference) => {
    const bang = reference.lastIndexOf('!')
    const name = reference
      .slice(0, Math.max(bang, 0))
      .replace(/^'(.*)'$/s, '$1')
      .replaceAll("''", "'")
    const sheet = sheets.find((one) => one.name === name)
    const range = rangeOf(reference.slice(bang + 1))
    if (!sheet || !range) return []
    let index = indexes.get(sheet)
    if (!index) {
      index = new Map(sheet.cells.map(({ row, column, text }) => [`${row} ${column}`, text]))
      indexes.set(sheet, index)
    }
    const texts: string[] = []
    for (let row = range.top; row <= range.bottom; row++) {
      for (let column = range.left; column <= range.right; column++) {
        if (cellsLeft-- <= 0) return texts
        texts.push(index.get(`${row} ${column}`) ?? '')
      }
    }
    return texts
  }
}

/** The text of a note without the author's name, which programs put before it. */
export function withoutAuthor(text: string, author: string): string {
  return (author !== '' && text.startsWith(`${author}:`) ? text.slice(author.length + 1) : text).trim()
}

export function errorText(code: number): string {
  return ERRORS.get(String(code)) ?? '#ERROR!'
}

const ERRORS: ReadonlyMap<string, string> = new Map(Object.entries(ERROR_TEXTS))

/** A number in four bytes: an integer or the upper half of a float, optionally multiplied by a hundred. */
export function rkNumber(bits: number): number {
  const scratch = new DataView(new ArrayBuffer(8))
  scratch.setInt32(4, bits & ~3, true)
  const number = (bits & 2) !== 0 ? bits >> 2 : scratch.getFloat64(0, true)
  return (bits & 1) !== 0 ? number / 100 : number
}
