import type { Document, Element } from 'domhandler'
import type { Document as WireDocument } from '../../contract/document.ts'
import type { DocumentMetadata } from '../../contract/metadata.ts'
import type { ConvertedPage } from '../../documents/documents.ts'

/** A source understood: one shape whatever it was. It never leaves the thread that made it. */
export interface Page {
  root: Document
  /** Elements that say something about the page wherever they stand, in its order; found while it was parsed. */
  landmarks: readonly Element[]
  base: string | undefined
  source: string
  /** Plain text already is what a reader wants to see, so it is not rewritten as markdown. */
  kind: 'markup' | 'plain'
  /** There is nothing around the content that could be left out. */
  isAllContent?: true
  cutOff: 'too deep' | 'too large' | undefined
}

export interface Source {
  bytes: Uint8Array
  contentType: string
  url: string | undefined
  response?: SourceResponse
  isRendered?: boolean
  captured?: Pick<WireDocument, 'actions'>
  /** Set for what a document was converted to: all of it is content, and nothing in it is the answer of a site. */
  document?: { layout?: Layout; metadata?: DocumentMetadata }
}

/** The pages of a document block by block, for those who want to know where what stands. */
export interface Layout {
  pages: readonly ConvertedPage[]
  options: LayoutOptions
}

interface LayoutOptions {
  pages: boolean
  blocks: boolean
  pageMarkers: boolean
}

export interface SourceResponse {
  status: number
  headers: Record<string, string>
}
