/** The result of a conversion, for every kind: HTML for the rest of the pipeline, and metadata. */
export interface Converted {
  content: { html: string } | { pages: ConvertedPage[] }
  metadata: DocumentMetadata
  /** The actual content type, which may differ from the declared one. */
  contentType?: string
  /** The number of pages or slides in the document, if it has any; a limit may have read fewer. */
  totalPages?: number
  isPricedByPage?: true
  /** Warnings for the caller as full sentences: parts that were left out, and why. */
  warnings: string[]
}

/** Metadata of the document. Times are in ISO 8601. */
export interface DocumentMetadata {
  title?: string
  author?: string
  description?: string
  keywords?: string
  language?: string
  createdTime?: string
  modifiedTime?: string
}

type Facts = { [Field in keyof DocumentMetadata]: string | undefined }
type Times = 'createdTime' | 'modifiedTime'

/** Normalizes metadata: drops empty values and invalid times. Times may be in milliseconds. */
export function documentMetadata({
  createdTime,
  modifiedTime,
  ...texts
}: Omit<Facts, Times> & { [Field in Times]?: string | number | undefined }): DocumentMetadata {
  const facts: Facts = { ...texts, createdTime: isoTime(createdTime), modifiedTime: isoTime(modifiedTime) }
  const written = Object.entries(facts).map(([field, text]) => [field, text?.trim() ?? ''] as const)
  return Object.fromEntries(written.filter(([, text]) => text !== ''))
}

function isoTime(time: string | number | undefined): string | undefined {
  const date = new Date(typeof time === 'string' ? time.trim() : (time ?? Number.NaN))
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/** A page of fixed layout, with its blocks in reading order. */
export interface ConvertedPage {
  pageNumber: number
  /** In points; for an image in pixels. */
  width: number
  height: number
  status: 'ok' | 'partial' | 'failed'
  blocks: ConvertedBlock[]
}

export interface ConvertedBlock {
  type: BlockType
  html: string
  /** Left, top, right and bottom, in the unit of the page, from its top left corner. */
  box: Box | undefined
  source: 'text' | 'ocr'
  /** The confidence of OCR from 0 to 1; only for text read from an image. */
  ocrConfidence?: number
}

export type BlockType =
  | 'title'
  | 'section_header'
  | 'text'
  | 'list'
  | 'table'
  | 'picture'
  | 'caption'
  | 'footnote'
  | 'code'
  | 'formula'

export type Box = readonly [left: number, top: number, right: number, bottom: number]

export interface DocumentSource {
  bytes: Uint8Array
  fileName: string
  contentType: string
}

/** Options for content other than the text. */
export interface ConversionOptions {
  keepImages: boolean
  /** Whether OCR runs: never, only without other text, or always. */
  ocr: 'never' | 'needed' | 'always'
  maxPages?: number
}

export type ReportProgress = (progress: { donePages: number; totalPages: number }) => void

/**
 * Converts one kind of document. Throws `UnreadableDocument` when the document is the cause of the failure.
 */
export type Converter = (
  source: DocumentSource,
  options: ConversionOptions,
  report: ReportProgress,
) => Promise<Converted>

export type UnreadableReason =
  | 'unsupported'
  | 'encrypted'
  | 'damaged'
  | 'empty'
  /** Conversion takes more time or memory than allowed. */
  | 'too large'

/** A document that cannot be read, through no fault of the service. The message is for the caller. */
export class UnreadableDocument extends Error {
  override readonly name = 'UnreadableDocument'
  readonly reason: UnreadableReason

  constructor(reason: UnreadableReason, message: string, options?: ErrorOptions) {
    super(message, options)
    this.reason = reason
  }
}

export function damaged(message: string, cause?: unknown): UnreadableDocument {
  return new UnreadableDocument('damaged', message, cause === undefined ? undefined : { cause })
}

export function tooLarge(message: string, cause?: unknown): UnreadableDocument {
  return new UnreadableDocument('too large', message, cause === undefined ? undefined : { cause })
}
