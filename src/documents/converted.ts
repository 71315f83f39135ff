/** What reading a document gives, whatever its kind: markup that the line of a page goes on with, and facts about it. */
export interface Converted {
  content: { html: string } | { pages: ConvertedPage[] }
  metadata: DocumentMetadata
  /** What the document really is, whatever its sender says. */
  contentType?: string
  /** How many pages or slides the document has, where it has such; more than were read when a limit was set. */
  totalPages?: number
  isPricedByPage?: true
  /** What the caller must know: parts that were left out, and why. Full sentences. */
  warnings: string[]
}

/** Facts that documents carry about themselves. Times are ISO 8601. */
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

/** Facts as a document writes them, without empty ones and times that are none. Times may be in milliseconds. */
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

/** A page of fixed layout, with its blocks in the order of reading. */
export interface ConvertedPage {
  pageNumber: number
  /** In points; for a picture in pixels. */
  width: number
  height: number
  status: 'ok' | 'partial' | 'failed'
  blocks: ConvertedBlock[]
}

export interface ConvertedBlock {
  type: BlockType
  html: string
  /** Left, top, right and bottom, in the measure of the page, from its top left corner. */
  box: Box | undefined
  source: 'text' | 'ocr'
  /** How sure reading the letters was, from 0 to 1; only of what was read from a picture. */
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

/** What is wanted of a document beyond its text. */
export interface ConversionOptions {
  keepImages: boolean
  /** Whether text is read from pictures: never, where there is no other text, or always. */
  ocr: 'never' | 'needed' | 'always'
  maxPages?: number
}

export type ReportProgress = (progress: { donePages: number; totalPages: number }) => void

/** Reads one kind of document. Throws `UnreadableDocument` when the document is the reason why it cannot. */
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
  /** More than reading one document may take of time or memory. */
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
