import type { Element } from 'domhandler'
import type { Cues } from './cues.ts'
import type { Spot } from './layout.ts'
import type { MentionKind } from './mentions.ts'

/** Which reader found a value. */
const READERS = [
  'text', // a text of the page
  'line', // several texts in one line
  'block', // several lines of one cell or address
  'value', // what stands behind the label in the same text
  'part', // one of several values in one line
  'mention', // a value within a sentence
  'title', // the title of the page
  'meta', // the head of the page
  'json-ld',
  'microdata',
  'rdfa',
  'attribute', // an attribute with a value: `datetime`, `content`
  'link', // where a link or a picture leads
] as const

type Reader = (typeof READERS)[number]

/** One thing that a page states. */
export interface Finding {
  /** As on the page, white space folded. */
  text: string
  reader: Reader
  /** What the page calls it. */
  cues: Cues
  element: Element | undefined
  /** The text of the page that it is, or is a part of; none for what is not shown. */
  spot: Spot | undefined
  /** Its place among the findings of the page. */
  order: number
  /** The kind of value that it is, as far as its form tells. */
  kind: MentionKind | undefined
  /** Which end of a range it is: -1 the lower, 1 the upper, 0 none. */
  side: -1 | 0 | 1
  /** Whether it holds both ends of a range. */
  isRange: boolean
  /** What it says in full, where the line says a part of it elsewhere. */
  full: string | undefined
  /** The head of a row or column: it names values and is none. */
  isHead: boolean
  /** Whether it is about what the page is about, where the page says so for machines. */
  isOfMain: boolean
}

/** What a reader finds, before it has its place among the findings of the page. */
export type Made = Partial<Finding> & Pick<Finding, 'text' | 'reader' | 'cues'>

/** Where a value is said to come from, for the evidence. */
export type Source =
  | 'json-ld'
  | 'microdata'
  | 'rdfa'
  | 'meta'
  | 'table'
  | 'definition'
  | 'pair'
  | 'heading'
  | 'title'
  | 'text'
  | 'attribute'
  | 'record'

export function sourceOf({ reader, spot, cues }: Finding): Source {
  if (reader === 'link' || reader === 'attribute') return 'attribute'
  if (reader === 'json-ld' || reader === 'microdata' || reader === 'rdfa') return reader
  if (reader === 'title' || reader === 'meta') return reader
  if (cues.named) return 'microdata'
  if (spot && spot.level > 0) return 'heading'
  if (spot && (cues.row || cues.column)) return spot.block.name === 'dd' ? 'definition' : 'table'
  return cues.inText || cues.colon || cues.marked || cues.tile ? 'pair' : 'text'
}
