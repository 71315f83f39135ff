import { contentKind } from './content-kind.ts'
import { decode } from './decode.ts'
import { parseFeed } from './feed.ts'
import { parseHtml } from './html.ts'
import type { Page, Source } from './page.ts'
import { parseText } from './text.ts'

export type Parsed = { state: 'page'; page: Page } | { state: 'unsupported'; name: string }

/** Makes a page of whatever the source is; a kind of file that is not read is named instead. */
export function parse({ bytes, contentType, url, response }: Source): Parsed {
  const noSniff = /nosniff/i.test(response?.headers['x-content-type-options'] ?? '')
  const is = contentKind(contentType, bytes, noSniff)
  if (is.kind === 'file') return { state: 'unsupported', name: is.name }
  const text = decode(bytes, contentType)
  if (is.kind === 'html') return { state: 'page', page: parseHtml(text, url, /xhtml/i.test(contentType)) }
  const feed = is.language === 'xml' ? parseFeed(text, url) : undefined
  return { state: 'page', page: feed ?? parseText(text, url, is.language) }
}
