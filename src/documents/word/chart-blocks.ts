import { chartRows } from '../chart/chart.ts'
import type { Chart } from '../chart/chart.ts'
import type { Block, Cell, Paragraph } from './block.ts'

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
