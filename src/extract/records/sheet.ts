import type { Element } from 'domhandler'
import type { Candidate } from '../candidates/candidate.ts'
import type { Item } from '../structured-data/structured-data.ts'

/** A value of one record, as the page shows it. */
export interface Cell {
  text: string
  /** The same as the page gives it to machines: the `datetime` of a time, the `content` of a property. */
  machine?: string
  element: Element | undefined
}

/** What the page calls something, and how much that is to be trusted, from 0 to 1. */
export interface Label {
  text: string
  weight: number
}

/** What stands at the same place in each of several records. */
export interface Column {
  key: string
  labels: readonly Label[]
  /** An address is no text to read; only who asks for one wants it. */
  kind: 'text' | 'link' | 'image'
  /** Whether it is, or is in, a heading of its record. */
  isHeading: boolean
  isLink: boolean
  /** Whether it stands beside the content of the page. */
  isAside: boolean
  source: Candidate['source'] | 'record'
  /** One per record; undefined where a record has none. */
  cells: readonly (Cell | undefined)[]
  /** How often it comes in a record that has it, on average. */
  repeats: number
}

/** Records of one kind and what they have. */
export interface Sheet {
  /** What the page calls the whole: a heading before it, its caption, the type of its items. */
  titles: readonly string[]
  columns: readonly Column[]
  /** Where each record stands, for what is to be looked for inside of it. */
  records: readonly (Element | undefined)[]
  /** What each record is for machines, where the page says so. */
  items?: readonly Item[]
  count: number
  /** Whether it stands beside the content of the page. */
  isAside?: boolean
  /** Whether it is a whole page, read as one record. */
  isPage?: boolean
}
