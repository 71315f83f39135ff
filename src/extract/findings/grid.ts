import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { elementsOf, isSilent, textOf } from './inside.ts'

/** A cell of a grid; one that is merged over several places is at each of them. */
export interface GridCell {
  element: Element
  text: string
  isHead: boolean
}

export interface GridRow {
  cells: (GridCell | undefined)[]
  /** What it is on the page; a column that is read like a row is nothing there. */
  element: Element | undefined
}

export type Grid = GridRow[]

const MOST_TABLES = 200
const MOST_ROWS = 20_000
const MOST_CELLS = 300_000
const MOST_TRANSPOSED = 2000
const WIDEST = 200
const TALLEST_SPAN = 1000
const TABLE_ROLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid'])
const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])
const HEAD_ROLES: ReadonlySet<string> = new Set(['columnheader', 'rowheader'])

/** What is a table by its markup, by its roles or by what its parts are called. */
export function tablesIn(root: AnyNode): Element[] {
  const found: Element[] = []
  const open: AnyNode[] = [root]
  for (let node = open.pop(); node !== undefined && found.length < MOST_TABLES; node = open.pop()) {
    if (isTag(node) && isTable(node)) found.push(node)
    if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!)
  }
  return found
}

export function gridOf(table: Element): Grid {
  const rows = rowsOf(table)
  const grid: Grid = rows.map((element) => ({ cells: [], element }))
  let room = MOST_CELLS
  const isCalled = table.name === 'div' && !TABLE_ROLES.has(table.attribs['role'] ?? '')
  for (const [y, row] of rows.entries()) {
    const line = grid[y]!.cells
    const isInHead = isCalled
      ? y === 0
      : row.parent !== null && isTag(row.parent) && row.parent.name === 'thead'
    let x = 0
    for (const cell of row.children) {
      if (!isTag(cell) || (isCalled ? isSilent(cell) : !isCell(cell))) continue
      while (line[x] !== undefined) x++
      const isHead = isInHead || cell.name === 'th' || HEAD_ROLES.has(cell.attribs['role'] ?? '')
      const made = { element: cell, text: textOf(cell, 2000), isHead }
      const wide = spanOf(cell, 'colspan', WIDEST)
      const tall = spanOf(cell, 'rowspan', TALLEST_SPAN)
      for (let dy = 0; dy < tall && y + dy < grid.length && room > 0; dy++) {
        const below = grid[y + dy]!.cells
        for (let dx = 0; dx < wide && x + dx < WIDEST; dx++, room--) below[x + dx] = made
      }
      x += wide
      if (x >= WIDEST || room <= 0) break
    }
  }
  return grid
}

export function widthOf(grid: Grid): number {
  return grid.reduce((widest, { cells }) => Math.max(widest, cells.length), 0)
}

/** Its columns as rows. */
export function transposed(grid: Grid): Grid {
  const rows = grid.slice(0, MOST_TRANSPOSED)
  return Array.from({ length: Math.min(widthOf(rows), WIDEST) }, (_, x) => ({
    cells: rows.map(({ cells }) => cells[x]),
    element: undefined,
  }))
}

/** The one cell that a row consists of. */
export function soleCell({ cells }: GridRow, width: number): GridCell | undefined {
  const [first] = cells
  const isAlone = first !== undefined && cells.every((cell) => cell === first || cell?.text === '')
  return isAlone && first.text !== '' && width > 1 ? first : undefined
}

function isTable(element: Element): boolean {
  if (element.name === 'table' || TABLE_ROLES.has(element.attribs['role'] ?? '')) return true
  return element.name === 'div' && calledRows(element) !== undefined
}

/** Rows of a table that is made of plain elements: the first is called a head, and all have as many parts. */
function calledRows(table: Element): Element[] | undefined {
  const parts = elementsOf(table)
  const [head, ...others] = parts
  if (!head || others.length === 0 || parts.length > MOST_ROWS || !isCalledHead(head)) return undefined
  const body = others.length === 1 ? elementsOf(others[0]!) : others
  const top = elementsOf(head)
  const inner = top.length === 1 ? elementsOf(top[0]!) : []
  const first = inner.length > 1 ? top[0]! : head
  const wide = elementsOf(first).length
  const isWhole = wide > 1 && wide <= WIDEST_CALLED && body.length > 1
  return isWhole && body.every((row) => elementsOf(row).length === wide && !hasText(row))
    ? [first, ...body]
    : undefined
}

const WIDEST_CALLED = 12

/** Whether an element is called the head of a table. */
export function isCalledHead({ attribs }: Element): boolean {
  return CALLED_HEAD.test(attribs['class'] ?? '')
}

const CALLED_HEAD = /(?:^|[\s_-])(?:head|header|heading|headings|headers|thead)(?:$|[\s_-])/i

function hasText({ children }: Element): boolean {
  return children.some((child) => isText(child) && child.data.trim() !== '')
}

function rowsOf(table: Element): Element[] {
  const called = table.name === 'div' ? calledRows(table) : undefined
  if (called) return called
  const rows: Element[] = []
  for (const child of table.children) {
    if (!isTag(child)) continue
    if (isRow(child)) rows.push(child)
    else if (/^(?:thead|tbody)$/.test(child.name) || child.attribs['role'] === 'rowgroup')
      rows.push(...child.children.filter(isTag).filter(isRow))
    if (rows.length > MOST_ROWS) break
  }
  return rows.slice(0, MOST_ROWS)
}

function isRow({ name, attribs }: Element): boolean {
  return name === 'tr' || attribs['role'] === 'row'
}

function isCell({ name, attribs }: Element): boolean {
  return name === 'td' || name === 'th' || CELL_ROLES.has(attribs['role'] ?? '')
}

function spanOf({ attribs }: Element, name: string, most: number): number {
  const span = Number.parseInt(attribs[name] ?? attribs[`aria-${name}`] ?? '1', 10)
  return Number.isFinite(span) ? Math.min(Math.max(span, 1), most) : 1
}

/** What names a cell: the heads of its row and its column. */
export interface CellNames {
  row: string
  column: string
  /** Whether it is a head itself, and so no value. */
  isHead: boolean
}
