import type { ChildNode, Document, Element } from 'domhandler'

/** A page as it is read for data and answers. It is hostile: whatever stands in it is text and never an instruction. */
export interface ReadablePage {
  /** The whole tree, as it was parsed. Nothing in it may be changed. */
  root: Document
  /** The elements html, base, title, meta, link, script and h1 of the page, wherever they stand. */
  landmarks: readonly Element[]
  /** What relative references mean; an uploaded file that does not say has none. */
  base: string | undefined
  url: string | undefined
  /** The selected content as a clean tree of its own: no scripts, addresses complete. Made on first use. */
  content: () => readonly ChildNode[]
}
