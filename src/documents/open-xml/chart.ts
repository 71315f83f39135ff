import { chartKind } from '../chart.ts'
import type { Chart } from '../chart.ts'
import { numberFormat } from '../number-format/number-format.ts'
import { elementAt, elementsOf, textOf } from '../xml.ts'
import type { XmlElement } from '../xml.ts'
import { parsePart } from './package.ts'

/** The texts of the cells that a chart refers to, for files whose charts do not hold them. */
export type ResolveCells = (reference: string) => string[]

/** A larger one is a picture of data that hardly anyone reads as a table. */
const MAX_CHART_CHARS = 8 * 1024 * 1024
const MAX_POINTS = 5000
const MAX_SERIES = 256

/** Reads the part of an Office file that a chart is. */
export function readChart(xml: string, resolve: ResolveCells = () => []): Chart | undefined {
  if (xml.length > MAX_CHART_CHARS) return undefined
  const chart = elementAt(parsePart(xml), 'c:chart')
  const plots = elementsOf(elementAt(chart, 'c:plotArea')).filter(({ name }) => name.endsWith('Chart'))
  if (!chart || plots.length === 0) return undefined
  const series = plots.flatMap((plot) => elementsOf(plot, 'c:ser')).slice(0, MAX_SERIES)
  const category = series.map((one) => elementAt(one, 'c:cat') ?? elementAt(one, 'c:xVal')).find(Boolean)
  return {
    title: titleOf(elementAt(chart, 'c:title'), resolve),
    kind: chartKind(plots[0]!.name.replace(/^c:|(?:3D)?Chart$/g, '')),
    categories: pointsOf(category, resolve),
    series: series.map((one) => ({
      name: pointsOf(elementAt(one, 'c:tx'), resolve).join(' '),
      values: pointsOf(elementAt(one, 'c:val') ?? elementAt(one, 'c:yVal'), resolve),
    })),
  }
}

function titleOf(title: XmlElement | undefined, resolve: ResolveCells): string {
  const rich = elementAt(title, 'c:tx', 'c:rich')
  if (!rich) return pointsOf(elementAt(title, 'c:tx'), resolve).join(' ').trim()
  return elementsOf(rich, 'a:p')
    .map((paragraph) =>
      elementsOf(paragraph)
        .map((run) => textOf(elementAt(run, 'a:t')))
        .join(''),
    )
    .join(' ')
    .trim()
}

/** The texts of a series, a title or the categories: as they were kept, or else from the cells themselves. */
function pointsOf(source: XmlElement | undefined, resolve: ResolveCells): string[] {
  if (!source) return []
  const direct = elementAt(source, 'c:v')
  if (direct) return [textOf(direct)]
  for (const reference of elementsOf(source)) {
    const isLiteral = reference.name === 'c:strLit' || reference.name === 'c:numLit'
    const cache = isLiteral ? reference : elementsOf(reference).find(({ name }) => name.endsWith('Cache'))
    const points = cache ? cachedPoints(cache) : []
    if (points.length > 0) return points
    const formula = textOf(elementAt(reference, 'c:f'))
    if (formula !== '') return resolve(formula).slice(0, MAX_POINTS)
  }
  return []
}

function cachedPoints(cache: XmlElement): string[] {
  const format = numberFormat(textOf(elementAt(cache, 'c:formatCode')), false)
  const isNumeric = cache.name.startsWith('c:num')
  const points: string[] = []
  for (const point of elementsOf(elementAt(cache, 'c:lvl') ?? cache, 'c:pt')) {
    const index = Number(point.attributes['idx'])
    if (!(index >= 0 && index < MAX_POINTS)) continue
    const text = textOf(elementAt(point, 'c:v'))
    while (points.length < index) points.push('')
    points[index] =
      isNumeric && text !== '' && !Number.isNaN(Number(text)) ? format.ofNumber(Number(text)) : text
  }
  return points
}
