import { areExclusive } from '../schema/wished-field.ts'
import type { WishedField } from '../schema/wished-field.ts'
import type { Reading, Scalar } from '../values/read-scalar.ts'
import { columnScore } from './column-score.ts'
import { ColumnIndex } from './column-index.ts'
import { leftOver } from './left-over.ts'
import { readCell } from './read-cell.ts'
import type { Cell, Column, Sheet } from './sheet.ts'

/** The columns that hold a field, the best first, and how sure that is. */
export interface Assignment {
  columns: readonly Column[]
  score: number
  /** The part of the records that have it. */
  coverage: number
  /** How many other columns could be it as well and show something else. */
  rivals: number
}

/** Below this nothing is known about what a column is. */
export const SURE_ENOUGH = 0.55

/** Pairs of a field and a column that are looked at; who asks for many fields has fewer columns tried for each. */
const MOST_PAIRS = 400_000
const FEWEST_TRIED = 100

/** Finds for each field the column of a sheet that holds it. No column holds two fields that one object has. */
export function assign(
  sheet: Sheet,
  fields: readonly WishedField[],
  reading: Reading,
): Map<WishedField, Assignment> {
  const index = ColumnIndex.of(sheet, reading)
  const most = Math.max(FEWEST_TRIED, Math.floor(MOST_PAIRS / Math.max(1, fields.length)))
  const pairs: { field: WishedField; at: number; score: number }[] = []
  for (const field of fields) {
    for (const at of index.likelyFor(field, most)) {
      const score = columnScore(field, index.traits[at]!, index.surroundings, reading)
      if (score >= SURE_ENOUGH) pairs.push({ field, at, score })
    }
  }
  pairs.sort((one, other) => other.score - one.score || one.at - other.at)
  const taken = new Map<number, WishedField[]>()
  const found = new Map<WishedField, { columns: Column[]; score: number; rivals: number }>()
  for (const { field, at, score } of pairs) {
    const known = found.get(field)
    const column = sheet.columns[at]!
    if (known && score >= known.score * 0.95 && !showsSame(known.columns[0]!, column)) known.rivals++
    const holders = taken.get(at) ?? []
    if (!holders.every((holder) => areExclusive(holder, field))) continue
    if (!known) found.set(field, { columns: [column], score, rivals: 0 })
    else if (score > known.score * 0.8 && isComplement(known.columns, column)) known.columns.push(column)
    else continue
    taken.set(at, [...holders, field])
  }
  const left = sheet.isPage
    ? undefined
    : leftOver(
        fields.filter((field) => !found.has(field)),
        index.traits.filter((_, at) => !taken.has(at)),
        index.surroundings,
      )
  if (left) found.set(left.field, { columns: [left.traits.column], score: SURE_ENOUGH, rivals: 0 })
  return new Map(
    [...found].map(([field, { columns, score, rivals }]) => [
      field,
      { columns, score, rivals, coverage: coverageOf(columns, sheet.count) },
    ]),
  )
}

/** The value of a field in one record, with the cell it was read from. */
export function valueAt(
  field: WishedField,
  { columns }: Assignment,
  index: number,
  reading: Reading,
): { value: Scalar; cell: Cell; column: Column } | undefined {
  for (const column of columns) {
    const cell = column.cells[index]
    const value = cell && readCell(cell, field, reading)
    if (value !== undefined) return { value, cell: cell!, column }
  }
  return undefined
}

function showsSame(one: Column, other: Column): boolean {
  return one.cells[0]?.text === other.cells[0]?.text
}

function isComplement(columns: readonly Column[], other: Column): boolean {
  let both = 0
  let own = 0
  for (const [index, cell] of other.cells.entries()) {
    if (cell === undefined) continue
    own++
    if (columns.some(({ cells }) => cells[index] !== undefined)) both++
  }
  return own > 0 && both / own <= 0.2
}

function coverageOf(columns: readonly Column[], count: number): number {
  let filled = 0
  for (let index = 0; index < count; index++) {
    if (columns.some(({ cells }) => cells[index] !== undefined)) filled++
  }
  return count === 0 ? 0 : filled / count
}
