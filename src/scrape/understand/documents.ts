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

/** A document is converted to markup in a process of its own; from there on it is understood as a page is. */
export function createUnderstandDocument({ understand, convert }: Needs): UnderstandDocument {
  return async (document, wanted, signal, report) => {
    const family = documentFamily(document)
    if (family === undefined) return undefined
    if (wanted.formats.some(({ type }) => type === 'rawBase64'))
      return await rawDocument(document, wanted, signal, understand)
    if (!isRequested(family, wanted)) {
      rejectUnrequestedPicture(family, wanted)
      const warning =
        "The file was not read, because 'parsers' does not ask for it; it is given back whole, as base64."
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

/** PDFs and pictures are read only by who asks for their parser. */
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
        throw new UnreadableDocument('empty', 'The file at this address is empty: it has no bytes.')
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

/** What says that it is a document but is none, most often is a page that says why: what it says is passed over. */
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

/** The last part of an address, when it is one of a file; scripts that send pages are often named like tables. */
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
  // Documents have no navigation around them, and their pictures came as they were asked for.
  const whole = { ...wanted, onlyMainContent: false, removeBase64Images: false }
  const understood = await understand(source, whole, signal)
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

/** Who lists parsers but none for pictures expects to hear that pictures are not read. */
function rejectUnrequestedPicture(family: DocumentFamily, { parsers = [] }: Wanted): void {
  if (family !== 'image' || parsers.length === 0) return
  const message = "The file is a picture. Its text is read when 'parsers' has 'image'."
  throw new UnreadableDocument('unsupported', message)
}

const RAW_FORMATS = ['markdown', 'html', 'rawHtml', 'rawBase64'] as const

/** A document that nobody wants read is given back whole, in whichever text was asked for. */
async function rawDocument(
  { stored, url }: StoredDocument,
  wanted: Wanted,
  signal: AbortSignal,
  understand: UnderstandSource,
  warning?: string,
): Promise<Understood> {
  if (wanted.redactPII) {
    const message = 'Personal data cannot be taken out of a file that is given back whole.'
    throw new UnreadableDocument('unsupported', message)
  }
  const base64 = Buffer.from(await readStored(stored)).toString('base64')
  const asked = RAW_FORMATS.filter((name) => wanted.formats.some(({ type }) => type === name))
  const nothing = { bytes: new Uint8Array(), contentType: 'text/html', url, document: {} }
  const understood = await understand(nothing, { ...wanted, formats: [] }, signal)
  return {
    ...understood,
    fields: { ...Object.fromEntries(asked.map((name) => [name, base64])), ...(warning && { warning }) },
  } as Understood
}
