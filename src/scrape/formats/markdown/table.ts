import { isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { existsOne } from 'domutils'
import { inline, linesOf, PLAIN_SURROUNDINGS } from './inline.ts'

/** A table as GFM knows it: one line per row, all rows equally long. */
export function renderTable(table: Element): string {
  const rows = rowsOf(table)
  const grid = gridOf(rows)
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 1)
  const full = grid.map((row) => row.concat(Array<string>(width - row.length).fill('')))
  const hasHeader = rows[0] !== undefined && cellsOf(rows[0]).every(({ name }) => name === 'th')
  // GFM has no table without a header, and data must not be passed off as one.
  const [header, ...body] =
    hasHeader || isInHead(table, rows[0]) ? full : [Array<string>(width).fill(''), ...full]
  return [header!, Array<string>(width).fill('---'), ...body]
    .map((row) => `| ${row.join(' | ')} |`)
    .join('\n')
}

/** A table that only arranges things on a page: its cells are read one after the other. */
export function isLayout(table: Element): boolean {
  if (/^(presentation|none)$/.test(table.attribs['role'] ?? '')) return true
  const rows = rowsOf(table)
  if (rows.length === 0) return true
  if (existsOne(({ name }) => name === 'th', rows))
    return existsOne(({ name }) => name === 'table', table.children)
  const isNarrow = rows.every((row) => cellsOf(row).length < 2)
  return isNarrow || rows.length === 1 || existsOne(({ name }) => BLOCKS_IN_LAYOUT.has(name), table.children)
}

export function cellsOf(row: Element): Element[] {
  return row.children.filter(isTag).filter(({ name }) => name === 'td' || name === 'th')
}

/** The rows of this table, not those of tables inside it. */
export function rowsOf(table: Element): Element[] {
  return table.children
    .filter(isTag)
    .flatMap((child) => (SECTIONS.has(child.name) ? child.children.filter(isTag) : [child]))
    .filter(({ name }) => name === 'tr')
}

export function captionOf(table: Element): ChildNode[] {
  return table.children.filter(isTag).find(({ name }) => name === 'caption')?.children ?? []
}

const SECTIONS = new Set(['thead', 'tbody', 'tfoot'])
const BLOCKS_IN_LAYOUT = new Set(
  'table ul ol dl h1 h2 h3 h4 h5 h6 pre blockquote article section form'.split(' '),
)

/** Spans beyond this are a mistake or an attack. */
const MAX_SPAN = 100

/** Cells that span several places stand in the first and leave the others empty. */
function gridOf(rows: readonly Element[]): string[][] {
  const taken = new Map<number, number>()
  return rows.map((row) => {
    const line: string[] = []
    const skipTaken = () => {
      for (let left = taken.get(line.length) ?? 0; left > 0; left = taken.get(line.length) ?? 0) {
        taken.set(line.length, left - 1)
        line.push('')
      }
    }
    for (const cell of cellsOf(row)) {
      skipTaken()
      const columns = span(cell, 'colspan')
      for (let column = 0; column < columns; column++) {
        if (span(cell, 'rowspan') > 1) taken.set(line.length, span(cell, 'rowspan') - 1)
        line.push(column === 0 ? cellText(cell) : '')
      }
    }
    skipTaken()
    return line
  })
}

function span({ attribs }: Element, name: 'colspan' | 'rowspan'): number {
  return Math.min(Math.max(Number.parseInt(attribs[name] ?? '1', 10) || 1, 1), MAX_SPAN)
}

function cellText(cell: Element): string {
  const isHeader = cell.name === 'th'
  const run = inline(cell.children, { ...PLAIN_SURROUNDINGS, strong: isHeader, edge: '\n' })
  return linesOf(run).filter(Boolean).join('<br>').replaceAll('|', '\\|')
}

function isInHead(table: Element, row: Element | undefined): boolean {
  const head = table.children.filter(isTag).find(({ name }) => name === 'thead')
  return row !== undefined && head !== undefined && head.children.includes(row)
}
