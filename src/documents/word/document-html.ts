import {
  chartRows,
  descriptionOf,
  escapeAttribute,
  escapeText,
  isFollowableUrl,
  pictureHtml,
} from '../markup.ts'
import type { Chart, Picture, Pictures } from '../markup.ts'
import { grouped } from '../groups.ts'

/** Blocks as markup. Where the document has a title, its headings stand below that. */
export function documentHtml(blocks: readonly Block[], budget = new MarkupBudget()): string {
  const hasTitle = blocks.some((block) => block.kind === 'paragraph' && block.style === 'title')
  return blocksHtml(withBoundedLinks(blocks), { headingShift: hasTitle ? 1 : 0, depth: 0, budget })
}

/** What stands in a table of one cell stands in a frame: it is text. */
function blocksHtml(
  blocks: readonly Block[],
  place: { headingShift: number; depth: number; budget: MarkupBudget },
): string {
  const parts: string[] = []
  const add = (html: string) => place.budget.accepts(html) && parts.push(html)
  const shown = blocks.filter((block) => block.kind === 'table' || !isEmpty(block.content))
  const kindOf = (block: Block) => (block.kind === 'table' ? undefined : KINDS.find((kind) => kind.is(block)))
  let kind: Kind | undefined
  const runs = grouped(shown, (run, next) => {
    if (run.length === 1) kind = kindOf(run[0])
    return kind !== undefined && next.kind === 'paragraph' && kind.is(next)
  })
  for (const run of runs) {
    const [block] = run
    if (block.kind === 'paragraph') {
      add(kindOf(block)?.html(run as Paragraph[]) ?? singleHtml(block, place.headingShift))
      continue
    }
    const only = block.rows.length === 1 && block.rows[0]!.cells.length === 1 && block.rows[0]!.cells[0]
    if (only && place.depth < MAX_FRAMES)
      parts.push(blocksHtml(only.blocks, { ...place, depth: place.depth + 1 }))
    else add(tableHtml(block))
  }
  return parts.filter((part) => part !== '').join('\n')
}

const MAX_FRAMES = 50

interface Kind {
  is(paragraph: Paragraph): boolean
  html(run: Paragraph[]): string
}

