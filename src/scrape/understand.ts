import type { ChildNode } from 'domhandler'
import type { Document } from '../contract/document.ts'
import type { Format } from '../contract/formats.ts'
import type { DocumentMetadata } from '../contract/metadata.ts'
import type { ParserList } from '../contract/parsers.ts'
import type { ReportProgress } from '../documents/documents.ts'
import { discoveryOf } from './discovery/discovery.ts'
import type { Discovery } from './discovery/discovery.ts'
import { selectContent } from './formats/content.ts'
import type { Selection } from './formats/content.ts'
import { formatRow } from './formats/formats.ts'
import { metadataOf } from './formats/metadata.ts'
import { laidOut } from './formats/layout.ts'
import { hasContent } from './parse/readable-text.ts'
import type { Page, Source } from './parse/page.ts'
import { parse } from './parse/parse.ts'
import { shippedModel } from './select/model.ts'
import type { Model } from './select/model.ts'
import { mainContentOf } from './select/select.ts'
import type { MainContent } from './select/select.ts'
import { signsOf } from './signs/signs.ts'
import type { Signs } from './signs/signs.ts'

/** Changes whenever the same bytes may give other fields than before: what was derived earlier is then derived anew. */
export const ENGINE_VERSION = '6'

/** What is to be derived from a source. */
export interface Wanted extends Selection {
  formats: readonly Format[]
  /** Also where the page leads, for those who go on from it. */
  discovers?: boolean
  /** How documents are read; absent: as by default. */
  parsers?: ParserList
}

export type Understood =
  | {
      state: 'understood'
      fields: Partial<Document>
      metadata: DocumentMetadata
      signs: Signs
      /** When it was wanted. */
      discovery?: Discovery
      /** How many pages are paid for, where that is not one. */
      pricedPages?: number
    }
  /** A kind of file that is not read yet. */
  | { state: 'unsupported'; name: string }

/** The same, wherever it runs: in a thread of its own, within the time of the signal. */
export type Understand = (
  source: Source,
  wanted: Wanted,
  signal: AbortSignal,
  report?: ReportProgress,
) => Promise<Understood>

/**
 * From bytes to the fields of a document. Plain data in and out, nothing else touched: it may run in any thread. Another
 * model than the shipped one is for those who measure models.
 */
export function understand(source: Source, wanted: Wanted, model?: Model): Understood {
  const parsed = parse(source)
  if (parsed.state === 'unsupported') return parsed
  const { page } = parsed

  let found: MainContent | undefined
  const main = () => (found ??= mainContentOf(page, model ?? shippedModel()))
  let selected: readonly ChildNode[] | undefined
  const content = () => (selected ??= selectContent(page, wanted, main))
  const view = { page, content, removeBase64Images: wanted.removeBase64Images }
  const layout = source.document?.layout
  // Where blocks have places, the markdown is put together from theirs.
  const derived = wanted.formats.map((format) =>
    layout && format.type === 'markdown' ? {} : (formatRow(format.type)?.derive(view, format) ?? {}),
  )
  const fields: Partial<Document> = Object.assign({}, ...derived, layout && laidOut(layout, wanted))
  const signs = source.document ? NO_SIGNS : signsOf(page, source.answer, main)
  const warning =
    signs.challenge === undefined ? warningAbout(page, source, wanted, content) : challenged(signs.challenge)
  return {
    state: 'understood',
    fields: warning === undefined ? fields : { ...fields, warning },
    metadata: metadataOf(page),
    signs,
    ...(wanted.discovers && { discovery: discoveryOf(page, source.answer, content()) }),
  }
}

/** A document has nothing of what a site may answer with instead of a page. */
const NO_SIGNS: Signs = { challenge: undefined, shell: false }

/** A challenge has text of its own, which must not pass for the content of the page. */
function challenged(vendor: string): string {
  return `The target answered with a bot challenge (${vendor}) instead of the page.`
}

function warningAbout(
  page: Page,
  source: Source,
  wanted: Wanted,
  content: () => readonly ChildNode[],
): string | undefined {
  const showsContent = wanted.formats.some(({ type }) => formatRow(type)?.showsContent)
  if (page.cutOff !== undefined) return CUT_OFF[page.cutOff]
  if (hasContent(showsContent ? content() : page.root.children)) return undefined
  return whyEmpty(page, source, wanted)
}

const CUT_OFF = {
  'too deep': 'The page nests its elements too deeply; it was not read to its end.',
  'too large': 'The page has too many elements; it was not read to its end.',
}

/** An empty result is never silent: the caller learns whether the page or the request made it so. */
function whyEmpty({ root, source }: Page, { isRendered = false }: Source, wanted: Wanted): string {
  if (source.trim() === '') return 'The answer has no content.'
  if (hasContent(root.children)) return `The page has text, but ${narrowing(wanted)} leaves none of it.`
  if (!/<script\b/i.test(source)) return 'The page has no text.'
  return isRendered
    ? 'The page has no text, also after a browser has run its scripts.'
    : 'The page has no text until its scripts run, which takes a browser.'
}

function narrowing({ includeTags, excludeTags }: Wanted): string {
  if (includeTags.length > 0) return 'includeTags'
  return excludeTags.length > 0 ? 'excludeTags' : 'the selection'
}
