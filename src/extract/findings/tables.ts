import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { textOf, elementsOf, isInvisible } from './element-profile.ts'
import { Naming } from '../schema/naming.ts'
import { mentionsIn } from './mentions.ts'

const MOST_CELLS = 20_000
const LONGEST_HEAD = 60
const LONGEST_CELL = 600

export function cellNames(root: AnyNode): Map<Element, CellNames> {
  const names = new Map<Element, CellNames>()
  for (const table of tablesIn(root)) {
    if (names.size > MOST_CELLS) break
    nameCells(gridOf(table), names)
  }
  nameDefinitions(root, names)
  return names
}

function nameCells(grid: Grid, names: Map<Element, CellNames>): void {
  const width = widthOf(grid)
  if (width < 2 || isForLayout(grid)) return
  const heads = headsOf(grid)
  const rows = heads?.rows ?? []
  const body = heads?.body ?? grid
  // An empty corner above the names of the rows may be missing altogether.
  const shift = rows.length > 0 && rows.every(({ cells }) => cells.length === width - 1) ? 1 : 0
  for (const { cells } of rows)
    for (const cell of cells) if (cell) names.set(cell.element, { row: '', column: '', isHead: true })
  let group = ''
  for (const row of body) {
    const sole = soleCell(row, width)
    if (sole) group = sole.text
    const [first] = row.cells
    row.cells.forEach((cell, x) => {
      if (!cell || names.has(cell.element)) return
      const head =
        x > 0
          ? pairHead(
              row.cells.map((one) => one?.text ?? ''),
              x,
              width,
              heads !== undefined,
            )
          : undefined
      const column = rows
        .map(({ cells }) => cells[x - shift]?.text ?? '')
        .filter((text, nth, all) => text !== '' && all.indexOf(text) === nth)
        .join(' ')
      const isNamed = x > 0 && first !== undefined && first !== cell
      names.set(cell.element, {
        row: short(head ?? (isNamed ? first.text : '')) || (isNamed ? '' : short(group)),
        column: short(column),
        isHead: x === 0 && (cell.isHead || (width === 2 && heads === undefined)) && !sole,
      })
    })
  }
}

function pairHead(texts: readonly string[], x: number, width: number, hasHeads: boolean): string | undefined {
  const isPairs = !hasHeads && width === 4 && texts.every((text, at) => at % 2 === 1 || !/^\W*\d/.test(text))
  return isPairs ? (x % 2 === 1 ? texts[x - 1] : '') : undefined
}

function isForLayout(grid: Grid): boolean {
  const cells = grid.slice(0, 20).flatMap(({ cells: row }) => row.filter((cell) => cell !== undefined))
  return cells.some(({ text, element }) => text.length > LONGEST_CELL || holdsTable(element, 0))
}

function holdsTable(element: Element, depth: number): boolean {
  return element.children.some(
    (child) => isTag(child) && (child.name === 'table' || (depth < 4 && holdsTable(child, depth + 1))),
  )
}

function nameDefinitions(root: AnyNode, names: Map<Element, CellNames>): void {
  const open: AnyNode[] = [root]
  for (let node = open.pop(); node !== undefined && names.size < MOST_CELLS; node = open.pop()) {
    if (!('children' in node)) continue
    let term = ''
    let isAfterValue = false
    for (const child of node.children) {
      if (!isTag(child)) continue
      if (child.name === 'dt') {
        const own = textOf(child, 300)
        term = isAfterValue || term === '' ? own : `${term} ${own}`
        isAfterValue = false
        names.set(child, { row: '', column: '', isHead: true })
      } else if (child.name === 'dd') {
        names.set(child, { row: short(term), column: '', isHead: false })
        isAfterValue = true
      }
      open.push(child)
    }
  }
}

function short(text: string): string {
  return text.length > LONGEST_HEAD ? '' : text
}

const MOST_HEADS = 3

