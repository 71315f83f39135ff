import { areExclusive } from '../schema/wished-field.ts'
import type { WishedField } from '../schema/wished-field.ts'
import type { Reading, Scalar } from '../values/read-scalar.ts'
import { columnScore } from './column-score.ts'
import { ColumnIndex } from './column-index.ts'
import { afterNames, leftOver } from './left-over.ts'
import { nameColumn } from './people.ts'
import { readCell } from './read-cell.ts'
import type { Cell, Column, Sheet } from './sheet.ts'
import type { Traits } from './traits.ts'

/** The columns that hold a field, the best first, and how sure that is. */
export interface Assignment {
  columns: readonly Column[]
  score: number
  /** The part of the records that have it. */
  coverage: number
  /** How many other columns could be it as well and show something else. */
  rivals: number
  /** Whether nothing but that no other field was left says so. */
  isGuess?: boolean
}

/** Below this nothing is known about what a column is. */
export const SURE_ENOUGH = 0.55

/** How surely a column of people is that of their names. */
const OF_PEOPLE = 0.9

/** Pairs of a field and a column that are looked at; who asks for many fields has fewer columns tried for each. */
const MOST_PAIRS = 400_000
const FEWEST_TRIED = 100

type Chosen = Omit<Assignment, 'columns' | 'coverage'> & { columns: Column[] }

/** Finds for each field the column of a sheet that holds it. No column holds two fields that one object has. */
export function assign(
  sheet: Sheet,
  fields: readonly WishedField[],
  reading: Reading,
): Map<WishedField, Assignment> {
  const index = ColumnIndex.of(sheet, reading)
  const most = Math.max(FEWEST_TRIED, Math.floor(MOST_PAIRS / Math.max(1, fields.length)))
  const pairs: { field: WishedField; at: number; score: number }[] = []
  const people = sheet.isPage || sheet.count < 2 ? undefined : nameColumn(fields, index)
  if (people) pairs.push({ ...people, score: OF_PEOPLE })
  for (const field of fields) {
    if (field === people?.field) continue
    for (const at of index.likelyFor(field, most)) {
      const score = columnScore(field, index.traits[at]!, index.surroundings, reading)
      if (score >= SURE_ENOUGH) pairs.push({ field, at, score })
    }
  }
  pairs.sort((one, other) => other.score - one.score || one.at - other.at)
  const taken = new Map<number, WishedField[]>()
  const found = new Map<WishedField, Chosen>()
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
  if (!sheet.isPage && !sheet.isAside) addGuesses(found, { fields, index, taken, people })
  return new Map(
    [...found].map(([field, chosen]) => [
      field,
      { ...chosen, coverage: coverageOf(chosen.columns, sheet.count) },
    ]),
  )
}

interface Known {
  fields: readonly WishedField[]
  index: ColumnIndex
  taken: ReadonlyMap<number, unknown>
  people: { at: number } | undefined
}

/** What nothing says but that there is nothing else left. */
function addGuesses(found: Map<WishedField, Chosen>, { fields, index, taken, people }: Known): void {
  const { traits, surroundings: around } = index
  const add = (guess: { field: WishedField; traits: Traits } | undefined): void => {
    if (!guess) return
    const { field, traits: one } = guess
    found.set(field, { columns: [one.column], score: SURE_ENOUGH, rivals: 0, isGuess: true })
  }
  const open = fields.filter((field) => !found.has(field))
  const known = [...taken.keys()].map((at) => traits[at]!)
  const columns = traits.map((one, at) => ({ traits: one, at })).filter(({ at }) => !taken.has(at))
  if (people) add(afterNames(open, columns, { at: people.at, taken: known }))
  const isTitled = [...found.keys()].some(({ naming }) => naming.isTitle())
  const left = open.filter((field) => !found.has(field))
  const guessed = new Set([...found.values()].flatMap(({ isGuess, columns: own }) => (isGuess ? own : [])))
  const rest = columns.map(({ traits: one }) => one).filter(({ column }) => !guessed.has(column))
  add(leftOver(left, rest, { around, taken: known, isTitled }))
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
