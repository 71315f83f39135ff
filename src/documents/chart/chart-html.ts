import { escapeText } from '../markup.ts'
import { chartRows } from './chart.ts'
import type { Chart } from './chart.ts'

/** A chart as its title, its kind and the table of its numbers. */
export function chartHtml(chart: Chart): string {
  const lines = [chart.title, chart.kind].filter(Boolean).map((line) => `<p>${escapeText(line)}</p>`)
  const rows = chartRows(chart).map((row, index) => rowHtml(row, index === 0 ? 'th' : 'td'))
  if (rows.length === 0) return lines.join('\n')
  return `${lines.join('\n')}\n<table role="table">\n${rows.join('\n')}\n</table>`
}

function rowHtml(texts: readonly string[], name: 'th' | 'td'): string {
  return `<tr>${texts.map((text) => `<${name}>${escapeText(text)}</${name}>`).join('')}</tr>`
}
