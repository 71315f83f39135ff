import { claimedFamily, documentFamily, readStored, UnreadableDocument } from '../../documents/documents.ts'
import type {
  ConversionWish,
  ConvertDocument,
  Converted,
  DocumentFamily,
  ReportProgress,
  StoredBytes,
} from '../../documents/documents.ts'
import { Fault } from '../../fault.ts'
import type { Layout, Source } from '../../content/parse/page.ts'
import type { Understand, Understood, Wanted } from './read-page.ts'

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
  understand: Understand
  convert: ConvertDocument
}

/** A document is converted to markup in a process of its own; from there on it is understood as a page is. */
export function createUnderstandDocument({ understand, convert }: Needs): UnderstandDocument {
  return async (document, wanted, signal, report) => {
    const family = documentFamily(document)
    if (family === undefined) return undefined
    if (wanted.formats.some(({ type }) => type === 'rawBase64'))
      return await raw(document, wanted, signal, understand)
    if (!isAsked(family, wanted)) {
      refuseUnaskedPicture(family, wanted)
      const warning =
        "The file was not read, because 'parsers' does not ask for it; it is given back whole, as base64."
      return await raw(document, wanted, signal, understand, warning)
    }
    const converted = await convert(
      { ...document, teamId: wanted.teamId },
      conversionWish(family, wanted),
      signal,
      report,
    )
    return await understandConverted(converted, { wanted, url: document.url, understand, signal })
  }
}

export function isConverted(file: Pick<StoredDocument, 'head' | 'fileName' | 'contentType'>, wanted: Wanted) {
  const family = documentFamily(file)
  return family !== undefined && isAsked(family, wanted)
}

/** PDFs and pictures are read only by who asks for their parser. */
function isAsked(family: DocumentFamily, wanted: Wanted): boolean {
  return (family !== 'pdf' && family !== 'image') || parserOf(family, wanted) !== undefined
}

export function withDocuments(understand: Understand, understandDocument: UnderstandDocument): Understand {
  return async (source, wanted, signal, report) => {
    try {
      const document = documentIn(source)
      if (source.bytes.length === 0 && claimedFamily(document) !== undefined) {
        throw new UnreadableDocument('empty', 'The file at this address is empty: it has no bytes.')
      }
      return (
        (await understandDocument(document, wanted, signal, report)) ??
        (await understand(asPage(source), wanted, signal))
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
    ? claimedFamily(document) !== undefined
    : documentFamily(document) !== undefined
}

/** What says that it is a document but is none, most often is a page that says why: what it says is passed over. */
export function asPage(source: Source): Source {
  return claimedFamily(documentIn(source)) === undefined ? source : { ...source, contentType: '' }
}

const HEAD_BYTES = 8192

function documentIn({ bytes, contentType, url, answer }: Source): StoredDocument {
  const fileName = nameIn(answer?.headers['content-disposition']) ?? lastSegment(url)
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

function conversionWish(family: DocumentFamily, wanted: Wanted): ConversionWish {
  const parser = parserOf('pdf', wanted)
  const { mode = 'auto', maxPages } = parser && 'mode' in parser ? parser : {}
  return {
    keepImages: !wanted.removeBase64Images,
    ocr: family === 'image' ? 'always' : OCR[mode],
    ...(maxPages !== undefined && { maxPages }),
  }
}

interface Occasion {
  wanted: Wanted
  url: string | undefined
  understand: Understand
  signal: AbortSignal
}

async function understandConverted(converted: Converted, { wanted, url, understand, signal }: Occasion) {
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
    ? { layout: { pages, wish: { pages: byPage, blocks, pageMarkers } } }
    : {}
}

/** Who lists parsers but none for pictures expects to hear that pictures are not read. */
function refuseUnaskedPicture(family: DocumentFamily, { parsers = [] }: Wanted): void {
  if (family !== 'image' || parsers.length === 0) return
  const message = "The file is a picture. Its text is read when 'parsers' has 'image'."
  throw new UnreadableDocument('unsupported', message)
}

const RAW_FORMATS = ['markdown', 'html', 'rawHtml', 'rawBase64'] as const

/** A document that nobody wants read is given back whole, in whichever text was asked for. */
async function raw(
  { stored, url }: StoredDocument,
  wanted: Wanted,
  signal: AbortSignal,
  understand: Understand,
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
