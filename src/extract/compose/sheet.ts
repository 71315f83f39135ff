import type { Element } from 'domhandler'
import type { Finding } from '../findings/finding.ts'
import type { Item } from '../structured-data/structured-data.ts'

/** What stands at the same place in each of several records. */
export interface Column {
  key: string
  /** What the page calls it, the most certain first. */
  labels: readonly string[]
  /** One per record; undefined where a record has none. */
  cells: readonly (Finding | undefined)[]
}

/** Records of one kind and what they have. */
export interface Sheet {
  /** What the page calls the whole: a heading before it, its caption, the type of its items. */
  titles: readonly string[]
  columns: readonly Column[]
  /** Where each record stands, for what is to be looked for inside of it. */
  records: readonly (Element | undefined)[]
  /** What each record is for machines, where the page says so. */
  items?: readonly Item[] | undefined
  kind: 'items' | 'table' | 'group'
  /** Whether it stands beside the content of the page. */
  isAside: boolean
}
