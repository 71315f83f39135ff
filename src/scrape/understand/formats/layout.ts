import type { Document } from '../../../contract/document.ts'
import type { ConvertedBlock, ConvertedPage } from '../../../documents/documents.ts'
import { parseHtml } from '../../../content/parse/html.ts'
import type { Layout } from '../../../content/parse/page.ts'
import { selectContent } from './content.ts'
import type { Selection } from './content.ts'
import { renderMarkdownParts } from '../../../content/markdown/markdown.ts'

type LayoutWanted = Selection & { formats: readonly { type: string }[] }

/** The markdown of a document put together from its blocks, so that each block knows its place in it. */
export function layoutFields({ pages, options }: Layout, wanted: LayoutWanted): Partial<Document> {
  const isMarkdownWanted = wanted.formats.some(({ type }) => type === 'markdown')
  const texts = renderMarkdownParts(
    pages.flatMap(({ blocks }) =>
      blocks.map(({ html }) => selectContent(parseHtml(html, undefined, false), wanted)),
    ),
  ).values()
  let markdown = ''
  const written = pages.map((page, index) => {
    const blocks = page.blocks.map((block) => ({ block, text: texts.next().value ?? '' }))
    if (options.pageMarkers && index > 0)
      markdown = joined(markdown, `---\n\n<!-- page ${page.pageNumber} -->`)
    const places = blocks.map(({ text }) => {
      if (text === '') return null
      markdown = joined(markdown, text)
      return [markdown.length - text.length, markdown.length] as const
    })
    return { page, blocks, places }
  })
  return {
    ...(isMarkdownWanted && { markdown }),
    ...(options.pages && {
      pages: written.map(({ page, blocks }) => ({
        pageNumber: page.pageNumber,
        markdown: blocks.reduce((whole, { text }) => joined(whole, text), ''),
      })),
    }),
    ...(options.blocks && {
      blocks: written.map(({ page, blocks, places }) => ({
        pageNumber: page.pageNumber,
        width: page.width,
        height: page.height,
        status: page.status,
        items: blocks.map(({ block, text }, order) => ({
          id: `p${page.pageNumber}-b${order + 1}`,
          type: block.type,
          label: block.type,
          bbox: shareOf(block, page),
          content: text,
          markdownSpan: isMarkdownWanted && places[order] ? [...places[order]] : null,
          readingOrder: order,
          source: block.source,
          confidence: { layout: null, ocr: block.ocrConfidence ?? null },
        })),
      })),
    }),
  } as Partial<Document>
}

function joined(text: string, more: string): string {
  if (text === '' || more === '') return text + more
  return `${text}\n\n${more}`
}

function shareOf({ box }: ConvertedBlock, { width, height }: ConvertedPage) {
  if (!box || width <= 0 || height <= 0) return null
  const share = (length: number, whole: number) =>
    Math.round(Math.min(Math.max(length / whole, 0), 1) * 1e5) / 1e5
  const [left, top, right, bottom] = box
  return [share(left, width), share(top, height), share(right, width), share(bottom, height)]
}
