import type { Relationships } from '../../open-xml/relationships.ts'
import { elementAt, elementsOf } from '../../xml.ts'
import type { XmlElement } from '../../xml.ts'
import { slideTableHtml, spanCount } from '../slide-table.ts'
import type { SlideCell } from '../slide-table.ts'
import { readParagraphs } from './text-body.ts'

/** A table of a slide. Cells that another one covers are written in the file, but not in markup. */
export function tableHtml(table: XmlElement, links: Relationships): string {
  const rows = elementsOf(table, 'a:tr').map((row) => elementsOf(row, 'a:tc'))
  const width = rows.reduce((most, cells) => Math.max(most, cells.length), 0)
  const shown = rows.map((cells) =>
    cells.filter((cell) => !isCovered(cell)).map((cell) => cellOf(cell, links)),
  )
  return slideTableHtml(shown, width, 'repeat')
}

function isCovered({ attributes: { hMerge, vMerge } }: XmlElement): boolean {
  return isOn(hMerge) || isOn(vMerge)
}

function isOn(value: string | undefined): boolean {
  return value === '1' || value === 'true'
}

function cellOf(cell: XmlElement, links: Relationships): SlideCell {
  const lines = readParagraphs(elementAt(cell, 'a:txBody'), [], links).map(({ html }) => html)
  const { rowSpan, gridSpan } = cell.attributes
  return { html: lines.filter(Boolean).join('<br>'), columns: spanCount(gridSpan), rows: spanCount(rowSpan) }
}
