import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { cellsOf } from './cells.ts'
import type { Cell, Column, Sheet } from './sheet.ts'
import { textOf } from './text-of.ts'
import { headingBefore } from './titles.ts'

const MOST_TABLES = 200
const MOST_ROWS = 20_000
const MOST_CELLS = 300_000
const WIDEST = 200
const TALLEST_SPAN = 1000

/** The tables of a page as records: a row each, or a column each where the heads stand at the side. */
export function tableSheets(root: AnyNode): Sheet[] {
  const sheets: Sheet[] = []
  for (const table of tablesIn(root)) {
    const grid = gridOf(table)
    for (const sheet of [sheetOf(table, grid), sheetOf(table, transposed(grid))])
      if (sheet) sheets.push(sheet)
  }
  return [...sheets, ...united(sheets)]
}

/** A cell of the grid; one that is merged over several places is at each of them. */
interface GridCell {
  element: Element
  text: string
  isHead: boolean
}

type Grid = (GridCell | undefined)[][]

function tablesIn(root: AnyNode): Element[] {
  const found: Element[] = []
  const open: AnyNode[] = [root]
  for (let node = open.pop(); node !== undefined && found.length < MOST_TABLES; node = open.pop()) {
    if (isTag(node) && node.name === 'table') found.push(node)
    if ('children' in node)
      for (let at = node.children.length - 1; at >= 0; at--) open.push(node.children[at]!)
  }
  return found
}

function rowsOf(table: Element): Element[] {
  const rows: Element[] = []
  for (const child of table.children) {
    if (!isTag(child)) continue
    if (child.name === 'tr') rows.push(child)
    else if (/^(?:thead|tbody)$/.test(child.name)) {
      for (const row of child.children) if (isTag(row) && row.name === 'tr') rows.push(row)
    }
    if (rows.length > MOST_ROWS) break
  }
  return rows.slice(0, MOST_ROWS)
}

function gridOf(table: Element): Grid {
  const grid: Grid = []
  let room = MOST_CELLS
  for (const [y, row] of rowsOf(table).entries()) {
    const line = (grid[y] ??= [])
    let x = 0
    for (const cell of row.children) {
      if (!isTag(cell) || (cell.name !== 'td' && cell.name !== 'th')) continue
      while (line[x] !== undefined) x++
      const made = {
        element: cell,
        text: textOf(cell, 2000),
        isHead:
          cell.name === 'th' || (row.parent?.type === 'tag' && (row.parent as Element).name === 'thead'),
      }
      const wide = spanOf(cell, 'colspan', WIDEST)
      const tall = spanOf(cell, 'rowspan', TALLEST_SPAN)
      for (let dy = 0; dy < tall && room > 0; dy++) {
        const below = (grid[y + dy] ??= [])
        for (let dx = 0; dx < wide && x + dx < WIDEST; dx++, room--) below[x + dx] = made
      }
      x += wide
      if (x >= WIDEST || room <= 0) break
    }
  }
  return grid.slice(0, rowsOf(table).length)
}

function spanOf({ attribs }: Element, name: string, most: number): number {
  const span = Number.parseInt(attribs[name] ?? '1', 10)
  return Number.isFinite(span) ? Math.min(Math.max(span, 1), most) : 1
}

function transposed(grid: Grid): Grid {
  const width = Math.min(Math.max(0, ...grid.slice(0, 2000).map((row) => row.length)), WIDEST)
  return Array.from({ length: width }, (_, x) => grid.slice(0, 2000).map((row) => row[x]))
}

/** Reads a grid whose first rows are heads; undefined when it has none, or too little below. */
function sheetOf(table: Element, grid: Grid): Sheet | undefined {
  const heads = headRows(grid)
  if (heads === 0) return undefined
  const width = Math.max(...grid.slice(0, heads).map((row) => row.length))
  const rows = grid.slice(heads).filter((row) => isRecord(row, width))
  if (width < 2 || rows.length === 0) return undefined
  const titles = Array.from({ length: width }, (_, x) => headAt(grid.slice(0, heads), x))
  const columns = titles.flatMap((title, x) => columnsAt(title, x, rows))
  const caption = table.children.find((child): child is Element => isTag(child) && child.name === 'caption')
  const called = [
    caption ? textOf(caption, 120) : '',
    headingBefore(table),
    table.attribs['id'] ?? '',
    table.attribs['class'] ?? '',
  ]
  const records = rows.map((row) => rowOf(row))
  return { titles: called.filter((title) => title !== ''), columns, records, count: rows.length }
}

/** How many rows at the top are heads: all of their cells say so, or the first is text above numbers. */
function headRows(grid: Grid): number {
  let count = 0
  while (count < Math.min(grid.length - 1, 3)) {
    const row = grid[count]!
    const cells = row.filter((cell) => cell !== undefined)
    if (cells.length < 2 && count > 0) break
    const isHead = cells.length > 0 && cells.every(({ isHead, text }) => isHead || text === '')
    if (!isHead) break
    count++
  }
  if (count > 0 || grid.length < 3) return count
  return looksLikeHead(grid) ? 1 : 0
}

