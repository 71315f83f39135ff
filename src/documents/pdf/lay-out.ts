import type { ConvertedBlock, ConvertedPage } from '../converted.ts'
import { escapeText } from '../markup.ts'
import { boxOf } from './box-of.ts'
import { codeText } from './code-text.ts'
import { documentStyle } from './document-style.ts'
import type { DocumentStyle } from './document-style.ts'
import type { DraftBlock } from './draft-block.ts'
import { draftBlocks } from './draft-blocks.ts'
import { levelHeadings } from './heading-levels.ts'
import { inlineHtml } from './inline-html.ts'
import { joinBlocks } from './join-blocks.ts'
import type { Line } from './line.ts'
import { linkFootnotes } from './link-footnotes.ts'
import { listHtml } from './list-html.ts'
import type { PageFlow } from './page-flow.ts'
import { runningLines } from './running-lines.ts'
import { tableHtml } from './table-html.ts'
import { turnedBack } from './turn.ts'

/** Lays out the pages of a document whose words are in order: finds its headings, paragraphs, lists, tables and notes. */
export function layOut(flows: readonly PageFlow[]): ConvertedPage[] {
  const lines = flows.flatMap(({ columns }) =>
    columns.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'line' ? item.line : []))),
  )
  const running = runningLines(flows)
  const style = documentStyle(lines.filter((line) => !running.has(line)))
  const drafts = flows.flatMap((flow) => draftBlocks(flow, style, running))
  const blocks = joinBlocks(levelHeadings(linkFootnotes(drafts)), style)
  const byPage = Map.groupBy(blocks, ({ page }) => page)
  return flows.map((flow) => ({
    pageNumber: flow.number,
    width: flow.width,
    height: flow.height,
    status: 'ok',
    blocks: pageBlocks(byPage.get(flow.number) ?? [], flow, style),
  }))
}

/** Items that follow each other make one list. */
function pageBlocks(drafts: readonly DraftBlock[], flow: PageFlow, style: DocumentStyle): ConvertedBlock[] {
  const blocks: ConvertedBlock[] = []
  for (let index = 0; index < drafts.length;) {
    const draft = drafts[index]!
    let end = index + 1
    while (draft.type === 'list' && drafts[end]?.type === 'list') end++
    blocks.push(toBlock(drafts.slice(index, end), flow, style))
    index = end
  }
  return blocks
}

function toBlock(drafts: readonly DraftBlock[], flow: PageFlow, style: DocumentStyle): ConvertedBlock {
  const [draft] = drafts as [DraftBlock]
  const items = drafts.flatMap((item) => ('lines' in item ? [item.lines] : []))
  const lines = items.flat()
  const block = {
    type: draft.type,
    box: turnedBack(boxOf(drafts), draft.turn, flow),
    html: htmlOf(draft, items, style),
  }
  const confidence = confidenceOf(lines)
  return confidence === undefined
    ? { ...block, source: 'text' }
    : { ...block, source: 'ocr', ocrConfidence: confidence }
}

function htmlOf(draft: DraftBlock, items: readonly Line[][], style: DocumentStyle): string {
  switch (draft.type) {
    case 'table':
      return tableHtml(draft.table, style)
    case 'picture':
      return `<img src="${draft.url}" alt="">`
    case 'title':
    case 'section_header':
      return `<h${draft.level}>${inlineHtml(draft.lines, style)}</h${draft.level}>`
    case 'list':
      return listHtml(items, style)
    case 'code':
      return `<pre><code>${escapeText(codeText(draft.lines))}</code></pre>`
    case 'footnote':
      return `<p${draft.id === undefined ? '' : ` id="${draft.id}"`}>${inlineHtml(draft.lines, style)}</p>`
    default:
      return `<p>${inlineHtml(draft.lines, style)}</p>`
  }
}

function confidenceOf(lines: readonly Line[]): number | undefined {
  const read = lines.filter(({ confidence }) => confidence !== undefined)
  if (read.length === 0) return undefined
  const letters = read.reduce((sum, { text }) => sum + text.length, 0)
  return read.reduce((sum, { text, confidence }) => sum + confidence! * text.length, 0) / letters
}
