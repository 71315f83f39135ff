import type { Chart } from '../chart/chart.ts'
import { elementAt, elementsOf, parseXml, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import type { Zip } from '../zip.ts'

const MAX_ROWS = 5000
const MAX_COLUMNS = 256

/** The chart that an object inside of an OpenDocument file is; undefined when it is something else. */
export async function readOdfChart(zip: Zip, href: string): Promise<Chart | undefined> {
  const folder = href.replace(/^\.\//, '').replace(/\/$/, '')
  return odfChart(parseXml((await zip.readText(`${folder}/content.xml`)) ?? ''))
}

/** The chart that the content of an object is; undefined when it is something else. */
export function odfChart(content: XmlElement): Chart | undefined {
  const chart = elementAt(content, 'office:body', 'office:chart', 'chart:chart')
  if (!chart) return undefined
  const [head = [], ...rows] = rowsOf(elementAt(chart, 'table:table'))
  return {
    title: textOf(elementAt(chart, 'chart:title')).trim(),
    kind: KINDS.get((chart.attributes['chart:class'] ?? '').replace(/^chart:/, '')) ?? 'Chart',
    categories: rows.map((row) => row[0] ?? ''),
    series: head.slice(1).map((name, index) => ({ name, values: rows.map((row) => row[index + 1] ?? '') })),
  }
}

const KINDS = new Map([
  ['bar', 'Bar chart'],
  ['line', 'Line chart'],
  ['circle', 'Pie chart'],
  ['ring', 'Pie chart'],
  ['scatter', 'Scatter chart'],
  ['bubble', 'Bubble chart'],
  ['area', 'Area chart'],
  ['radar', 'Radar chart'],
  ['stock', 'Stock chart'],
  ['surface', 'Surface chart'],
])

/** The rows of a plain table, those of its head first. */
function rowsOf(table: XmlElement | undefined): string[][] {
  return ['table:table-header-rows', 'table:table-rows']
    .flatMap((group) => elementsOf(elementAt(table, group), 'table:table-row'))
    .slice(0, MAX_ROWS)
    .map((row) =>
      elementsOf(row, 'table:table-cell')
        .slice(0, MAX_COLUMNS)
        .map((cell) => elementsOf(cell, 'text:p').map(textOf).join(' ').trim()),
    )
}