const KINDS: Kind[] = [
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

function listHtml(paragraphs: readonly Paragraph[]): string {
  let html = ''
  const open: { tag: 'ul' | 'ol'; level: number; value: number }[] = []
  const close = () => void (html += `</li></${open.pop()!.tag}>`)
  for (const { item, content } of paragraphs) {
    const { level, marker } = item ?? TASK
    while (open.length > 0 && open.at(-1)!.level > level) close()
    const current = open.at(-1)
    if (marker.type === 'none' && current) {
      html += `<p>${inlineHtml(content)}</p>`
      continue
    }
    const task = taskOf(content)
    const tag = marker.type === 'number' && !task ? 'ol' : 'ul'
    const value = marker.type === 'number' ? marker.value : 0
    if (current?.level === level && current.tag === tag && (tag === 'ul' || value === current.value + 1)) {
      html += '</li>'
      current.value = value
    } else {
      if (current?.level === level) close()
      open.push({ tag, level, value })
      html += tag === 'ol' && value !== 1 ? `<ol start="${value}">` : `<${tag}>`
    }
    const label = marker.type === 'label' ? `${escapeText(marker.text)} ` : ''
    const box = task && `<input type="checkbox"${task.isChecked ? ' checked' : ''}> `
    html += `<li>${box ?? label}${inlineHtml(task?.rest ?? content)}`
  }
  while (open.length > 0) close()
  return html
}

const TASK = { level: 0, marker: { type: 'bullet' } } as const

function taskOf(content: readonly Inline[]): { isChecked: boolean; rest: Inline[] } | undefined {
  const at = content.findIndex((piece) => piece.type !== 'text' || /\S/.test(piece.text))
  const first = content[at]
  if (first?.type !== 'checkbox') return undefined
  const rest = content.slice(at + 1)
  return rest.some((piece) => piece.type === 'checkbox') || rest.length === 0
    ? undefined
    : { isChecked: first.isChecked, rest }
}

function writtenMarker(marker: Marker): string {
  if (marker.type === 'number') return `${marker.value}. `
  if (marker.type === 'none') return ''
  return marker.type === 'label' ? `${escapeText(marker.text)} ` : '- '
}

function tableHtml({ rows }: Table): string {
  if (rows.length === 0) return ''
  const lines = rows.map(({ cells, isHeader }) => {
    const tag = isHeader ? 'th' : 'td'
    return `<tr>${cells.map((cell) => `<${tag}${spans(cell)}>${flatHtml(cell.blocks)}</${tag}>`).join('')}</tr>`
  })
  return `<table role="table" data-merged="repeat">\n${lines.join('\n')}\n</table>`
}

function spans({ colSpan, rowSpan }: Cell): string {
  const columns = colSpan > 1 ? ` colspan="${colSpan}"` : ''
  return rowSpan > 1 ? `${columns} rowspan="${rowSpan}"` : columns
}

function flatHtml(blocks: readonly Block[], depth = 0): string {
  if (depth > MAX_NESTING) return ''
  const lines: string[] = []
  for (const block of blocks) {
    if (block.kind === 'table') {
      for (const { cells } of block.rows) {
        lines.push(cells.map((cell) => flatHtml(cell.blocks, depth + 1)).join(' '))
      }
    } else if (!isEmpty(block.content)) {
      const task = taskOf(block.content)
      if (task) lines.push(`- [${task.isChecked ? 'x' : ' '}] ${inlineHtml(task.rest)}`)
      else lines.push((block.item ? writtenMarker(block.item.marker) : '') + inlineHtml(block.content))
    }
  }
  return lines.filter((line) => line.trim() !== '').join('<br>')
}

const MAX_NESTING = 50

/** What the addresses of all links may take; a file can name one address, and use it for any number of words. */
const MAX_LINK_CHARS = 16 * 1024 * 1024

/** Blocks whose links do not take more than they may: those that come later are only text. */
export function withBoundedLinks(blocks: readonly Block[]): readonly Block[] {
  if (charsIn(blocks) <= MAX_LINK_CHARS) return blocks
  let left = MAX_LINK_CHARS
  const bounded = (piece: Inline): Inline => {
    if (piece.type !== 'text' || piece.marks.href === undefined) return piece
    left -= piece.marks.href.length
    if (left >= 0) return piece
    const { href: _, ...marks } = piece.marks
    return { ...piece, marks }
  }
  return mapLines(blocks, (content) => content.map(bounded))
}

function charsIn(blocks: readonly Block[]): number {
  let chars = 0
  for (const block of blocks) {
    if (block.kind === 'paragraph') {
      for (const piece of block.content) if (piece.type === 'text') chars += piece.marks.href?.length ?? 0
    } else for (const { cells } of block.rows) for (const cell of cells) chars += charsIn(cell.blocks)
  }
  return chars
}

function mapLines(blocks: readonly Block[], change: (content: Inline[]) => Inline[]): Block[] {
  return blocks.map((block) => {
    if (block.kind === 'paragraph') return { ...block, content: change(block.content) }
    const rows = block.rows.map((row) => ({
      ...row,
      cells: row.cells.map((cell) => ({ ...cell, blocks: mapLines(cell.blocks, change) })),
    }))
    return { ...block, rows }
  })
}

/** What the markup of one document may take; archives are small, and what is in them is not. */
const MAX_CHARS = 64 * 1024 * 1024

/** What is left for the markup of a document, of all that it shows. */
export class MarkupBudget {
  private chars = MAX_CHARS
  private isExceeded = false

  /** Whether there was room for this. What comes after something that did not fit is not shown either. */
  accepts(html: string): boolean {
    this.chars -= html.length
    this.isExceeded ||= this.chars < 0
    return !this.isExceeded
  }

  warnings(): string[] {
    return this.isExceeded ? ['The end of the document is left out, because it has too much text.'] : []
  }
}

/** A part of a text document, whatever format it came in, before it becomes markup. */
export type Block = Paragraph | Table

export interface Paragraph {
  kind: 'paragraph'
  content: Inline[]
  style: ParagraphStyle
  isMonospaced?: boolean | undefined
  headingLevel?: number | undefined
  item?: ListItem | undefined
}

export type ParagraphStyle = 'text' | 'title' | 'quote' | 'code'

export interface ListItem {
  level: number
  marker: Marker
}

/** What stands before an item. Numbers that Markdown cannot count, such as 1.1 or (a), are labels. */
export type Marker =
  | { type: 'bullet' }
  | { type: 'number'; value: number; label: string }
  | { type: 'label'; text: string }
  /** Another paragraph of the item before. */
  | { type: 'none' }

export interface Table {
  kind: 'table'
  rows: Row[]
}

export interface Row {
  isHeader: boolean
  cells: Cell[]
}

export interface Cell {
  blocks: Block[]
  colSpan: number
  rowSpan: number
}

export type Inline =
  | { type: 'text'; text: string; marks: Marks }
  | { type: 'break' }
  | { type: 'checkbox'; isChecked: boolean }
  /** A picture, a formula or the sign of a note, with what stands for it where there is only text. */
  | { type: 'markup'; html: string; text: string }

export interface Marks {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  script?: 'sub' | 'sup'
  code?: boolean
  href?: string
}

function inlineHtml(content: readonly Inline[], options: { isHeading?: boolean } = {}): string {
  let html = ''
  let open: string[] = []
  let gap = ''
  const become = (tags: string[]) => {
    let kept = 0
    while (kept < open.length && open[kept] === tags[kept]) kept++
    for (const tag of open.slice(kept).toReversed()) html += `</${tag.split(' ', 1)[0]!}>`
    html += gap
    gap = ''
    for (const tag of tags.slice(kept)) html += `<${tag}>`
    open = tags
  }
  for (const piece of content) {
    if (piece.type === 'text') {
      const text = piece.text.trimStart()
      // A gap between words of the same kind is within their tags, any other outside.
      gap += piece.text.slice(0, piece.text.length - text.length)
      if (text === '') continue
      become(tagsOf(piece.marks, options.isHeading === true))
      const end = text.trimEnd()
      html += escapeText(end)
      gap = text.slice(end.length)
    } else if (piece.type === 'break') gap += '<br>'
    else {
      become([])
      html += piece.type === 'markup' ? piece.html : piece.isChecked ? '☒' : '☐'
    }
  }
  become([])
  return html.trim()
}

export function inlineText(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (piece.type === 'break') return '\n'
      return piece.type === 'checkbox' ? (piece.isChecked ? '☒' : '☐') : piece.text
    })
    .join('')
}

