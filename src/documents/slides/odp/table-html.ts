import { elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { slideTableHtml, spanCount } from '../slide-table.ts'
import type { SlideCell } from '../slide-table.ts'
import type { ListStyles } from './list-styles.ts'
import { readTextBox } from './text-box.ts'

/** A table of a slide. Empty rows at its end are only there to be filled. */
export function tableHtml(table: XmlElement, styles: ListStyles): string {
  const rows = rowsOf(table)
  const width = rows.reduce((most, row) => Math.max(most, elementsOf(row).length), 0)
  const cells = rows.map((row) => elementsOf(row, 'table:table-cell').map((cell) => cellOf(cell, styles)))
  const last = cells.findLastIndex((row) => row.some(({ html }) => html !== ''))
  return slideTableHtml(cells.slice(0, last + 1), width, 'once')
}

/** Rows may stand in groups. */
function rowsOf(table: XmlElement): XmlElement[] {
  return elementsOf(table)
    .flatMap((child) => (/^table:table-(header-)?rows$/.test(child.name) ? elementsOf(child) : [child]))
    .filter(({ name }) => name === 'table:table-row')
}

function cellOf(cell: XmlElement, styles: ListStyles): SlideCell {
  const lines = readTextBox(cell, styles)
    .filter(({ html }) => html !== '')
    .map(({ html, marker }) => (marker.type === 'bullet' ? `- ${html}` : html))
  return {
    html: lines.join('<br>'),
    columns: spanCount(cell.attributes['table:number-columns-spanned']),
    rows: spanCount(cell.attributes['table:number-rows-spanned']),
  }
}
