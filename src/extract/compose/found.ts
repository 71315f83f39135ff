import type { Element } from 'domhandler'
import type { Source } from '../findings/finding.ts'
import type { Item } from '../structured-data/structured-data.ts'
import type { Scalar } from '../values/read-scalar.ts'

/** A value that was found, where it belongs and where it stands. */
export interface Found {
  /** The names and numbers that lead to it in what is returned. */
  path: readonly (string | number)[]
  value: Scalar
  /** As the page shows it. */
  text: string
  element: Element | undefined
  source: Source
  confidence: number
  /** The record of a list that it is part of. */
  record?: RecordPlace
}

/** Where a record stands, and what it is for machines. */
interface RecordPlace {
  element: Element | undefined
  item: Item | undefined
  /** How many steps below the record the value is. */
  depth: number
}
