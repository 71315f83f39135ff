import type { Document, Element } from 'domhandler'
import type { Document as WireDocument } from '../../contract/document.ts'
import type { DocumentMetadata } from '../../contract/metadata.ts'
import type { ConvertedPage } from '../../documents/documents.ts'

/** A source understood: one shape whatever it was. It never leaves the thread that made it. */
export interface Page {
  root: Document
  /** Elements that say something about the page wherever they stand, in its order; found while it was parsed. */
  landmarks: readonly Element[]
  /** What relative references mean; an uploaded file that does not say has none. */
  base: string | undefined
  /** The decoded source, untouched. */
  source: string
  /** Plain text already is what a reader wants to see, so it is not rewritten as markdown. */
  kind: 'markup' | 'plain'
  /** There is nothing around the content that could be left out. */
  isAllContent?: true
  /** Why reading stopped before the end, when it did. */
  cutOff: 'too deep' | 'too large' | undefined
}

/** What a page is made from. */
export interface Source {
  bytes: Uint8Array
  contentType: string
  /** Where it was found; absent for an uploaded file. */
  url: string | undefined
  /** How it was answered; absent for an uploaded file. */
  answer?: Answer
  /** Whether a browser has run its scripts already. */
  isRendered?: boolean
  /** Texts that a browser brought besides the page. */
  captured?: Pick<WireDocument, 'actions'>
  /** Set for what a document was converted to: all of it is content, and nothing in it is the answer of a site. */
  document?: { layout?: Layout; metadata?: DocumentMetadata }
}

/** The pages of a document block by block, for those who want to know where what stands. */
export interface Layout {
  pages: readonly ConvertedPage[]
  wish: LayoutWish
}

interface LayoutWish {
  /** The markdown of each page. */
  pages: boolean
  /** Where each block stands. */
  blocks: boolean
  /** A mark in the markdown wherever a page begins. */
  pageMarkers: boolean
}

/** What a target said besides the body. */
export interface Answer {
  status: number
  /** Names in lower case. */
  headers: Record<string, string>
}
