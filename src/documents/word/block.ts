import { chartRows } from '../chart.ts'
import type { Chart } from '../chart.ts'
import { escapeAttribute, escapeText, isFollowable } from '../markup.ts'
import { descriptionOf, pictureHtml } from '../pictures.ts'
import type { Picture, Pictures } from '../pictures.ts'

/** A part of a text document, whatever format it came in, before it becomes markup. */
export type Block = Paragraph | Table

export interface Paragraph {
  kind: 'paragraph'
  content: Inline[]
  style: ParagraphStyle
  /** Whether all its letters are equally wide. */
  isMonospaced?: boolean | undefined
  /** 1 is the highest. */
  headingLevel?: number | undefined
  /** Its place in a list; of a heading, its number. */
  item?: ListItem | undefined
}

export type ParagraphStyle = 'text' | 'title' | 'quote' | 'code'

export interface ListItem {
  /** 0 is the outermost. */
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

/** What the line of a paragraph is made of. */
export type Inline =
  | { type: 'text'; text: string; marks: Marks }
  | { type: 'break' }
  | { type: 'checkbox'; isChecked: boolean }
  /** A picture, a formula or the sign of a note, with what stands for it where there is only text. */
  | { type: 'markup'; html: string; text: string }

/** How a piece of text is set apart from the rest. */
export interface Marks {
  bold?: boolean
  italic?: boolean
  strike?: boolean
  script?: 'sub' | 'sup'
  code?: boolean
  href?: string
}

/** The pieces of a line as markup. Neighbours that look alike share their tags. */
export function inlineHtml(content: readonly Inline[], options: { isHeading?: boolean } = {}): string {
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

/** The same as mere text. */
export function inlineText(content: readonly Inline[]): string {
  return content
    .map((piece) => {
      if (piece.type === 'break') return '\n'
      return piece.type === 'checkbox' ? (piece.isChecked ? '☒' : '☐') : piece.text
    })
    .join('')
}

/** Whether a reader sees nothing of it. */
export function isEmpty(content: readonly Inline[]): boolean {
  return content.every(
    (piece) => piece.type === 'break' || (piece.type === 'text' && !/[^\s\u200b\ufeff]/.test(piece.text)),
  )
}

/** Headings are bold anyway. */
function tagsOf({ href, bold, italic, strike, script, code }: Marks, isHeading: boolean): string[] {
  const tags: string[] = []
  if (href !== undefined && isFollowable(href)) tags.push(`a href="${escapeAttribute(href)}"`)
  if (bold && !isHeading) tags.push('strong')
  if (italic) tags.push('em')
  if (strike) tags.push('s')
  if (script) tags.push(script)
  if (code) tags.push('code')
  return tags
}

/** A picture of the document as part of a line. */
export function shownPicture(pictures: Pictures, picture: Picture): Inline {
  return { type: 'markup', html: pictures.show(picture), text: descriptionOf(picture.alt) }
}

/** A picture that stands at an address. */
export function pictureAt(address: string, alt: string): Inline {
  return { type: 'markup', html: pictureHtml(address, alt), text: descriptionOf(alt) }
}

/** A chart as its title and the table of its numbers. */
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
