import type { Inline } from './inline.ts'

/** A part of a text document, whatever format it came in, before it becomes markup. */
export type Block = Paragraph | Table

export interface Paragraph {
  kind: 'paragraph'
  content: Inline[]
  style: ParagraphStyle
  /** Whether all its letters are equally wide. */
  isMonospaced?: boolean
  /** 1 is the highest. */
  headingLevel?: number
  /** Its place in a list; of a heading, its number. */
  item?: ListItem
}

export type ParagraphStyle = 'text' | 'title' | 'quote' | 'code'

export interface ListItem {
  /** 0 is the outermost. */
  level: number
  marker: Marker
}

/** What stands before an item. Numbers that Markdown cannot count, such as 1.1 or (a), are labels. */
export type Marker =
  | { type: 'bullet' }
  | { type: 'number'; value: number; label: string }
  | { type: 'label'; text: string }
  /** Another paragraph of the item before. */
  | { type: 'none' }

export interface Table {
  kind: 'table'
  rows: Row[]
}

export interface Row {
  isHeader: boolean
  cells: Cell[]
}

export interface Cell {
  blocks: Block[]
  colSpan: number
  rowSpan: number
}