export function headsOf(grid: Grid) {
  const width = widthOf(grid)
  const titles: string[] = []
  let start = 0
  for (; start < grid.length - 1; start++) {
    const sole = soleCell(grid[start]!, width)
    if (!sole) break
    titles.push(sole.text)
  }
  const rest = grid.slice(start)
  const count =
    marked(rest, width, isHeadRow) || marked(rest, width, isMarkedRow) || Number(looksLikeHead(rest))
  return count === 0 ? undefined : { titles, rows: rest.slice(0, count), body: rest.slice(count) }
}

function marked(grid: Grid, width: number, isMarked: (row: GridRow) => boolean): number {
  const count = grid.findIndex((row) => !isMarked(row) || soleCell(row, width) !== undefined)
  return Math.min(count < 0 ? 0 : count, MOST_HEADS)
}

function isHeadRow({ cells }: GridRow): boolean {
  const present = cells.filter((cell) => cell !== undefined)
  return present.length > 0 && present.every(({ isHead, text }) => isHead || text === '')
}

function isMarkedRow({ cells, element }: GridRow): boolean {
  const said = cells.filter((cell) => cell !== undefined && cell.text !== '')
  if (said.length < 2 || said.some((cell) => cell!.text.length > LONGEST_HEAD)) return false
  return (element !== undefined && isCalledHead(element)) || said.every((cell) => isBold(cell!))
}

function looksLikeHead(grid: Grid): boolean {
  const [top, ...rest] = grid
  const [corner, ...others] = top?.cells ?? []
  if (!top || rest.length < 2 || !corner || others.length === 0) return false
  if (corner.isHead && corner.text !== '' && others.every((cell) => !cell?.isHead)) return false
  const heads = corner.text === '' ? others : [corner, ...others]
  const texts = heads.map((cell) => cell?.text ?? '')
  const areLabels = texts.every(
    (text) => text !== '' && text.length <= LONGEST_HEAD && !/\d/.test(withoutUnit(text)),
  )
  if (!areLabels || new Set(texts).size < texts.length) return false
  const sample = rest.slice(0, 30)
  if (heads.length === 2 && !areAlike(sample.map(({ cells }) => cells[1]?.text ?? ''))) return false
  return top.cells.some(
    (_, x) => sample.filter(({ cells }) => /\d/.test(cells[x]?.text ?? '')).length > sample.length * 0.7,
  )
}

/** Whether values are of one kind: of two columns whose values are not, the first has the labels and the first row no heads. */
function areAlike(values: readonly string[]): boolean {
  const kinds = values.filter((text) => /\d/.test(text)).map((text) => mentionsIn(text)[0]?.kind)
  return new Set(kinds).size < 2
}

function isBold({ element }: GridCell): boolean {
  return element.children.some((child) => isTag(child) && /^(?:b|strong)$/.test(child.name))
}

export function labelsAt(heads: Grid, x: number): string[] {
  const texts = [...new Set(heads.map(({ cells }) => cells[x]?.text ?? '').filter((text) => text !== ''))]
  const bare = texts.map(withoutUnit).filter((text) => text !== '')
  const labels = [texts.join(' '), bare.join(' '), bare.at(-1) ?? ''].map((text) => text.slice(0, 120))
  return [...new Set(labels)].filter((text) => text !== '')
}

export function labelsOfNames(head: readonly string[], cells: readonly (GridCell | undefined)[]): string[] {
  const texts = cells.flatMap((cell) => (cell === undefined || cell.text === '' ? [] : [cell.text]))
  const isTelling =
    head.length > 0 && !head.some((text) => DESIGNATIONS.some((one) => one.likenessTo(text) > 0.8))
  if (isTelling || texts.length === 0 || new Set(texts).size < texts.length) return []
  const measured = texts.map((text) => measuredIn(text))
  const [first] = measured
  const quantities = first !== undefined && measured.every((one) => one === first) ? first.split(' ') : []
  return [...quantities, ...(texts.every((text) => /\p{L}/u.test(text)) ? NAMES : [])]
}

