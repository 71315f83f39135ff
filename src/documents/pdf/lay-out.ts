import type { ConvertedBlock, ConvertedPage } from '../converted.ts'
import { escapeAttribute, escapeText } from '../markup.ts'
import { draftBlocks } from './draft-blocks.ts'
import type { DraftBlock } from './draft-blocks.ts'
import { documentStyle, markerOf } from './paragraphs.ts'
import type { DocumentStyle } from './paragraphs.ts'
import { joinBlocks, levelHeadings, linkFootnotes } from './join-blocks.ts'
import { buildLines, isCjk, readsFromRight, startsFromRight, withoutStart } from './line.ts'
import type { Line, Span } from './line.ts'
import type { PageFlow } from './page-flow.ts'
import { boxOf, turnedBack } from './page.ts'
import type { Word } from './page.ts'
import { runningLines } from './running-lines.ts'
import type { FoundTable, TableCell } from './tables/build-table.ts'
import { grouped } from '../groups.ts'

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

function pageBlocks(drafts: readonly DraftBlock[], flow: PageFlow, style: DocumentStyle): ConvertedBlock[] {
  const runs = grouped(drafts, ([first], draft) => first.type === 'list' && draft.type === 'list')
  return runs.map((run) => toBlock(run, flow, style))
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

function inlineHtml(lines: readonly Line[], style: DocumentStyle): string {
  return spansHtml(joinedSpans(lines, style))
}

function joinedSpans(lines: readonly Line[], style: DocumentStyle): Span[] {
  const spans: Span[] = []
  let before: Line | undefined
  for (const line of lines) {
    const seam = before ? lineJoinOf(before.text, line.text, style) : ''
    before = line
    line.spans.forEach((span, index) => {
      const last = spans.at(-1)
      const blank = index === 0 && seam === ' ' ? ' ' : ''
      if (index === 0 && last && seam === WITHOUT_HYPHEN) last.text = last.text.slice(0, -1)
      if (last && isSameLook(last, span)) last.text += blank + span.text
      else spans.push({ ...span, text: blank + span.text })
    })
  }
  return spans
}

const WITHOUT_HYPHEN = '-'

function isSameLook(one: Span, other: Span): boolean {
  if (one.note !== undefined || other.note !== undefined) return false
  return one.shift === other.shift && one.link === other.link && one.isMono === other.isMono
}

/** What the end of a line and the start of the next have between them: a blank, nothing, or a hyphen too many. */
function lineJoinOf(
  before: string,
  after: string,
  { vocabulary }: DocumentStyle,
): '' | ' ' | typeof WITHOUT_HYPHEN {
  const ending = before.slice(-40)
  if (!/[-–/]$/.test(ending)) return isCjk(ending.slice(-1)) && isCjk(after[0] ?? '') ? '' : ' '
  const start = /([\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*)-$/u.exec(ending)?.[1]
  const end = /^\p{Ll}[\p{L}\p{M}]*/u.exec(after)?.[0]
  if (start === undefined) return /[\p{L}\p{N}].$/u.test(ending) ? '' : ' '
  if (end === undefined) return ''
  const [whole, parted] = [`${start}${end}`.toLowerCase(), `${start}-${end}`.toLowerCase()]
  const isReal =
    vocabulary.has(parted) || (!vocabulary.has(whole) && (start.includes('-') || REAL_HYPHEN.test(start)))
  return isReal ? '' : WITHOUT_HYPHEN
}

const TWO_QUOTES = /''|``|‘‘|’’/g

/** First parts of compounds that are hardly ever written in one word. */
const REAL_HYPHEN =
  /(?:^|-)(?:self|well|half|quasi|non|ex|all|cross|so|two|three|four|five|one|long|short|high|low|e)$/i

function spansHtml(spans: readonly Span[]): string {
  const parts = grouped(spans, ([first], span) => first.link === span.link).map((run) => {
    const inside = run.map(spanHtml).join('')
    return run[0].link === undefined ? inside : linked(inside, run[0].link)
  })
  return parts.join('').trim()
}

function linked(inside: string, link: string): string {
  const blank = inside.startsWith(' ') ? ' ' : ''
  return `${blank}<a href="${escapeAttribute(link)}">${inside.trim()}</a>`
}

function spanHtml({ text, shift, isMono, note }: Span): string {
  if (note !== undefined)
    return `<sup><a href="#${note}" role="doc-noteref">${escapeText(text.trim())}</a></sup>`
  const html = escapeText(isMono ? text : text.replace(TWO_QUOTES, '"'))
  if (shift === 'none' || text.trim() === '') return html
  const blank = text.startsWith(' ') ? ' ' : ''
  const tag = shift === 'up' ? 'sup' : 'sub'
  return `${blank}<${tag}>${html.trim()}</${tag}>`
}

interface Item {
  left: number
  tag: 'ul' | 'ol'
  value: number
  html: string
}

/** Items that follow each other as lists, inside of each other by how far they are indented. */
export function listHtml(items: readonly (readonly Line[])[], style: DocumentStyle): string {
  const open: { left: number; tag: Item['tag'] }[] = []
  let html = ''
  const close = () => {
    html += `</li></${open.pop()!.tag}>`
  }
  for (const item of items.map((lines) => toItem(lines, style))) {
    while (open.length > 1 && item.left < open.at(-1)!.left - 3) close()
    const level = open.at(-1)
    if (level && item.left < level.left + 6 && item.tag !== level.tag) close()
    const current = open.at(-1)
    if (current && (item.left < current.left + 6 || open.length > 5)) {
      html += `</li><li${valueOf(item)}>${item.html}`
    } else {
      open.push({ left: item.left, tag: item.tag })
      html += `<${item.tag}><li${valueOf(item)}>${item.html}`
    }
  }
  while (open.length > 0) close()
  return html
}

function valueOf({ tag, value }: Item): string {
  return tag === 'ol' ? ` value="${value}"` : ''
}

/** Only numbers with a dot have a form in lists of Markdown; others stay as written, as ticks do. */
function toItem(lines: readonly Line[], style: DocumentStyle): Item {
  const [first, ...rest] = lines as [Line, ...Line[]]
  const marker = markerOf(first.text)!
  const left = startsFromRight(first.text) ? -first.box[2] : first.box[0]
  const isNumbered = marker.kind === 'number' && !marker.written.startsWith('(')
  if ((!isNumbered && marker.kind !== 'bullet') || TICK.test(marker.written))
    return { left, tag: 'ul', value: 0, html: inlineHtml(lines, style) }
  const html = inlineHtml([withoutStart(first, marker.written.length), ...rest], style)
  return { left, tag: isNumbered ? 'ol' : 'ul', value: marker.value, html }
}

const TICK = /^[☐☑☒✓✔✗✘]/

/** A table that was found on a page as markup. What is read from right to left has its first column on the right. */
export function tableHtml({ rows, words }: FoundTable, style: DocumentStyle): string {
  const isRightToLeft = readsFromRight([...words])
  const inside = rows.map(({ isHead, cells }) => {
    const ordered = isRightToLeft ? cells.toReversed() : cells
    return `<tr>${ordered.map((cell) => cellHtml(cell, isHead ? 'th' : 'td', { style, isRightToLeft })).join('')}</tr>`
  })
  return `<table role="table" data-merged="markup">${inside.join('')}</table>`
}

interface CellContext {
  style: DocumentStyle
  isRightToLeft: boolean
}

function cellHtml({ words, colspan, rowspan }: TableCell, tag: 'th' | 'td', context: CellContext): string {
  const spans = (colspan > 1 ? ` colspan="${colspan}"` : '') + (rowspan > 1 ? ` rowspan="${rowspan}"` : '')
  return `<${tag}${spans}>${textOf(words, context)}</${tag}>`
}

function textOf(lines: readonly Word[][], { style, isRightToLeft }: CellContext): string {
  return inlineHtml(
    lines.filter((words) => words.length > 0).flatMap((words) => buildLines(words, [], isRightToLeft)),
    style,
  )
}

const MAX_INDENT = 80

function codeText(lines: readonly Line[]): string {
  const left = Math.min(...lines.map(({ box }) => box[0]))
  return lines
    .map(({ box, text }) => {
      const letter = (box[2] - box[0]) / text.length
      const indent = letter > 0 ? Math.round((box[0] - left) / letter) : 0
      return ' '.repeat(Math.min(Math.max(indent, 0), MAX_INDENT)) + text
    })
    .join('\n')
}
