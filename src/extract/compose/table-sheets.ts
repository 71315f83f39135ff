import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Finding } from '../findings/cues.ts'
import {
  gridOf,
  soleCell,
  tablesIn,
  transposed,
  widthOf,
  headsOf,
  labelsAt,
  labelsOfNames,
} from '../findings/tables.ts'
import type { Grid, GridCell, GridRow } from '../findings/tables.ts'
import type { Pool } from '../findings/pool.ts'
import { textOf } from '../findings/element-profile.ts'
import { findingsIn, headingFinding, headingBefore } from './group-sheets.ts'
import type { Column, Sheet } from './item-sheets.ts'

const MOST_INNER = 12

export function tableSheets(pool: Pool, root: Element): Sheet[] {
  const sheets = tablesIn(root).flatMap((table) => {
    const grid = gridOf(table)
    const rows = sheetOf(pool, table, grid, 'column')
    const columns = sheetOf(pool, table, transposed(grid), 'row', rows !== undefined)
    return [...(rows ? [rows] : []), ...(columns ? [columns] : [])]
  })
  return [...sheets, ...mergeSheets(pool, sheets)]
}

function sheetOf(
  pool: Pool,
  table: Element,
  grid: Grid,
  side: 'column' | 'row',
  isMatrix = false,
): Sheet | undefined {
  const heads = headsOf(grid) ?? (isMatrix ? firstAsHeads(grid) : undefined)
  if (!heads) return undefined
  const width = widthOf(heads.rows)
  const { rows, groups, details } = recordsIn(heads.body, width)
  if (width < 2 || rows.length === 0) return undefined
  const columns = Array.from({ length: width }, (_, x) =>
    columnsAt(pool, rows, x, headLabels(heads.rows, rows, x), side),
  )
  const beside = [unlabelledColumn(pool, groups, 'over'), unlabelledColumn(pool, details, 'below')].flatMap(
    (one) => one ?? [],
  )
  const caption = table.children.find((child): child is Element => isTag(child) && child.name === 'caption')
  const titles = [
    caption ? textOf(caption, 120) : '',
    headingBefore(table),
    ...heads.titles,
    table.attribs['id'] ?? '',
    table.attribs['class'] ?? '',
  ]
  const first = pool.ranges.get(table)?.[0]
  return {
    titles: titles.filter((title) => title !== ''),
    columns: [...columns.flat(), ...beside],
    records: rows.map(({ element }) => element),
    kind: 'table',
    isAside: first !== undefined && pool.spots[first]!.isAside,
  }
}

/** Where both sides of a table name its values, the first column is heads as well. */
function firstAsHeads(grid: Grid) {
  const [first, ...body] = grid
  const texts = (first?.cells ?? []).slice(1).map((cell) => cell?.text ?? '')
  const areNames = texts.length > 1 && texts.every((text) => /\p{L}/u.test(text) && text.length < 50)
  return first && body.length > 0 && areNames && new Set(texts).size === texts.length
    ? { titles: [], rows: [first], body }
    : undefined
}

function headLabels(heads: Grid, rows: Grid, x: number): string[] {
  const labels = labelsAt(heads, x)
  if (x > 0) return labels
  const names = rows.map(({ cells }) => cells[0])
  return [...labels, ...labelsOfNames(labels, names)]
}

