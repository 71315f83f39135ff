import { Element, isTag, isText } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { BLOCK_NAMES } from './block-names.ts'
import { isVisible } from './plain-text.ts'
import type { ContentIndex } from './content-index.ts'
import { addInline } from './inline.ts'
import type { RenderContext } from './inline.ts'
import { TextRun } from './text-run.ts'

/** A table of a page, taken apart: what a reader sees of it, in the order in which a reader sees it. */
export interface Table {
  caption: readonly ChildNode[]
  rows: readonly Row[]
  /** What stands in the table but in none of its cells. */
  stray: readonly ChildNode[]
}

interface Row {
  cells: readonly Element[]
  isHead: boolean
}

export function readTable(table: Element): Table {
  const found = {
    caption: [] as ChildNode[],
    head: [] as Row[],
    body: [] as Row[],
    foot: [] as Row[],
    stray: [] as ChildNode[],
  }
  const read = (nodes: readonly ChildNode[], section: 'head' | 'body' | 'foot') => {
    for (const node of nodes) {
      if (!isTag(node)) {
        if (isText(node) && /\S/.test(node.data)) found.stray.push(node)
      } else if (node.name === 'tr') found[section].push({ cells: cellsOf(node), isHead: section === 'head' })
      else if (node.name === 'caption') for (const child of node.children) found.caption.push(child)
      else if (node.name === 'thead') read(node.children, 'head')
      else if (node.name === 'tfoot') read(node.children, 'foot')
      else if (node.name === 'tbody') read(node.children, 'body')
      else if (isCell(node)) found[section].push({ cells: [node], isHead: false })
      else if (node.children.some((child) => isTag(child) && ROWS.has(child.name)))
        read(node.children, section)
      else if (isVisible([node])) found.stray.push(node)
    }
  }
  read(table.children, 'body')
  return { caption: found.caption, rows: [...found.head, ...found.body, ...found.foot], stray: found.stray }
}

const ROWS = new Set(['tr', 'tbody', 'thead', 'tfoot'])

function cellsOf(row: Element): Element[] {
  const cells: Element[] = []
  for (const child of row.children) {
    if (isTag(child) && isCell(child)) cells.push(child)
    else if (isTag(child) && child.children.some(isCellNode))
      for (const cell of cellsOf(child)) cells.push(cell)
    else if (isVisible([child])) cells.push(new Element('td', {}, [child]))
  }
  return cells
}

function isCellNode(node: ChildNode): boolean {
  return isTag(node) && isCell(node)
}

function isCell({ name }: Element): boolean {
  return name === 'td' || name === 'th'
}

/** Whether a table only arranges things on a page: its cells are then read one after the other. */
export function isLayoutTable(
  element: Element,
  { rows, caption }: Table,
  contentIndex: ContentIndex,
): boolean {
  const role = element.attribs['role'] ?? ''
  if (/^(presentation|none)$/.test(role)) return true
  if (role === 'table') return rows.length === 0
  if (rows.length === 0 || contentIndex.holds(element, 'table')) return true
  if (
    caption.length > 0 ||
    rows.some(({ cells, isHead }) => isHead || cells.some(({ name }) => name === 'th'))
  ) {
    return rows.every(({ cells }) => cells.length === 0)
  }
  const isNarrow = rows.every(({ cells }) => cells.length < 2)
  if (rows.length === 1 || (isNarrow && rows.length < 3)) return true
  if (rows.some(({ cells }) => cells.some((cell) => contentIndex.holds(cell, 'structure')))) return true
  if (contentIndex.holds(element, 'list') && rows.length < 3) return true
  return rows.filter(({ cells }) => cells.length === 0).length * 4 > rows.length || isWordy(rows, isNarrow)
}

/** Cells as long as paragraphs are columns of a page rather than data. */
function isWordy(rows: readonly Row[], isNarrow: boolean): boolean {
  let cellCount = 0
  let length = 0
  for (const { cells } of rows) {
    for (const cell of cells) {
      cellCount++
      length += textLength(cell.children)
    }
  }
  return length > cellCount * (isNarrow ? MAX_MEAN_LENGTH_OF_ONE : MAX_MEAN_LENGTH)
}

const MAX_MEAN_LENGTH = 250
/** A single column is data only when it is a row of short entries. */
const MAX_MEAN_LENGTH_OF_ONE = 120

function textLength(nodes: readonly ChildNode[]): number {
  let length = 0
  for (const node of nodes) {
    if (isText(node)) length += node.data.trim().length
    else if ('children' in node) length += textLength(node.children)
  }
  return length
}

/**
 * How cells that cover several places are written: in the first of them, in all of them, or as they are, which takes a
 * table in HTML. A table says so itself (`data-merged`), because that depends on where it comes from.
 */
type Merged = 'first' | 'repeat' | 'markup'

export function mergedIn({ attribs }: Element): Merged {
  const merged = attribs['data-merged']
  return merged === 'repeat' || merged === 'markup' ? merged : 'first'
}

export function renderTable(table: Table, merged: Merged, context: RenderContext): string {
  return merged === 'markup' && table.rows.some(({ cells }) => cells.some(isMerged))
    ? renderMarkup(table)
    : renderGrid(table, merged === 'repeat', context)
}

