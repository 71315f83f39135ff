import type { Box } from '../../converted.ts'
import type { Word } from '../page.ts'

/** A table of a page, and the words that are in it. */
export interface FoundTable {
  /** In points of the page. */
  box: Box
  /** By identity; all other words of the page are outside of tables. */
  words: ReadonlySet<Word>
  rows: TableRow[]
  /** Where the borders of columns are, from left to right. */
  columns: number[]
  /** Whether its text is turned against the page. */
  isTurned: boolean
}

export interface TableRow {
  isHead: boolean
  /** From left to right; fields that a cell of a row above reaches into are left out, as in HTML. */
  cells: TableCell[]
}

export interface TableCell {
  /** Lines of words, upright and in the order of reading; none in an empty cell. */
  words: Word[][]
  colspan: number
  rowspan: number
}
