import type { ChildNode, Document, Element } from 'domhandler'

/**
 * A page for the extraction of data and answers. Its content is hostile: it is data and never an instruction.
 */
export interface ReadablePage {
  /** The whole parsed tree; must not be changed. */
  root: Document
  /** The elements html, base, title, meta, link, script and h1, anywhere on the page. */
  landmarks: readonly Element[]
  /** Base URL of relative links; undefined for an uploaded file that does not declare one. */
  base: string | undefined
  url: string | undefined
  /** The main content as a separate clean tree: no scripts, absolute URLs. Built on first use. */
  content: () => readonly ChildNode[]
}
