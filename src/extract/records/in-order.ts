import type { WishedField } from '../schema/wished-field.ts'
import type { Reading } from '../values/read-scalar.ts'
import type { Assignment } from './assign.ts'
import { isUnnamed } from './column-score.ts'
import { readCell } from './read-cell.ts'
import type { Column, Sheet } from './sheet.ts'

const SCORE = 0.6

/** Of records that have just as many texts as are wanted and names for none of them, the first text is the first field. */
export function assignInOrder(
  { columns, count }: Sheet,
  fields: readonly WishedField[],
  reading: Reading,
): Map<WishedField, Assignment> {
  const texts = columns.filter((column) => column.kind === 'text' && isUnnamed(column) && !isPart(column))
  const isFull = texts.every(({ cells }) => cells.every((cell) => cell !== undefined))
  if (count < 2 || fields.length < 2 || texts.length !== fields.length || !isFull) return new Map()
  const pairs = fields.map((field, at) => ({ field, column: texts[at]! }))
  const isReadable = pairs.every(({ field, column }) =>
    column.cells.every((cell) => cell && readCell(cell, field, reading) !== undefined),
  )
  if (!isReadable) return new Map()
  return new Map(
    pairs.map(({ field, column }) => [field, { columns: [column], score: SCORE, coverage: 1, rivals: 0 }]),
  )
}

function isPart({ key }: Column): boolean {
  return key.startsWith('part:') || /\/(?:\d+|rest)$/.test(key)
}