export function isEmpty(content: readonly Inline[]): boolean {
  return content.every(
    (piece) => piece.type === 'break' || (piece.type === 'text' && !/[^\s\u200b\ufeff]/.test(piece.text)),
  )
}

/** Headings are bold anyway. */
function tagsOf({ href, bold, italic, strike, script, code }: Marks, isHeading: boolean): string[] {
  const tags: string[] = []
  if (href !== undefined && isFollowableUrl(href)) tags.push(`a href="${escapeAttribute(href)}"`)
  if (bold && !isHeading) tags.push('strong')
  if (italic) tags.push('em')
  if (strike) tags.push('s')
  if (script) tags.push(script)
  if (code) tags.push('code')
  return tags
}

export function shownPicture(pictures: Pictures, picture: Picture): Inline {
  return { type: 'markup', html: pictures.show(picture), text: descriptionOf(picture.alt) }
}

export function pictureAt(address: string, alt: string): Inline {
  return { type: 'markup', html: pictureHtml(address, alt), text: descriptionOf(alt) }
}

export function chartBlocks(chart: Chart): Block[] {
  const caption = paragraphOf(chart.title === '' ? chart.kind : chart.title)
  const rows = chartRows(chart).map((texts, index) => ({ isHeader: index === 0, cells: texts.map(cellOf) }))
  return rows.length === 0 ? [caption] : [caption, { kind: 'table', rows }]
}

function cellOf(text: string): Cell {
  return { blocks: [paragraphOf(text)], colSpan: 1, rowSpan: 1 }
}

function paragraphOf(text: string): Paragraph {
  return { kind: 'paragraph', style: 'text', content: [{ type: 'text', text, marks: {} }] }
}
