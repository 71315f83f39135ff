import type { ChildNode } from 'domhandler'
import type { Document } from '../../contract/document.ts'
import type { Format, FormatName } from '../../contract/formats.ts'
import type { Page } from '../parse/page.ts'
import { attributesOf } from './attributes.ts'
import { renderHtml } from './html.ts'
import { imagesOf } from './images.ts'
import { linksOf } from './links.ts'
import { renderMarkdown } from './markdown/markdown.ts'

/** What a format is derived from; `content` is selected on first use, once for all formats. */
interface View {
  page: Page
  content: () => readonly ChildNode[]
  removeBase64Images: boolean
}

/** One derivation from a page to fields of the document. */
interface FormatRow<Wanted extends Format> {
  /** Credits on top of the page's own. */
  credits: number
  /** Whether it shows the selected content, so that an empty selection must be explained. */
  showsContent: boolean
  derive: (view: View, wanted: Wanted) => Partial<Document>
}

type FormatTable = { readonly [Name in FormatName]?: FormatRow<Extract<Format, { type: Name }>> }

/** Every format that is built. A format is one file and one row; what has no row here is refused as not built. */
const FORMATS: FormatTable = {
  markdown: {
    credits: 0,
    showsContent: true,
    derive: ({ page, content }) => ({
      markdown: page.kind === 'plain' ? page.source.trim() : renderMarkdown(content()),
    }),
  },
  html: { credits: 0, showsContent: true, derive: ({ content }) => ({ html: renderHtml(content()) }) },
  rawHtml: { credits: 0, showsContent: false, derive: ({ page }) => ({ rawHtml: page.source }) },
  links: { credits: 0, showsContent: false, derive: ({ page }) => ({ links: linksOf(page) }) },
  images: {
    credits: 0,
    showsContent: false,
    derive: ({ page, removeBase64Images }) => ({ images: imagesOf(page, removeBase64Images) }),
  },
  // The browser takes the picture; from the page itself there is nothing to derive.
  screenshot: { credits: 0, showsContent: false, derive: () => ({}) },
  attributes: {
    credits: 0,
    showsContent: false,
    derive: ({ page }, wanted) => ({ attributes: attributesOf(page, wanted) }),
  },
}

/** The row of a format, or nothing when it is not built. */
export function formatRow(name: FormatName): FormatRow<Format> | undefined {
  return FORMATS[name] as FormatRow<Format> | undefined
}

export function builtFormats(): string[] {
  return Object.keys(FORMATS)
}
