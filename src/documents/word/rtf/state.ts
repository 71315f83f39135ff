import type { Marks } from '../inline.ts'

/** What the text of a group goes to. */
export type Destination =
  | 'text'
  | 'skipped'
  /** Says nothing itself, but may hold what does. */
  | 'frame'
  | 'fonts'
  | 'styles'
  | 'lists'
  | 'overrides'
  | 'information'
  | 'instruction'
  | 'picture'
  | 'label'
  | 'author'
  | 'property name'
  | 'property value'

/** A text that is made from an instruction. */
export interface Field {
  instruction: string
}

/** How paragraphs are until something else is said. */
export interface ParagraphState {
  style: number | undefined
  outlineLevel: number | undefined
  list: number | undefined
  level: number
  /** How many tables are around it. */
  depth: number
}

/** What holds inside of a group. */
export interface State {
  destination: Destination
  /** The word that opened the destination. */
  word: string
  marks: Marks
  isHidden: boolean
  font: number
  /** How many characters stand after one in Unicode, for readers who do not know it. */
  fallbackLength: number
  paragraph: ParagraphState
  field: Field | undefined
  href: string | undefined
}

export const PLAIN_PARAGRAPH: ParagraphState = {
  style: undefined,
  outlineLevel: undefined,
  list: undefined,
  level: 0,
  depth: 0,
}

export const FIRST_STATE: State = {
  destination: 'text',
  word: '',
  marks: {},
  isHidden: false,
  font: -1,
  fallbackLength: 1,
  paragraph: PLAIN_PARAGRAPH,
  field: undefined,
  href: undefined,
}
