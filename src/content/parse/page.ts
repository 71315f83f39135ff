import type { Document, Element } from 'domhandler'
import type { Document as WireDocument } from '../../contract/document.ts'
import type { DocumentMetadata } from '../../contract/metadata.ts'
import type { ConvertedPage } from '../../documents/documents.ts'

/** A parsed source: one shape for all kinds. It never leaves the thread that parsed it. */
export interface Page {
  root: Document
  /** Elements that describe the page, in document order; collected during parsing. */
  landmarks: readonly Element[]
  base: string | undefined
  source: string
  /** Plain text is shown unchanged, not rewritten as Markdown. */
  kind: 'markup' | 'plain'
  /** The page has no navigation around its content. */
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
  /** Set for converted documents: all of it is content, and it is not a response of a site. */
  document?: { layout?: Layout; metadata?: DocumentMetadata }
}

/** The pages of a document by blocks, for formats that need positions. */
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
