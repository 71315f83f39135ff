import { chartKind, escapeAttribute, escapeText, joinedLine } from './markup.ts'
import type { Chart } from './markup.ts'
import { encrypted } from './compound-file/compound-file.ts'
import { damaged, documentMetadata } from './converted.ts'
import type { DocumentMetadata } from './converted.ts'
import { countOf, elementAt, elementsOf, parseXml, textOf } from './xml.ts'
import type { XmlElement } from './xml.ts'
import { openZip } from './zip.ts'
import type { Zip } from './zip.ts'

export async function openOdf(bytes: Uint8Array) {
  const zip = await openZip(bytes)
  const manifest = await zip.readText('META-INF/manifest.xml')
  if (manifest?.includes('encryption-data')) throw encrypted()
  const content = await zip.readText('content.xml')
  if (content === undefined) throw damaged('The file is not an OpenDocument file: its content is missing.')
  const meta = parseXml((await zip.readText('meta.xml')) ?? '')
  return { zip, content, metadata: odfMetadata(elementAt(meta, 'office:meta')) }
}

export function odfMetadata(meta: XmlElement | undefined): DocumentMetadata {
  const text = (name: string) => elementsOf(meta, name).map(textOf).join(', ').trim()
  return documentMetadata({
    title: text('dc:title'),
    author: text('meta:initial-creator') || text('dc:creator'),
    description: text('dc:description') || text('dc:subject'),
    keywords: text('meta:keyword'),
    language: text('dc:language'),
    createdTime: text('meta:creation-date'),
    modifiedTime: text('dc:date'),
  })
}

const MAX_SPACES = 100
const MAX_DEPTH = 100

/** The line of a paragraph as HTML. Significant white space is written as elements. */
export function lineHtml(paragraph: XmlElement): string {
  const pieces: string[] = []
  addPieces(paragraph, pieces, 0)
  return joinedLine(pieces)
}

function addPieces(parent: XmlElement, pieces: string[], depth: number): void {
  if (depth > MAX_DEPTH) return
  for (const node of parent.children) {
    if (typeof node === 'string') pieces.push(escapeText(node.replace(/\s+/g, ' ')))
    else if (node.name === 'text:line-break') pieces.push('<br>')
    else if (node.name === 'text:tab') pieces.push(' ')
    else if (node.name === 'text:s') {
      pieces.push(' '.repeat(countOf(node.attributes['text:c'], MAX_SPACES)))
    } else if (node.name === 'text:a') addLink(node, pieces, depth)
    else if (!SKIPPED.has(node.name)) addPieces(node, pieces, depth + 1)
  }
}

/** Page numbers are useless outside their page. */
const SKIPPED = new Set(['text:note', 'office:annotation', 'text:page-number', 'text:ruby-text'])

function addLink(link: XmlElement, pieces: string[], depth: number): void {
  const href = link.attributes['xlink:href'] ?? ''
  if (href === '' || href.startsWith('#')) return addPieces(link, pieces, depth + 1)
  const inside: string[] = []
  addPieces(link, inside, depth + 1)
  if (inside.join('').trim() !== '') pieces.push(`<a href="${escapeAttribute(href)}">${inside.join('')}</a>`)
}

const MAX_ROWS = 5000
const MAX_COLUMNS = 256

/** The chart in an embedded object. Undefined for other objects. */
export async function readOdfChart(zip: Zip, href: string): Promise<Chart | undefined> {
  const folder = href.replace(/^\.\//, '').replace(/\/$/, '')
  return odfChart(parseXml((await zip.readText(`${folder}/content.xml`)) ?? ''))
}

export function odfChart(content: XmlElement): Chart | undefined {
  const chart = elementAt(content, 'office:body', 'office:chart', 'chart:chart')
  if (!chart) return undefined
  const [head = [], ...rows] = rowsOf(elementAt(chart, 'table:table'))
  return {
    title: textOf(elementAt(chart, 'chart:title')).trim(),
    kind: chartKind((chart.attributes['chart:class'] ?? '').replace(/^chart:/, '')),
    categories: rows.map((row) => row[0] ?? ''),
    series: head.slice(1).map((name, index) => ({ name, values: rows.map((row) => row[index + 1] ?? '') })),
  }
}

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
