import { declaredFamily, documentFamily, readStored, UnreadableDocument } from '../../documents/documents.ts'
import type {
  ConversionOptions,
  ConvertDocument,
  Converted,
  DocumentFamily,
  ReportProgress,
  StoredBytes,
} from '../../documents/documents.ts'
import { Fault } from '../../fault.ts'
import type { Layout, Source } from '../../content/parse/page.ts'
import type { UnderstandSource, Understood, Wanted } from './understand-source.ts'

interface StoredDocument {
  stored: StoredBytes
  head: Uint8Array
  fileName: string
  contentType: string
  url: string | undefined
}

export type UnderstandDocument = (
  document: StoredDocument,
  wanted: Wanted,
  signal: AbortSignal,
  report?: ReportProgress,
) => Promise<Understood | undefined>

interface Needs {
  understand: UnderstandSource
  convert: ConvertDocument
}

/** Converts a document to HTML in a separate process. The HTML is then understood like a page. */
export function createUnderstandDocument({ understand, convert }: Needs): UnderstandDocument {
  return async (document, wanted, signal, report) => {
    const family = documentFamily(document)
    if (family === undefined) return undefined
    if (wanted.formats.some(({ type }) => type === 'rawBase64'))
      return await rawDocument(document, wanted, signal, understand)
    if (!isRequested(family, wanted)) {
      rejectUnrequestedPicture(family, wanted)
      const warning =
        "The file was not parsed because 'parsers' does not include its type. It is returned unchanged, as base64."
      return await rawDocument(document, wanted, signal, understand, warning)
    }
    const converted = await convert(
      { ...document, teamId: wanted.teamId },
      conversionOptions(family, wanted),
      signal,
      report,
    )
    return await understandConverted(converted, { wanted, url: document.url, understand, signal })
  }
}

export function isConverted(file: Pick<StoredDocument, 'head' | 'fileName' | 'contentType'>, wanted: Wanted) {
  const family = documentFamily(file)
  return family !== undefined && isRequested(family, wanted)
}

/** PDFs and images are parsed only when the request includes their parser. */
function isRequested(family: DocumentFamily, wanted: Wanted): boolean {
  return (family !== 'pdf' && family !== 'image') || parserOf(family, wanted) !== undefined
}

export function withDocuments(
  understand: UnderstandSource,
  understandDocument: UnderstandDocument,
): UnderstandSource {
  return async (source, wanted, signal, report) => {
    try {
      const document = documentIn(source)
      if (source.bytes.length === 0 && declaredFamily(document) !== undefined) {
        throw new UnreadableDocument('empty', 'The file at this URL is empty (0 bytes).')
      }
      return (
        (await understandDocument(document, wanted, signal, report)) ??
        (await understand(withoutDocumentType(source), wanted, signal))
      )
    } catch (failure) {
      if (!(failure instanceof UnreadableDocument)) throw failure
      throw new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', failure.message, {
        cause: failure,
        details: { reason: failure.reason },
      })
    }
  }
}

export function isDocument(source: Source): boolean {
  const document = documentIn(source)
  return source.bytes.length === 0
    ? declaredFamily(document) !== undefined
    : documentFamily(document) !== undefined
}

/**
 * Content that is declared as a document but is none is usually an error page, so the declared type is
 * ignored.
 */
export function withoutDocumentType(source: Source): Source {
  return declaredFamily(documentIn(source)) === undefined ? source : { ...source, contentType: '' }
}

const HEAD_BYTES = 8192

function documentIn({ bytes, contentType, url, response }: Source): StoredDocument {
  const fileName = nameIn(response?.headers['content-disposition']) ?? lastSegment(url)
  return { stored: { bytes }, head: bytes.subarray(0, HEAD_BYTES), fileName, contentType, url }
}

function nameIn(disposition: string | undefined): string | undefined {
  const [, quoted, plain] =
    /filename\*?\s*=\s*(?:utf-8'[^']*')?(?:"([^"]*)"|([^;]+))/i.exec(disposition ?? '') ?? []
  return quoted ?? plain
}

/**
 * The last path segment of a URL, if it is a file name. Scripts that return pages often have names like those
 * of tables.
 */
function lastSegment(url: string | undefined): string {
  return url === undefined ? '' : (new URL(url).pathname.split('/').at(-1) ?? '')
}

type Parser<Type> = Extract<NonNullable<Wanted['parsers']>[number], { type: Type }>

