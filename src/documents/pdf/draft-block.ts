import type { BlockType, Box } from '../converted.ts'
import type { Line } from './line.ts'
import type { FoundTable } from './tables/found-table.ts'
import type { Turn } from './turn.ts'

/** A block of a page before its markup is written: blocks of later pages may still go on with it. */
export type DraftBlock = {
  page: number
  /** The page that it ends on. */
  lastPage: number
  /** On the page turned back by `turn`. */
  box: Box
  turn: Turn
  /** Counts the columns of a document, so that blocks below each other can be told from others. */
  column: number
} & (
  | { type: Exclude<BlockType, 'table' | 'section_header' | 'title' | 'picture'>; lines: Line[]; id?: string }
  | { type: 'section_header' | 'title'; lines: Line[]; level: number }
  | { type: 'picture'; url: string }
  | { type: 'table'; table: FoundTable }
)

/** A block that is made of lines. */
export type TextBlock = Extract<DraftBlock, { lines: Line[] }>
