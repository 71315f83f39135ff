import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { INLINE, shortText } from './short-text.ts'

export interface Cell {
  /** What its column is called. */
  header: string | undefined
  text: string
}

/** A row of data, or a part of a table that only serves the layout and is read like the rest of the page. */
export type TablePart = { cells: readonly Cell[] } | { element: Element }

/** The parts of a table in their order. The row that names the columns is none of them. */
export function rowsOf(table: Element): TablePart[] {
  const parts: TablePart[] = []
  let headers: readonly string[] = []
  const spans: Span[] = []
  let isFirst = true
  for (const row of tableRows(table)) {
    if (row.name !== 'tr') {
      parts.push({ element: row })
      continue
    }
    const texts = cellsOf(row, spans)
    if (texts === undefined) parts.push({ element: row })
    else if (isFirst && isHeaderRow(row, texts)) headers = texts
    else if (texts.filter((text) => text !== '').length > 1) {
      // An empty corner above the labels may be missing altogether.
      const offset = headers.length === texts.length - 1 ? 1 : 0
      const cells = texts.map((text, at) => ({ header: headers[at - offset] || undefined, text }))
      parts.push({ cells: cells.filter(({ text }) => text !== '') })
    } else parts.push({ element: row })
    isFirst = false
  }
  return parts
}

/** What is longer, or has more sentences, is text and not data. */
const LONGEST_CELL = 300
const MOST_SENTENCES = 2
const MOST_COLUMNS = 60

function tableRows(table: Element): Element[] {
  return table.children.filter(isTag).flatMap((part) => {
    if (part.name === 'caption') return [part]
    return part.name === 'tr' ? [part] : part.children.filter(isTag)
  })
}

interface Span {
  text: string
  rowsLeft: number
}

/** The text of each column; nothing when a cell holds more than data. A cell over several rows stands in each of them. */
function cellsOf(row: Element, spans: Span[]): string[] | undefined {
  const texts: string[] = []
  const takeSpans = () => {
    for (let span = spans[texts.length]; span && span.rowsLeft > 0; span = spans[texts.length]) {
      span.rowsLeft--
      texts.push(span.text)
    }
  }
  for (const cell of row.children.filter(isTag)) {
    takeSpans()
    if (texts.length >= MOST_COLUMNS || cell.children.some(isStructure)) return undefined
    const text = shortText(cell, LONGEST_CELL)
    if (text === undefined || (text.match(/[.!?。](?=\s|$)/g)?.length ?? 0) > MOST_SENTENCES) return undefined
    const rowsLeft = spanned(cell, 'rowspan') - 1
    for (let column = spanned(cell, 'colspan'); column > 0 && texts.length < MOST_COLUMNS; column--) {
      if (rowsLeft > 0) spans[texts.length] = { text, rowsLeft }
      texts.push(text)
    }
  }
  takeSpans()
  return texts
}

const STRUCTURE: ReadonlySet<string> = new Set('table h1 h2 h3 h4 h5 h6 article section pre dl'.split(' '))

function isStructure(node: Element['children'][number]): boolean {
  return isTag(node) && !INLINE.has(node.name) && STRUCTURE.has(node.name)
}

function spanned(cell: Element, attribute: string): number {
  const number = Number.parseInt(cell.attribs[attribute] ?? '1', 10)
  return Math.min(Math.max(Number.isNaN(number) ? 1 : number, 1), MOST_COLUMNS)
}

function isHeaderRow(row: Element, texts: readonly string[]): boolean {
  const cells = row.children.filter(isTag)
  const parent = row.parent
  const isHead = parent !== null && isTag(parent) && parent.name === 'thead'
  return texts.length > 1 && (isHead || cells.every(({ name }) => name === 'th'))
}
