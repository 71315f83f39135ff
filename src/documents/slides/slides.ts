import type { ConversionOptions, Converted, ReportProgress } from '../converted.ts'
import { grouped } from '../groups.ts'

/** What all slides together may have of markup; a file can name the same slide any number of times. */
const MAX_CHARS = 32 * 1024 * 1024
const MAX_NUMBERS = 20

/** Reads one slide after the other while there is room. `read` gives the blocks of a slide, or nothing of a hidden one. */
export async function readSlides<Slide>(
  slides: readonly Slide[],
  { maxPages = Infinity }: ConversionOptions,
  report: ReportProgress,
  read: (slide: Slide) => Promise<AsyncIterable<string> | Iterable<string> | undefined>,
): Promise<Omit<Converted, 'metadata'>> {
  const blocks: string[] = []
  const hidden: number[] = []
  let chars = MAX_CHARS
  let lastPage = 0
  for (const [index, slide] of slides.slice(0, maxPages).entries()) {
    const shown = await read(slide)
    if (!shown) hidden.push(index + 1)
    for await (const block of shown ?? []) {
      chars -= block.length
      if (chars < 0) break
      if (block !== '') blocks.push(block)
      lastPage = index + 1
    }
    report({ donePages: index + 1, totalPages: slides.length })
    if (chars < 0) break
  }
  const warnings: string[] = []
  if (hidden.length > 0) {
    const more = hidden.length > MAX_NUMBERS ? ` and ${hidden.length - MAX_NUMBERS} more` : ''
    warnings.push(`Hidden slides are left out: ${hidden.slice(0, MAX_NUMBERS).join(', ')}${more}.`)
  }
  if (chars < 0) warnings.push(`The slides after ${lastPage} are left out: the presentation is too large.`)
  return { content: { html: blocks.join('\n') }, totalPages: slides.length, warnings }
}

export interface SlideParagraph {
  html: string
  level: number
  marker: Marker
}

export type Marker = { type: 'none' } | { type: 'bullet' } | { type: 'number'; start: number }

/** The paragraphs of a title as one line of HTML. */
export function titleOf(paragraphs: readonly SlideParagraph[]): string {
  const lines = paragraphs.map(({ html }) => html.replaceAll('<br>', ' '))
  return lines.filter(Boolean).join(' ')
}

/** Paragraphs with a mark become lists within lists, all others stay what they are. */
export function paragraphsHtml(paragraphs: readonly SlideParagraph[]): string {
  const isItem = ({ marker }: SlideParagraph) => marker.type !== 'none'
  const shown = paragraphs.filter(({ html }) => html.trim() !== '')
  return grouped(shown, ([first], next) => isItem(first) && isItem(next))
    .map((run) => (isItem(run[0]) ? listHtml(run) : `<p>${run[0].html}</p>`))
    .join('\n')
}

function listHtml(items: readonly SlideParagraph[]): string {
  const open: { tag: 'ul' | 'ol'; level: number }[] = []
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

/** A table of a slide, its first row as head. Merged cells are read in each of their places, or in their first. */
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

/** From top to bottom in rows, which are things whose upper edges follow each other within the tolerance. */
export function orderByPlace<T extends Placed>(things: readonly T[], tolerance: number): T[] {
  return rowsByPlace(things, tolerance).flat()
}

export function rowsByPlace<T extends Placed>(things: readonly T[], tolerance: number): T[][] {
  const sorted = things.toSorted((a, b) => a.top - b.top)
  const rows = grouped(sorted, (row, thing) => thing.top - row.at(-1)!.top <= tolerance)
  return rows.map((row) => row.sort((a, b) => a.left - b.left))
}