/** Rows of one cell over the whole width are titles of what follows, or say more about the row above each. */
function recordsIn(body: Grid, width: number) {
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

function isRecord({ cells }: GridRow, width: number): boolean {
  const present = new Set(cells.filter((cell) => cell !== undefined))
  const filled = [...present].filter(({ text, element }) => text !== '' || element.children.length > 0)
  if (filled.length < Math.min(2, width)) return false
  return ![...present].every(({ isHead }) => isHead) && !TOTAL.test(filled[0]!.text)
}

const TOTAL =
  /^(?:grand |sub)?(?:total|totals|sum|summe|gesamt|gesamtsumme|totale|suma|итого|合計|总计|합계|together|all(?: \p{L}+)?)\b:?$/iu

function unlabelledColumn(
  pool: Pool,
  cells: readonly (GridCell | undefined)[],
  key: string,
): Column | undefined {
  if (cells.every((cell) => cell === undefined)) return undefined
  return { key, labels: [], cells: cells.map((cell) => cell && wholeOf(pool, cell)[0]) }
}

function columnsAt(
  pool: Pool,
  rows: Grid,
  x: number,
  labels: readonly string[],
  side: 'column' | 'row',
): Column[] {
  const cells: (Finding | undefined)[] = []
  const inner = new Map<string, (Finding | undefined)[]>()
  rows.forEach(({ cells: row }, y) => {
    const cell = row[x]
    const [whole, others] = cell ? wholeOf(pool, cell) : [undefined, []]
    cells[y] = whole
    const counts = new Map<string, number>()
    for (const finding of others) {
      const base = finding.reader === 'mention' ? `mention/${finding.kind}` : finding.reader
      const nth = counts.get(base) ?? 0
      counts.set(base, nth + 1)
      const key = `${base}/${nth}`
      let column = inner.get(key)
      if (!column) {
        if (inner.size >= MOST_INNER) continue
        inner.set(key, (column = Array.from({ length: rows.length })))
      }
      column[y] = finding
    }
  })
  const key = `${side} ${x}`
  return [
    { key, labels, cells: Array.from({ length: rows.length }, (_, y) => cells[y]) },
    ...[...inner].map(([name, own]) => ({ key: `${key} ${name}`, labels, cells: own })),
  ]
}

function wholeOf(pool: Pool, { element, text }: GridCell): [Finding | undefined, Finding[]] {
  const found = findingsIn(pool, element)
  const whole =
    found.find((finding) => finding.text === text) ??
    found.find(({ reader, element: own }) => reader === 'block' && own === element) ??
    found.find(({ reader, spot }) => (reader === 'line' || reader === 'text') && spot !== undefined)
  return [whole ? { ...whole, isHead: false } : undefined, found.filter((one) => one !== whole)]
}

/** Tables with the same heads belong together when a list is wanted that they are parts of. */
function mergeSheets(pool: Pool, sheets: readonly Sheet[]): Sheet[] {
  const alike = Map.groupBy(sheets, ({ columns }) =>
    JSON.stringify(
      columns.filter(({ key }) => /^column \d+$/.test(key)).map(({ labels }) => labels[0] ?? ''),
    ),
  )
  return [...alike].flatMap(([labels, parts]) =>
    parts.length < 2 || labels === '[]' ? [] : [mergeOne(pool, parts)],
  )
}

function mergeOne(pool: Pool, parts: readonly Sheet[]): Sheet {
  const count = parts.reduce((sum, { records }) => sum + records.length, 0)
  const columns = new Map<string, { column: Column; cells: (Finding | undefined)[] }>()
  let start = 0
  for (const part of parts) {
    for (const column of [...part.columns, ...overColumn(pool, part)]) {
      const known = columns.get(column.key) ?? { column, cells: Array.from({ length: count }) }
      for (const [index, cell] of column.cells.entries()) known.cells[start + index] ??= cell
      columns.set(column.key, known)
    }
    start += part.records.length
  }
  return {
    titles: sharedTitles(parts),
    columns: [...columns.values()].map(({ column, cells }) => ({ ...column, cells })),
    records: parts.flatMap(({ records }) => records),
    kind: 'table',
    isAside: parts.some(({ isAside }) => isAside),
  }
}

function overColumn(pool: Pool, { titles: [title], records, columns }: Sheet): Column[] {
  const over = title === undefined ? undefined : headingFinding(pool, title)
  if (!over || columns.some(({ key }) => key === 'over')) return []
  return [{ key: 'over', labels: ['category', 'section', 'group'], cells: records.map(() => over) }]
}

function sharedTitles(parts: readonly Sheet[]): string[] {
  const [first = [], ...others] = parts.map(({ titles }): string[] => wordsIn(titles.join(' ')))
  const shared = [...new Set(first)].filter((word) => others.every((words) => words.includes(word)))
  return shared.length === 0 ? [] : [shared.join(' ')]
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
