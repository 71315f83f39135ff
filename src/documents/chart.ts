import { escapeText } from './markup.ts'

/** The numbers behind a chart, as a table with a column for each series. */
export interface Chart {
  title: string
  /** What it looks like, in words. */
  kind: string
  categories: string[]
  series: { name: string; values: string[] }[]
}

/** What a chart looks like, in words, by the name that its format has for that. */
export function chartKind(name: string): string {
  const kind = SAME_KIND.get(name) ?? name
  return KINDS.has(kind) ? `${kind[0]!.toUpperCase()}${kind.slice(1)} chart` : 'Chart'
}

const KINDS = new Set('bar line pie scatter bubble area radar stock surface'.split(' '))
const SAME_KIND = new Map(['circle', 'ring', 'doughnut'].map((round) => [round, 'pie']))

/** How many empty places there may be for each that says something; a file can claim any number of points. */
const MAX_SPARSE = 20

/** The numbers of a chart in rows, the first of which names the series; none when it has no points. */
export function chartRows({ categories, series }: Chart): string[][] {
  const length = Math.max(categories.length, ...series.map(({ values }) => values.length))
  if (length === 0) return []
  // What has no name is counted, as the programs do.
  const head = ['', ...series.map(({ name }, index) => name || `Series ${index + 1}`)]
  const count = [categories, ...series.map(({ values }) => values)]
    .map((texts) => texts.filter((text) => text !== '').length)
    .reduce((sum, some) => sum + some, head.length)
  const shown = Math.min(length, Math.ceil((count * MAX_SPARSE) / head.length))
  const rows = Array.from({ length: shown }, (_, index) => [
    categories.length === 0 ? String(index + 1) : (categories[index] ?? ''),
    ...series.map(({ values }) => values[index] ?? ''),
  ])
  return [head, ...rows]
}

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