function parserOf<Type extends 'pdf' | 'image'>(type: Type, { parsers }: Wanted) {
  if (parsers === undefined) return { type }
  return parsers.find((parser): parser is Parser<Type> => parser.type === type)
}

const OCR = { fast: 'never', auto: 'needed', ocr: 'always' } as const

function conversionOptions(family: DocumentFamily, wanted: Wanted): ConversionOptions {
  const parser = parserOf('pdf', wanted)
  const { mode = 'auto', maxPages } = parser && 'mode' in parser ? parser : {}
  return {
    keepImages: !wanted.removeBase64Images,
    ocr: family === 'image' ? 'always' : OCR[mode],
    ...(maxPages !== undefined && { maxPages }),
  }
}

interface ConversionContext {
  wanted: Wanted
  url: string | undefined
  understand: UnderstandSource
  signal: AbortSignal
}

async function understandConverted(
  converted: Converted,
  { wanted, url, understand, signal }: ConversionContext,
) {
  const { content, metadata, totalPages, warnings, isPricedByPage, contentType } = converted
  const html = 'html' in content ? content.html : content.pages.map(pageHtml).join('\n')
  const source: Source = {
    bytes: Buffer.from(documentHtml(html, metadata.title)),
    contentType: 'text/html; charset=utf-8',
    url,
    document: { metadata: { ...metadata }, ...('pages' in content && layoutOf(content.pages, wanted)) },
  }
  // Documents have no navigation around their content, and their images follow the request already.
  const options = { ...wanted, onlyMainContent: false, removeBase64Images: false }
  const understood = await understand(source, options, signal)
  if (understood.state !== 'understood') return understood
  const numPages = 'pages' in content ? content.pages.length : totalPages
  const warning = [...warnings, ...(understood.fields.warning ? [understood.fields.warning] : [])].join(' ')
  return {
    ...understood,
    fields: { ...understood.fields, ...(warning !== '' && { warning }) },
    metadata: {
      ...understood.metadata,
      ...(numPages !== undefined && { numPages }),
      ...(totalPages !== undefined && { totalPages }),
      ...(contentType !== undefined && { contentType }),
    },
    ...(isPricedByPage && numPages !== undefined && { pricedPages: numPages }),
  }
}

function documentHtml(html: string, title: string | undefined): string {
  const head = title === undefined ? '' : `<title>${title.replace(/[&<>]/g, ' ')}</title>`
  return `<!DOCTYPE html><html><head><meta charset="utf-8">${head}</head><body>${html}</body></html>`
}

function pageHtml({ blocks }: Layout['pages'][number]): string {
  return blocks.map(({ html }) => html).join('\n')
}

function layoutOf(pages: Layout['pages'], wanted: Wanted): { layout?: Layout } {
  const parser = parserOf('pdf', wanted)
  if (!parser || !('blocks' in parser)) return {}
  const { pages: byPage, blocks, pageMarkers } = parser
  const isMarked = pageMarkers && wanted.formats.some(({ type }) => type === 'markdown')
  return byPage || blocks || isMarked
    ? { layout: { pages, options: { pages: byPage, blocks, pageMarkers } } }
    : {}
}

/** A request that lists parsers without `image` gets an error for an image. */
function rejectUnrequestedPicture(family: DocumentFamily, { parsers = [] }: Wanted): void {
  if (family !== 'image' || parsers.length === 0) return
  const message = "The file is an image. Add 'image' to 'parsers' to read its text."
  throw new UnreadableDocument('unsupported', message)
}

const RAW_FORMATS = ['markdown', 'html', 'rawHtml', 'rawBase64'] as const

/** Returns a document that is not to be parsed as base64, in every requested text format. */
async function rawDocument(
  { stored, url }: StoredDocument,
  wanted: Wanted,
  signal: AbortSignal,
  understand: UnderstandSource,
  warning?: string,
): Promise<Understood> {
  if (wanted.redactPII) {
    const message =
      "Personal data cannot be removed from a file that is returned unchanged. Add its parser to 'parsers'."
    throw new UnreadableDocument('unsupported', message)
  }
  const base64 = Buffer.from(await readStored(stored)).toString('base64')
  const formats = RAW_FORMATS.filter((name) => wanted.formats.some(({ type }) => type === name))
  const nothing = { bytes: new Uint8Array(), contentType: 'text/html', url, document: {} }
  const understood = await understand(nothing, { ...wanted, formats: [] }, signal)
  return {
    ...understood,
    fields: { ...Object.fromEntries(formats.map((name) => [name, base64])), ...(warning && { warning }) },
  } as Understood
}
