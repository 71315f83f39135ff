import type { Element } from 'domhandler'

/** A text of a page that may be the value of something. */
export interface Candidate {
  /** The value as the page shows it, white space folded. */
  text: string
  /** The same without the label that stands in the same text, where there is one: `Brand: Acme` → `Acme`. */
  bare?: string
  /** What the page calls it, the nearest and most certain first. */
  labels: readonly string[]
  source:
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
  /** Where it stands. */
  element: Element | undefined
  /** Its place among the candidates of the page. */
  order: number
}
