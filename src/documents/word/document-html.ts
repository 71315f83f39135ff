import { escapeText } from '../markup.ts'
import { inlineHtml, inlineText, isEmpty } from './block.ts'
import type { Block, Cell, Inline, Marker, Paragraph, Table } from './block.ts'

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

interface OpenList {
  tag: 'ul' | 'ol'
  level: number
  /** The number of its last item. */
  value: number
}

/** Paragraphs that are items, one after the other, as lists within lists. */
function listHtml(paragraphs: readonly Paragraph[]): string {
  let html = ''
  const open: OpenList[] = []
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

/** Whether a paragraph is something to be ticked: it begins with a box, and has no other. */
function taskOf(content: readonly Inline[]): { isChecked: boolean; rest: Inline[] } | undefined {
  const at = content.findIndex((piece) => piece.type !== 'text' || /\S/.test(piece.text))
  const first = content[at]
  if (first?.type !== 'checkbox') return undefined
  const rest = content.slice(at + 1)
  return rest.some((piece) => piece.type === 'checkbox') || rest.length === 0
    ? undefined
    : { isChecked: first.isChecked, rest }
}

/** What stands before an item where there are no lists, as in a cell. */
function writtenMarker(marker: Marker): string {
  if (marker.type === 'number') return `${marker.value}. `
  if (marker.type === 'none') return ''
  return marker.type === 'label' ? `${escapeText(marker.text)} ` : '- '
}

/** A table as markup. A merged cell says in every place it covers what it says in its first. */
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

/** What a cell holds, in lines: a table in a cell becomes its rows. */
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
export class DocumentRoom {
  private chars = MAX_CHARS
  private isFull = false

  /** Whether there was room for this. What comes after something that did not fit is not shown either. */
  takes(html: string): boolean {
    this.chars -= html.length
    this.isFull ||= this.chars < 0
    return !this.isFull
  }

  warnings(): string[] {
    return this.isFull ? ['The end of the document is left out, because it has too much text.'] : []
  }
}
