import type { Document } from 'domhandler'

/** A source understood: one shape whatever it was. It never leaves the thread that made it. */
export interface Page {
  root: Document
  /** What relative references mean; an uploaded file that does not say has none. */
  base: string | undefined
  /** The decoded source, untouched. */
  source: string
  /** Plain text already is what a reader wants to see, so it is not rewritten as markdown. */
  kind: 'markup' | 'plain'
  /** Whether reading stopped before the end because of how the source is made. */
  isCutOff: boolean
}

/** What a page is made from. */
export interface Source {
  bytes: Uint8Array
  contentType: string
  /** Where it was found; absent for an uploaded file. */
  url: string | undefined
}