/** A first row without digits, all of it filled and bold or above columns that have digits. */
function looksLikeHead(grid: Grid): boolean {
  const [first, ...rest] = grid as [Grid[number], ...Grid]
  if (
    first.length < 2 ||
    first.some((cell) => !cell || cell.text === '' || cell.text.length > 40 || /\d/.test(cell.text))
  )
    return false
  if (new Set(first.map((cell) => cell!.text)).size < first.length) return false
  const isBold = first.every((cell) =>
    cell!.element.children.some((child) => isTag(child) && /^(?:b|strong)$/.test(child.name)),
  )
  const sample = rest.slice(0, 30)
  const hasNumbers = first.some(
    (_, x) => sample.filter((row) => /\d/.test(row[x]?.text ?? '')).length > sample.length * 0.7,
  )
  return isBold || (hasNumbers && sample.some((row) => row[0]?.isHead !== true))
}

/** Rows of one cell over the whole width are titles of what follows; empty ones are nothing; repeated heads neither. */
function isRecord(row: Grid[number], width: number): boolean {
  const cells = new Set(row.filter((cell) => cell !== undefined))
  const filled = [...cells].filter(({ text, element }) => text !== '' || element.children.length > 0)
  if (filled.length < Math.min(2, width)) return false
  return ![...cells].every(({ isHead }) => isHead) && !TOTAL.test(filled[0]!.text)
}

const TOTAL =
  /^(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme|totale|suma|итого|合計|总计|합계)\b:?$/iu

function headAt(heads: Grid, x: number): string {
  const texts = heads.map((row) => row[x]?.text ?? '').filter((text) => text !== '')
  return [...new Set(texts)].join(' ').slice(0, 120)
}

function rowOf(row: Grid[number]): Element | undefined {
  const parent = row.find((cell) => cell !== undefined)?.element.parent
  const other = row.findLast((cell) => cell !== undefined)?.element.parent
  return parent && parent === other && isTag(parent) ? parent : undefined
}

/** A column of the table, and what its cells have besides their text: addresses, pictures, parts that are named. */
function columnsAt(title: string, x: number, rows: Grid): Column[] {
  const labels = title === '' ? [] : [{ text: title, weight: 1 }]
  const base = {
    labels,
    isHeading: false,
    isLink: false,
    isAside: false,
    source: 'table' as const,
    repeats: 1,
  }
  const whole: Column = {
    ...base,
    key: `column ${x}`,
    kind: 'text',
    cells: rows.map((row) => asCell(row[x])),
  }
  const inner = new Map<string, { column: Column; cells: (Cell | undefined)[] }>()
  for (const [y, row] of rows.entries()) {
    const element = row[x]?.element
    if (!element || !element.children.some(isTag)) continue
    for (const cell of cellsOf(element)) {
      const key = `column ${x} ${cell.key}`
      let known = inner.get(key)
      if (!known) {
        if (inner.size > 20) continue
        const said = [
          ...labels.map(({ text }) => ({ text, weight: cell.kind === 'text' ? 0.7 : 0.95 })),
          ...cell.labels,
        ]
        const cells: (Cell | undefined)[] = Array.from({ length: rows.length })
        const column: Column = { ...base, key, kind: cell.kind, labels: said, isLink: cell.isLink, cells }
        inner.set(key, (known = { column, cells }))
      }
      known.cells[y] ??= cell
    }
  }
  return [whole, ...[...inner.values()].map(({ column }) => column)]
}

function asCell(cell: GridCell | undefined): Cell | undefined {
  return cell === undefined || cell.text === '' ? undefined : { text: cell.text, element: cell.element }
}

/** Tables with the same heads belong together when a list is wanted that they are parts of. */
function united(sheets: readonly Sheet[]): Sheet[] {
  const alike = new Map<string, Sheet[]>()
  for (const sheet of sheets) {
    const key = JSON.stringify(
      sheet.columns
        .filter(({ key: name }) => /^column \d+$/.test(name))
        .map(({ labels }) => labels[0]?.text ?? ''),
    )
    alike.set(key, [...(alike.get(key) ?? []), sheet])
  }
  return [...alike.values()].flatMap((parts) => (parts.length < 2 ? [] : [oneOf(parts)]))
}

function oneOf(parts: readonly Sheet[]): Sheet {
  const count = parts.reduce((sum, part) => sum + part.count, 0)
  const columns = new Map<string, { column: Column; cells: (Cell | undefined)[] }>()
  let start = 0
  for (const part of parts) {
    for (const column of part.columns) {
      const known = columns.get(column.key) ?? { column, cells: Array.from({ length: count }) }
      for (const [index, cell] of column.cells.entries()) known.cells[start + index] = cell
      columns.set(column.key, known)
    }
    start += part.count
  }
  return {
    titles: [],
    columns: [...columns.values()].map(({ column, cells }) => ({ ...column, cells })),
    records: parts.flatMap(({ records }) => records),
    count,
  }
}
