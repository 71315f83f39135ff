import type { Converted, DocumentMetadata } from '../converted.ts'

/** What all slides together may have of markup; a file can name the same slide any number of times. */
const MAX_CHARS = 32 * 1024 * 1024
const MAX_NUMBERS = 20

/** The slides of a presentation as they are read. */
export class SlideDeck {
  private readonly totalPages: number
  private readonly blocks: string[] = []
  private readonly hidden: number[] = []
  private chars = MAX_CHARS
  private lastPage = 0
  isFull = false

  constructor(totalPages: number) {
    this.totalPages = totalPages
  }

  /** Takes in what a slide shows and what belongs to it. */
  add(page: number, ...blocks: string[]): void {
    for (const block of blocks) {
      this.chars -= block.length
      this.isFull ||= this.chars < 0
      if (!this.isFull && block !== '') this.blocks.push(block)
    }
    if (!this.isFull) this.lastPage = page
  }

  /** Leaves a slide out that nobody who watches the presentation sees. */
  hide(page: number): void {
    this.hidden.push(page)
  }

  finish(metadata: DocumentMetadata): Converted {
    const html = this.blocks.join('\n')
    return { content: { html }, metadata, totalPages: this.totalPages, warnings: this.warnings() }
  }

  private warnings(): string[] {
    const warnings: string[] = []
    if (this.hidden.length > 0) {
      const more = this.hidden.length > MAX_NUMBERS ? ` and ${this.hidden.length - MAX_NUMBERS} more` : ''
      warnings.push(`Hidden slides are left out: ${this.hidden.slice(0, MAX_NUMBERS).join(', ')}${more}.`)
    }
    if (this.isFull)
      warnings.push(`The slides after ${this.lastPage} are left out: the presentation is too large.`)
    return warnings
  }
}

/** A paragraph of a slide, with the mark that stands before it. */
export interface SlideParagraph {
  /** Its markup, without a tag around it. */
  html: string
  level: number
  marker: Marker
}

export type Marker = { type: 'none' } | { type: 'bullet' } | { type: 'number'; start: number }

/** Paragraphs with a mark become lists within lists, all others stay what they are. */
export function paragraphsHtml(paragraphs: readonly SlideParagraph[]): string {
  const shown = paragraphs.filter(({ html }) => html.trim() !== '')
  const blocks: string[] = []
  let items: SlideParagraph[] = []
  for (const paragraph of shown) {
    if (paragraph.marker.type !== 'none') {
      items.push(paragraph)
      continue
    }
    if (items.length > 0) blocks.push(listHtml(items))
    items = []
    blocks.push(`<p>${paragraph.html}</p>`)
  }
  if (items.length > 0) blocks.push(listHtml(items))
  return blocks.join('\n')
}

interface OpenList {
  tag: 'ul' | 'ol'
  level: number
}

function listHtml(items: readonly SlideParagraph[]): string {
  const open: OpenList[] = []
  let html = ''
  const close = () => void (html += `</li></${open.pop()!.tag}>`)
  for (const { html: text, level, marker } of items) {
    const tag = marker.type === 'number' ? 'ol' : 'ul'
    while (open.length > 0 && open.at(-1)!.level > level) close()
    const current = open.at(-1)
    if (current?.level === level && current.tag === tag) html += '</li>'
    else {
      if (current?.level === level) close()
      const start = marker.type === 'number' && marker.start !== 1 ? ` start="${marker.start}"` : ''
      html += `<${tag}${start}>`
      open.push({ tag, level })
    }
    html += `<li>${text}`
  }
  while (open.length > 0) close()
  return html
}

/** A cell of a table on a slide, where it begins; the places that it covers besides are not listed. */
export interface SlideCell {
  html: string
  columns: number
  rows: number
}

const MAX_PLACES = 100_000
/** A merged cell is read in every place that it covers, unless that would be most of the document. */
const MAX_REPEATED_CHARS = 1_000_000

/**
 * A table of a slide; its first row is its head. No cell reaches beyond the table, whatever it says. Merged cells are
 * read in each of their places, or only in their first.
 */
export function slideTableHtml(
  rows: readonly SlideCell[][],
  width: number,
  merged: 'repeat' | 'once',
): string {
  let places = 0
  let repeated = 0
  const lines: string[] = []
  for (const [index, cells] of rows.entries()) {
    places += width
    if (places > MAX_PLACES) break
    const name = index === 0 ? 'th' : 'td'
    const written = cells.slice(0, width).map(({ html, columns, rows: height }) => {
      const span = { rows: Math.min(height, rows.length - index), columns: Math.min(columns, width) }
      if (span.rows * span.columns > 1) repeated += html.length * span.rows * span.columns
      return `<${name}${spanText('rowspan', span.rows)}${spanText('colspan', span.columns)}>${html}</${name}>`
    })
    lines.push(`<tr>${written.join('')}</tr>`)
  }
  if (lines.length === 0) return ''
  const isRepeated = merged === 'repeat' && repeated <= MAX_REPEATED_CHARS
  return `<table role="table"${isRepeated ? ' data-merged="repeat"' : ''}>\n${lines.join('\n')}\n</table>`
}

function spanText(name: string, count: number): string {
  return count > 1 ? ` ${name}="${count}"` : ''
}

/** The notes of a speaker, set apart from what the slide shows. Lines are markup. */
export function markedNotes(lines: readonly string[]): string {
  const shown = lines.filter((line) => line.trim() !== '')
  if (shown.length === 0) return ''
  return `<blockquote><p>Notes: ${shown.join('</p><p>')}</p></blockquote>`
}

/** Something with an upper left corner, in any unit. */
export interface Placed {
  top: number
  left: number
}

/**
 * Things as a reader goes through them: from top to bottom, and in a row from left to right. A row is what follows each
 * other with upper edges that differ by no more than the tolerance.
 */
export function orderByPlace<T extends Placed>(things: readonly T[], tolerance: number): T[] {
  return rowsByPlace(things, tolerance).flat()
}

/** The same, row by row. */
export function rowsByPlace<T extends Placed>(things: readonly T[], tolerance: number): T[][] {
  const rows: T[][] = []
  let lastTop = -Infinity
  for (const thing of things.toSorted((a, b) => a.top - b.top)) {
    if (thing.top - lastTop <= tolerance) rows.at(-1)!.push(thing)
    else rows.push([thing])
    lastTop = thing.top
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left)
  return rows
}
