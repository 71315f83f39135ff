import { scoreRows, sigmoid } from '../../learned/forest.ts'
import type { CompiledForest } from '../../learned/forest.ts'
import { readValue } from '../choose/read-value.ts'
import type { Finding } from '../findings/cues.ts'
import { areExclusive } from '../schema/schema-field.ts'
import type { ReadContext } from '../values/read-scalar.ts'
import { COLUMN_FEATURES, columnFits } from './column-features.ts'
import type { ColumnFit, Assignment, ItemField } from './column-features.ts'
import type { Column, Sheet } from './item-sheets.ts'

export interface ColumnForests {
  column: CompiledForest
  assign: CompiledForest
  sheet: CompiledForest
}

const LEAST = 0.8
const LEAST_COMPLEMENT = 0.4
const COMPLEMENT_SHARE = 0.75

/** Finds for each field the column of a sheet that holds it. No text holds two fields that one object has. */
export function assignColumns(
  sheet: Sheet,
  fields: readonly ItemField[],
  { readContext, forests }: { readContext: ReadContext; forests: ColumnForests },
): Map<ItemField, Assignment> {
  const fits = columnFits(
    sheet,
    fields.map(({ wanted }) => wanted),
    readContext,
  )
  const alone = fits.map((own) =>
    scoresOf(
      forests.column,
      own.map(({ features }) => features),
    ),
  )
  const beside = besideFeatures(fits, alone)
  const pairs = fits.flatMap((own, at) => {
    const scores = scoresOf(forests.assign, beside[at]!)
    return own.map(({ column }, row) => ({ field: fields[at]!, column, confidence: sigmoid(scores[row]!) }))
  })
  pairs.sort((one, other) => other.confidence - one.confidence)
  const taken: { field: ItemField; texts: Set<string> }[] = []
  const found = new Map<ItemField, Assignment>()
  for (const { field, column, confidence } of pairs) {
    if (confidence < LEAST_COMPLEMENT) break
    const known = found.get(field)
    if (!known && confidence < LEAST) continue
    if (known && (confidence < known.confidence * COMPLEMENT_SHARE || !isComplement(known.columns, column)))
      continue
    const texts = textsOf(column)
    const isShared = field.wanted.type === 'boolean' || field.wanted.wantsCurrency
    const isTaken = taken.some(
      (other) => !areExclusive(other.field.field, field.field) && overlaps(other.texts, texts),
    )
    if (!isShared && isTaken) continue
    if (known) known.columns.push(column)
    else found.set(field, { columns: [column], confidence, coverage: 0 })
    if (!isShared) taken.push({ field, texts })
  }
  addCurrencies(found, fields, readContext)
  for (const [{ wanted }, assignment] of found)
    assignment.coverage = coverageOf(sheet.records.length, (index) => {
      const cell = cellOf(assignment, index)
      return cell !== undefined && readValue(cell, wanted, readContext) !== undefined
    })
  return found
}

function addCurrencies(
  found: Map<ItemField, Assignment>,
  fields: readonly ItemField[],
  readContext: ReadContext,
): void {
  for (const field of fields) {
    if (!field.wanted.wantsCurrency || found.has(field)) continue
    for (const { columns, confidence } of found.values()) {
      const cells = columns[0]!.cells.filter((cell) => cell !== undefined)
      const read = cells.filter((cell) => readValue(cell, field.wanted, readContext) !== undefined)
      if (read.length * 2 <= cells.length) continue
      found.set(field, { columns, confidence, coverage: 0 })
      break
    }
  }
}

const NONE = new Float32Array(0)

export function scoresOf(forest: CompiledForest, rows: readonly (readonly number[])[]): Float64Array {
  const columns = rows[0]?.length ?? forest.features
  const values = new Float32Array(rows.length * columns)
  rows.forEach((features, row) => {
    features.forEach((value, column) => (values[column * rows.length + row] = value))
  })
  return scoreRows(forest, { rows: rows.length, values, columns, shared: NONE })
}

const KEPT =
  'named look readable coverage type reader sheet bases isBase orderGap chars kind isName isAgent hasLabel'
    .split(' ')
    .map((name) => COLUMN_FEATURES.indexOf(name))

export const BESIDE_FEATURES = 12 + KEPT.length

/** What a column is to a field beside the other columns and the other fields: what is left when the sure ones are taken. */
export function besideFeatures(fits: readonly ColumnFit[][], scores: readonly Float64Array[]): number[][][] {
  const bestOfField = scores.map((own) => own.reduce((most, score) => Math.max(most, score), -8))
  const ofColumn = new Map<Column, { field: number; score: number }[]>()
  fits.forEach((own, field) => {
    own.forEach(({ column }, at) => {
      const known = ofColumn.get(column)
      const one = { field, score: scores[field]![at]! }
      if (known) known.push(one)
      else ofColumn.set(column, [one])
    })
  })
  const bestOfColumn = new Map(
    [...ofColumn].map(([column, own]) => [column, Math.max(...own.map(({ score }) => score))]),
  )
  const isBase = COLUMN_FEATURES.indexOf('isBase')
  const bases = new Set(
    fits.flat().flatMap(({ column, features }) => (features[isBase] === 1 ? [column] : [])),
  )
  const free = [...bases].filter((column) => bestOfColumn.get(column)! < 0)
  const unfilled = bestOfField.filter((score) => score < 0).length
  const mean = bestOfField.reduce((sum, score) => sum + sigmoid(score), 0) / Math.max(1, fits.length)
  return fits.map((own, field) => {
    const order = Array.from(scores[field]!).toSorted((one, other) => other - one)
    return own.map(({ column, features }, at) => {
      const score = scores[field]![at]!
      const others = ofColumn.get(column)!.filter((one) => one.field !== field)
      const rival = others.reduce((most, one) => Math.max(most, one.score), -8)
      const rivalIsBetterElsewhere = others.filter(
        (one) => one.score > score && bestOfField[one.field]! > one.score + 0.5,
      ).length
      return [
        score,
        score - (order[0] === score ? (order[1] ?? -8) : order[0]!),
        order.indexOf(score),
        score - rival,
        others.filter((one) => one.score > score).length,
        rivalIsBetterElsewhere,
        free.includes(column) ? 1 : 0,
        free.length,
        unfilled,
        free.length - unfilled,
        fits.length,
        mean,
        ...KEPT.map((kept) => features[kept]!),
      ]
    })
  })
}

export function cellOf({ columns }: Assignment, index: number): Finding | undefined {
  for (const { cells } of columns) if (cells[index]) return cells[index]
  return undefined
}

function textsOf({ cells }: Column): Set<string> {
  const texts = new Set<string>()
  for (const cell of cells) if (cell) texts.add(`${cell.spot?.line ?? ''} ${cell.text}`)
  return texts
}

function overlaps(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  let count = 0
  for (const text of other) if (one.has(text)) count++
  return count * 2 > Math.min(one.size, other.size)
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

function coverageOf(count: number, isFilled: (index: number) => boolean): number {
  let filled = 0
  for (let index = 0; index < count; index++) if (isFilled(index)) filled++
  return count === 0 ? 0 : filled / count
}
