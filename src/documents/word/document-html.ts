import { escapeText } from '../markup.ts'
import type { Block, Paragraph } from './block.ts'
import { withBoundedLinks } from './bounded-links.ts'
import { DocumentRoom } from './document-room.ts'
import { inlineHtml, inlineText, isEmpty } from './inline.ts'
import { listHtml, taskOf } from './list-html.ts'
import { tableHtml } from './table-html.ts'

/** Blocks as markup. Where the document has a title, its headings stand below that. */
export function documentHtml(blocks: readonly Block[], room = new DocumentRoom()): string {
  const hasTitle = blocks.some((block) => block.kind === 'paragraph' && block.style === 'title')
  return blocksHtml(withBoundedLinks(blocks), { headingShift: hasTitle ? 1 : 0, depth: 0, room })
}

/** Where blocks stand. */
interface Place {
  headingShift: number
  /** How many frames are around them. */
  depth: number
  room: DocumentRoom
}

/** What stands in a table of one cell stands in a frame: it is text. */
function blocksHtml(blocks: readonly Block[], place: Place): string {
  const parts: string[] = []
  const add = (html: string) => place.room.takes(html) && parts.push(html)
  const shown = blocks.filter((block) => block.kind === 'table' || !isEmpty(block.content))
  for (let at = 0; at < shown.length;) {
    const block = shown[at]!
    if (block.kind === 'table') {
      const only =
        block.rows.length === 1 && block.rows[0]!.cells.length === 1 ? block.rows[0]!.cells[0] : undefined
      if (only && place.depth < MAX_FRAMES)
        parts.push(blocksHtml(only.blocks, { ...place, depth: place.depth + 1 }))
      else add(tableHtml(block))
      at++
      continue
    }
    const isSame = KINDS.find((kind) => kind.is(block))
    if (!isSame) {
      add(singleHtml(block, place.headingShift))
      at++
      continue
    }
    const run: Paragraph[] = []
    for (; at < shown.length; at++) {
      const next = shown[at]!
      if (next.kind === 'table' || !isSame.is(next)) break
      run.push(next)
    }
    add(isSame.html(run))
  }
  return parts.filter((part) => part !== '').join('\n')
}

const MAX_FRAMES = 50

/** Paragraphs that make one element together with their neighbours. */
const KINDS: { is(paragraph: Paragraph): boolean; html(run: Paragraph[]): string }[] = [
  {
    is: (paragraph) => paragraph.style === 'code',
    html: (run) =>
      `<pre><code>${escapeText(run.map(({ content }) => inlineText(content)).join('\n'))}</code></pre>`,
  },
  {
    is: ({ item, headingLevel, style, content }) =>
      headingLevel === undefined &&
      style !== 'title' &&
      (item !== undefined || taskOf(content) !== undefined),
    html: listHtml,
  },
  {
    is: ({ style, headingLevel }) => style === 'quote' && headingLevel === undefined,
    html: (run) =>
      `<blockquote>${run.map(({ content }) => `<p>${inlineHtml(content)}</p>`).join('')}</blockquote>`,
  },
]

function singleHtml({ content, style, headingLevel, item }: Paragraph, headingShift: number): string {
  if (style === 'title') return `<h1>${inlineHtml(content, { isHeading: true })}</h1>`
  if (headingLevel === undefined) return `<p>${inlineHtml(content)}</p>`
  const level = Math.min(Math.max(Math.trunc(headingLevel) || 1, 1) + headingShift, 6)
  const number = item && labelOf(item)
  const label = number === undefined ? '' : `${escapeText(number)} `
  return `<h${level}>${label}${inlineHtml(content, { isHeading: true })}</h${level}>`
}

function labelOf({ marker }: NonNullable<Paragraph['item']>): string | undefined {
  if (marker.type === 'label') return marker.text
  return marker.type === 'number' ? marker.label : undefined
}
