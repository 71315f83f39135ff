import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { gridOf, soleCell, tablesIn, widthOf } from './grid.ts'
import type { Grid } from './grid.ts'
import { textOf } from './inside.ts'
import { headsOf } from './table-heads.ts'
import type { CellNames } from './grid.ts'

const MOST_CELLS = 20_000
const LONGEST_HEAD = 60
/** A table whose cells hold more is there for layout. */
const LONGEST_CELL = 600

/** The names of all cells of the tables and definition lists of a page. */
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

/** In a row of several pairs, `Length | 4.2 m | Width | 1.8 m`, the head of a value is the cell just before it. */
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

/** The terms of definitions: `<dt>` before `<dd>`, within one list or one group of it. */
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
