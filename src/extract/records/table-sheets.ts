import { isTag } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { cellsOf } from './cells.ts'
import { gridOf, soleCell, tablesIn, transposed, widthOf } from './grid.ts'
import type { Grid, GridCell, GridRow } from './grid.ts'
import type { Cell, Column, Label, Sheet } from './sheet.ts'
import { headsOf, labelsAt, labelsOfNames } from './table-heads.ts'
import { textOf } from './text-of.ts'
import { headingBefore } from './titles.ts'
import { unitedSheets } from './united-sheets.ts'

/** The tables of a page as records: a row each, or a column each where the heads stand at the side. */
export function tableSheets(root: AnyNode): Sheet[] {
  const sheets: Sheet[] = []
  for (const table of tablesIn(root)) {
    const grid = gridOf(table)
    for (const sheet of [sheetOf(table, grid), sheetOf(table, transposed(grid))])
      if (sheet) sheets.push(sheet)
  }
  return [...sheets, ...unitedSheets(sheets)]
}

/** Reads a grid whose first rows are heads; undefined when it has none, or too little below. */
function sheetOf(table: Element, grid: Grid): Sheet | undefined {
  const heads = headsOf(grid)
  if (!heads) return undefined
  const width = widthOf(heads.rows)
  const { rows, groups, details } = recordsIn(heads.body, width)
  if (width < 2 || rows.length === 0) return undefined
  const columns = Array.from({ length: width }, (_, x) => {
    if (isGroup(heads.rows, rows, x)) return []
    const labels = labelsAt(heads.rows, x)
    const names =
      x === 0
        ? labelsOfNames(
            labels,
            rows.map(({ cells }) => cells[0]),
          )
        : []
    return columnsAt([...labels, ...names], x, rows)
  }).flat()
  const caption = table.children.find((child): child is Element => isTag(child) && child.name === 'caption')
  const called = [
    caption ? textOf(caption, 120) : '',
    headingBefore(table),
    ...heads.titles,
    table.attribs['id'] ?? '',
    table.attribs['class'] ?? '',
  ]
  return {
    titles: called.filter((title) => title !== ''),
    columns: [...columns, ...besides(groups, OF_GROUPS, 'group'), ...besides(details, OF_DETAILS, 'details')],
    records: rows.map(({ element }) => element),
    count: rows.length,
  }
}

interface Records {
  rows: Grid
  /** For each, the title over those that it stands among, and what the row below says about it. */
  groups: (GridCell | undefined)[]
  details: (GridCell | undefined)[]
}

/** Rows of one cell over the whole width are titles of what follows, or say more about the row above each. */
function recordsIn(body: Grid, width: number): Records {
  const sole = body.map((row) => soleCell(row, width))
  const at = body.flatMap((row, y) => (sole[y] === undefined && isRecord(row, width) ? [y] : []))
  const followed = at.filter((y) => sole[y + 1] !== undefined && sole[y + 2] === undefined)
  const areDetails = followed.length > 1 && followed.length * 4 >= at.length * 3
  let group: GridCell | undefined
  const groups = new Map<number, GridCell | undefined>()
  for (const y of body.keys()) groups.set(y, areDetails ? undefined : (group = sole[y] ?? group))
  return {
    rows: at.map((y) => body[y]!),
    groups: at.map((y) => groups.get(y)),
    details: at.map((y) => (areDetails ? sole[y + 1] : undefined)),
  }
}

/** Empty rows are nothing; repeated heads and sums neither. */
function isRecord({ cells }: GridRow, width: number): boolean {
  const present = new Set(cells.filter((cell) => cell !== undefined))
  const filled = [...present].filter(({ text, element }) => text !== '' || element.children.length > 0)
  if (filled.length < Math.min(2, width)) return false
  return ![...present].every(({ isHead }) => isHead) && !TOTAL.test(filled[0]!.text)
}

const TOTAL =
  /^(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme|totale|suma|итого|合計|总计|합계)\b:?$/iu

/** Whether what reads like a column is a title that goes through the whole of a table with its heads at the side. */
function isGroup(heads: Grid, rows: Grid, x: number): boolean {
  const head = heads[0]?.cells[x]
  return head !== undefined && head.text !== '' && rows.every(({ cells }) => cells[x] === head)
}

const OF_GROUPS = ['category', 'section', 'group']
const OF_DETAILS = ['description', 'details']

/** A column of what stands between the rows. */
function besides(cells: readonly (GridCell | undefined)[], called: readonly string[], key: string): Column[] {
  if (cells.every((cell) => cell === undefined)) return []
  return [
    {
      ...base,
      key,
      source: 'record',
      labels: called.map((text) => ({ text, weight: 0.7 })),
      cells: cells.map((cell) => asCell(cell)),
    },
  ]
}

const base = {
  kind: 'text' as const,
  isHeading: false,
  isLink: false,
  isAside: false,
  source: 'table' as const,
  repeats: 1,
}

/** A column of the table, and what its cells have besides their text: addresses, pictures, parts that are named. */
function columnsAt(labels: readonly Label[], x: number, rows: Grid): Column[] {
  const whole: Column = {
    ...base,
    labels,
    key: `column ${x}`,
    cells: rows.map(({ cells }) => asCell(cells[x])),
  }
  const inner = new Map<string, { column: Column; cells: (Cell | undefined)[] }>()
  for (const [y, { cells: row }] of rows.entries()) {
    const element = row[x]?.element
    if (!element || !element.children.some(isTag)) continue
    for (const cell of cellsOf(element)) {
      const key = `column ${x} ${cell.key}`
      let known = inner.get(key)
      if (!known) {
        if (inner.size > 20) continue
        const said = [
          ...labels.map(({ text, weight }) => ({
            text,
            weight: weight * (cell.kind === 'text' ? 0.7 : 0.95),
          })),
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
