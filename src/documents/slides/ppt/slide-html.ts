import { markedNotes } from '../marked-notes.ts'
import { paragraphsHtml } from '../paragraphs-html.ts'
import { slideTableHtml } from '../slide-table.ts'
import type { SlideItem } from './slide-shapes.ts'
import { isTitle, NOTES_TEXT, paragraphsOf } from './texts.ts'
import type { PptText } from './texts.ts'

/** A slide: its title first, then the rest in the order of reading. */
export function slideHtml(items: readonly SlideItem[]): string {
  const titles = items.flatMap((item) => (item.kind === 'text' && isTitle(item.text) ? [item.text] : []))
  const title = titles.map((text) => linesOf(text).join(' ').replaceAll('<br>', ' ')).join(' ')
  const blocks = items.map((item) => {
    if (item.kind === 'table') return tableHtml(item.rows)
    return isTitle(item.text) ? '' : paragraphsHtml(paragraphsOf(item.text))
  })
  return [title && `<h1>${title}</h1>`, ...blocks].filter(Boolean).join('\n')
}

function linesOf(text: PptText): string[] {
  return paragraphsOf(text)
    .map(({ html }) => html)
    .filter(Boolean)
}

function tableHtml(rows: readonly PptText[][]): string {
  const cells = rows.map((row) =>
    row.map((text) => ({ html: linesOf(text).join('<br>'), columns: 1, rows: 1 })),
  )
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  return cells.flat().some(({ html }) => html !== '') ? slideTableHtml(cells, width, 'once') : ''
}

/** The page of notes also shows the slide and furniture; only what was typed into its text counts. */
export function notesHtml(items: readonly SlideItem[]): string {
  const typed = items.flatMap((item) =>
    item.kind === 'text' && item.text.type === NOTES_TEXT ? [item.text] : [],
  )
  return markedNotes(typed.flatMap(linesOf))
}
