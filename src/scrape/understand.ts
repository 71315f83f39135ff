import type { ChildNode } from 'domhandler'
import type { Document } from '../contract/document.ts'
import type { Format } from '../contract/formats.ts'
import type { DocumentMetadata } from '../contract/metadata.ts'
import { selectContent } from './formats/content.ts'
import type { Selection } from './formats/content.ts'
import { formatRow } from './formats/formats.ts'
import { metadataOf } from './formats/metadata.ts'
import { hasContent } from './formats/readable-text.ts'
import type { Page, Source } from './parse/page.ts'
import { parse } from './parse/parse.ts'

/** What is to be derived from a source. */
export interface Wanted extends Selection {
  formats: readonly Format[]
}

export type Understood =
  | { state: 'understood'; fields: Partial<Document>; metadata: DocumentMetadata }
  /** A kind of file that is not read yet. */
  | { state: 'unsupported'; name: string }

/** From bytes to the fields of a document. Plain data in and out, nothing else touched: it may run in any thread. */
export function understand(source: Source, wanted: Wanted): Understood {
  const parsed = parse(source)
  if (parsed.state === 'unsupported') return parsed
  const { page } = parsed

  let selected: readonly ChildNode[] | undefined
  const content = () => (selected ??= selectContent(page, wanted))
  const view = { page, content, removeBase64Images: wanted.removeBase64Images }
  const derived = wanted.formats.map((format) => formatRow(format.type)?.derive(view, format) ?? {})

  const fields: Partial<Document> = Object.assign({}, ...derived)
  const warning = warningAbout(page, wanted, content)
  return {
    state: 'understood',
    fields: warning === undefined ? fields : { ...fields, warning },
    metadata: metadataOf(page),
  }
}

function warningAbout(page: Page, wanted: Wanted, content: () => readonly ChildNode[]): string | undefined {
  const showsContent = wanted.formats.some(({ type }) => formatRow(type)?.showsContent)
  if (page.isCutOff) return 'The page nests its elements too deeply; it was not read to its end.'
  return hasContent(showsContent ? content() : page.root.children) ? undefined : whyEmpty(page, wanted)
}

/** An empty result is never silent: the caller learns whether the page or the request made it so. */
function whyEmpty({ root, source }: Page, { includeTags, excludeTags }: Wanted): string {
  if (source.trim() === '') return 'The answer has no content.'
  if (hasContent(root.children)) {
    const option =
      includeTags.length > 0 ? 'includeTags' : excludeTags.length > 0 ? 'excludeTags' : 'the selection'
    return `The page has text, but ${option} leaves none of it.`
  }
  if (/<script\b/i.test(source)) {
    return 'The page has no text until its scripts run, which takes a browser; this service does not use one yet.'
  }
  return 'The page has no text.'
}