const NAMES = ['name', 'model', 'variant', 'version', 'type', 'plan']
const DESIGNATIONS = ['name', 'model', 'type', 'variant', 'product', 'item'].map(
  (name) => new Naming({ name }),
)

const QUANTITIES: readonly [units: string, quantities: string][] = [
  ['V kV', 'voltage'],
  ['W kW MW hp PS CV', 'power'],
  ['A mA', 'current'],
  ['Hz kHz MHz GHz', 'frequency'],
  ['kWh Wh mAh Ah', 'capacity'],
  ['kg g mg lb lbs oz t', 'weight'],
  ['l L ml mL cl dl gal', 'volume size capacity'],
  ['mm cm m km in ft " ″', 'size length'],
  ['m² m2 qm sqm ha ft²', 'area size'],
  ['GB MB TB kB', 'storage size'],
  ['°C °F', 'temperature'],
  ['bar mbar psi kPa', 'pressure'],
  ['rpm min⁻¹ 1/min U/min', 'speed'],
  ['dB dB(A) dBA', 'noise'],
  ['m³/h l/min l/s l/h m3/h gpm', 'flow'],
  ['mm² Nm N kN % € $ £ EUR USD GBP CHF min h s ms', ''],
]
const MEASURED = new Map(
  QUANTITIES.flatMap(([units, quantity]) => units.split(' ').map((unit) => [unit, quantity] as const)),
)
const BRACKETED = /\s*(?:\([^()]{1,16}(?:\([^()]{1,4}\))?\)|\[[^[\]]{1,16}\])\s*$/
const TRAILING = /(?:\s*[,/]|\s+in)?\s+(\S{1,8})$/
const LAST_UNIT = /\d\s?(\D\S{0,7})$/

function withoutUnit(label: string): string {
  const bare = label.replace(BRACKETED, '').trim()
  const unit = TRAILING.exec(bare)
  const isUnit = unit !== null && MEASURED.has(unit[1]!) && !/^(?:in|h|s|t|a|m)$/i.test(unit[1]!)
  const isSaid = unit !== null && MEASURED.has(unit[1]!) && /[,/]|\sin\s/.test(unit[0])
  return isUnit || isSaid ? bare.slice(0, unit.index).trim() : bare === '' ? label : bare
}

function measuredIn(text: string): string | undefined {
  const unit = LAST_UNIT.exec(text.trim())?.[1]
  return unit === undefined ? undefined : MEASURED.get(unit) || undefined
}

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
const MOST_PLACES = 300_000
const MOST_TRANSPOSED = 2000
const WIDEST = 200
const TALLEST_SPAN = 1000
const TABLE_ROLES: ReadonlySet<string> = new Set(['table', 'grid', 'treegrid'])
const CELL_ROLES: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader'])
const HEAD_ROLES: ReadonlySet<string> = new Set(['columnheader', 'rowheader'])

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
  let room = MOST_PLACES
  const isCalled = table.name === 'div' && !TABLE_ROLES.has(table.attribs['role'] ?? '')
  for (const [y, row] of rows.entries()) {
    const line = grid[y]!.cells
    const isInHead = isCalled
      ? y === 0
      : row.parent !== null && isTag(row.parent) && row.parent.name === 'thead'
    let x = 0
    for (const cell of row.children) {
      if (!isTag(cell) || (isCalled ? isInvisible(cell) : !isCell(cell))) continue
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

export function transposed(grid: Grid): Grid {
  const rows = grid.slice(0, MOST_TRANSPOSED)
  return Array.from({ length: Math.min(widthOf(rows), WIDEST) }, (_, x) => ({
    cells: rows.map(({ cells }) => cells[x]),
    element: undefined,
  }))
}

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

function isCalledHead({ attribs }: Element): boolean {
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

export interface CellNames {
  row: string
  column: string
  isHead: boolean
}