function isMerged(cell: Element): boolean {
  return span(cell, 'colspan') > 1 || span(cell, 'rowspan') > 1
}

/** One line per row and none of them empty, so that Markdown takes all of it for one block. */
function renderMarkup({ rows }: Table): string {
  const lines = rows.map(({ cells }) => `<tr>${cells.map(markupOf).join('')}</tr>`)
  return ['<table>', ...lines, '</table>'].join('\n')
}

function markupOf(cell: Element): string {
  const spans = (['colspan', 'rowspan'] as const)
    .filter((name) => span(cell, name) > 1)
    .map((name) => ` ${name}="${span(cell, name)}"`)
  const text = linesOf(cell.children).map((line) => line.replace(/[&<>]/g, (sign) => ENTITIES[sign]!))
  return `<${cell.name}${spans.join('')}>${text.join('<br>')}</${cell.name}>`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** The text of a cell, line by line. */
function linesOf(nodes: readonly ChildNode[]): string[] {
  let text = ''
  const read = (node: ChildNode): void => {
    if (isText(node)) text += node.data.replaceAll(/\s+/g, ' ')
    else if (isTag(node) && node.name === 'br') text += '\n'
    else if ('children' in node) {
      const isBlock = isTag(node) && BLOCK_NAMES.has(node.name)
      if (isBlock) text += '\n'
      node.children.forEach(read)
      if (isBlock) text += '\n'
    }
  }
  nodes.forEach(read)
  return text.split('\n').flatMap((line) => line.trim() || [])
}

/** A table as GFM knows it: one line per row, all rows equally long. */
function renderGrid({ rows }: Table, repeats: boolean, context: RenderContext): string {
  const { grid, emptyLeft } = gridOf(rows, repeats, context)
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 1)
  const missing = grid.reduce((sum, row) => sum + width - row.length, 0)
  // Short rows are filled up for the eye only, so a monstrous table goes without.
  if (missing <= emptyLeft) for (const row of grid) while (row.length < width) row.push('')
  const [first] = rows
  const hasHeader = first && (first.isHead || first.cells.every(({ name }) => name === 'th'))
  // GFM has no table without a header, and data must not be passed off as one.
  const header = (hasHeader ? grid.shift() : undefined) ?? Array<string>(width).fill('')
  return [header, Array<string>(width).fill('---'), ...grid].map((row) => `| ${row.join(' | ')} |`).join('\n')
}

/** Spans beyond this are a mistake or an attack, as are rows that spans make longer than this. */
const MAX_SPAN = 100
const MAX_WIDTH = 1000

/** What is longer is no heading of rows or columns, and repeating it helps nobody. */
const MAX_REPEATED_CHARS = 500

/** A few bytes of the page can ask for a million empty cells; a table has so many for each cell, and some to begin with. */
const EMPTY_PER_CELL = 4
const EMPTY_TO_BEGIN_WITH = 1000

/**
 * Cells that span several places stand in the first and leave the others empty, or stand in all of them. Once there are
 * too many of the others, what spans counts no more.
 */
function gridOf(rows: readonly Row[], repeats: boolean, context: RenderContext) {
  const taken: number[] = []
  const repeated: string[] = []
  let emptyLeft = rows.reduce((sum, { cells }) => sum + EMPTY_PER_CELL * cells.length, EMPTY_TO_BEGIN_WITH)
  const grid = rows.map(({ cells }) => {
    const line: string[] = []
    const skipTaken = () => {
      while ((taken[line.length] ?? 0) > 0 && emptyLeft > 0) {
        taken[line.length]!--
        emptyLeft--
        line.push(repeats ? repeated[line.length]! : '')
      }
    }
    for (const cell of cells) {
      skipTaken()
      const columns = line.length < MAX_WIDTH ? Math.min(span(cell, 'colspan'), emptyLeft + 1) : 1
      const below = span(cell, 'rowspan') - 1
      emptyLeft -= columns - 1
      const text = cellText(cell, repeats ? BAR_OF_DATA : BAR, context)
      const again = repeats && text.length <= MAX_REPEATED_CHARS ? text : ''
      for (let column = 0; column < columns; column++) {
        if (below > 0) taken[line.length] = below
        repeated[line.length] = again
        line.push(column === 0 ? text : again)
      }
    }
    skipTaken()
    return line
  })
  return { grid, emptyLeft }
}

/** What a bar in a cell becomes. Programs that take tables of data apart often split at every bar, escaped or not. */
const BAR = '\\|'
const BAR_OF_DATA = '&#124;'

function span({ attribs }: Element, name: 'colspan' | 'rowspan'): number {
  const value = attribs[name]
  if (value === undefined) return 1
  return Math.min(Math.max(Number.parseInt(value, 10) || 1, 1), MAX_SPAN)
}

function cellText(cell: Element, bar: string, context: RenderContext): string {
  const run = new TextRun('cell')
  addInline(cell.children, run, context)
  const text = run.finish().join('<br>')
  return text.includes('|') ? text.replaceAll('|', bar) : text
}
