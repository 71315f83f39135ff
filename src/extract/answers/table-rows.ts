import { isTag, isText } from 'domhandler'
import type { Element } from 'domhandler'
import { INLINE, shortText } from './short-text.ts'

export interface Cell {
  /** What its column is called. */
  header: string | undefined
  text: string
  /** Whether its markup makes it the name of others. */
  isHead: boolean
}

/** A row of data, or a part of a table that only serves the layout and is read like the rest of the page. */
export type TablePart = { cells: readonly Cell[] } | { element: Element }

/** The parts of a table in their order. The row that names the columns is none of them. */
export function rowsOf(table: Element): TablePart[] {
  const parts: TablePart[] = []
  let headers: readonly string[] = []
  const spans: Span[] = []
  let isBelowHead = false
  for (const row of tableRows(table)) {
    const texts = row.name === 'tr' ? cellsOf(row, spans) : undefined
    if (texts === undefined) {
      parts.push({ element: row })
      continue
    }
    const isHead = isHeaderRow(row, texts)
    // Heads in two rows: what a group of columns is called, and each of them.
    if (isHead) headers = isBelowHead ? texts.map((text, at) => both(headers[at], text)) : texts
    else if (new Set(texts.filter((text) => text !== '')).size > 1) {
      // An empty corner above the labels may be missing altogether.
      const offset = headers.length === texts.length - 1 ? 1 : 0
      const own = row.children.filter(isTag)
      const cells = texts.map((text, at) => ({
        header: headers[at - offset] || undefined,
        text,
        isHead: own.length === texts.length && isNaming(own[at]!),
      }))
      parts.push({ cells: cells.filter(({ text }) => text !== '') })
    } else parts.push({ element: row })
    isBelowHead = isHead
  }
  return parts
}

function both(group: string | undefined, own: string): string {
  return group === undefined || group === own ? own : `${group} ${own}`.trim()
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
  return texts.length > 1 && new Set(texts).size > 1 && (isHead || cells.every(isNaming))
}

/** A cell that names others: by its markup, or because it is bold. */
function isNaming(cell: Element): boolean {
  if (cell.name === 'th') return true
  const own = cell.children.filter((child) => isTag(child) || (isText(child) && child.data.trim() !== ''))
  return (
    own.length > 0 && own.every((child) => isTag(child) && (child.name === 'b' || child.name === 'strong'))
  )
}
