import { readValue } from '../choose/read-value.ts'
import type { Naming } from '../schema/naming.ts'
import type { Assignment, ListField } from './assign-columns.ts'
import type { Sheet } from './sheet.ts'

interface Judging {
  assigned: ReadonlyMap<ListField, Assignment>
  fields: readonly ListField[]
  naming: Naming
  /** How many lists are asked for in each. */
  inner: number
  rank: number
  /** Whether the records stand within another one. */
  isWithin: boolean
}

/** How many numbers `sheetFeatures` gives. */
export const SHEET_FEATURES = 22

/** What is known about records as the list that is asked for, as a row of numbers. */
export function sheetFeatures(
  sheet: Sheet,
  { assigned, fields, naming, inner, rank, isWithin }: Judging,
): number[] {
  const wanted = fields.length + inner
  const own = [...assigned]
  const sum = own.reduce((total, [, { confidence, coverage }]) => total + confidence * coverage, 0)
  const full = own.filter(([, { columns, coverage }]) => coverage > 0.8 && columns[0]!.key !== 'over')
  const sure = own.filter(([, { confidence }]) => confidence > 0.75)
  const [name] = own.filter(([{ wanted: field }]) => field.titled > 0)
  const texts = sheet.columns.filter(({ key }) => /^text /.test(key))
  const filled = texts.map(({ cells }) => cells.filter((cell) => cell !== undefined).length / cells.length)
  const used = new Set(
    own.flatMap(([, { columns }]) =>
      columns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.spot?.line ?? [])),
    ),
  )
  const lines = new Set(texts.flatMap(({ cells }) => cells.flatMap((cell) => cell?.spot?.line ?? [])))
  const values = own.flatMap(([{ wanted: field }, { columns }]) => {
    const cells = columns[0]!.cells.slice(0, 8)
    return cells.flatMap((cell) => (cell ? [readValue(cell, field, {}) !== undefined] : []))
  })
  return [
    sum / Math.max(1, wanted),
    sum / Math.max(1, fields.length),
    assigned.size / Math.max(1, fields.length),
    assigned.size,
    full.length / Math.max(1, fields.length),
    sure.length / Math.max(1, fields.length),
    mean(own.map(([, { coverage }]) => coverage)),
    Math.min(1, ...own.map(([, { coverage }]) => coverage)),
    Math.max(0, ...sheet.titles.map((text) => naming.likenessTo(text))),
    Math.min(sheet.records.length, 40),
    Number(sheet.isAside),
    ['items', 'table', 'group'].indexOf(sheet.kind),
    Math.min(rank, 40),
    texts.filter(({ key }, at) => /#\d+$/.test(key) && filled[at]! > 0.3).length / Math.max(1, texts.length),
    mean(filled),
    texts.length,
    name ? name[1].confidence : -1,
    name ? distinct(name[1], sheet) : -1,
    lines.size === 0 ? -1 : used.size / lines.size,
    values.filter(Boolean).length / Math.max(1, values.length),
    own.filter(([, { columns }]) => columns[0]!.key === 'over').length,
    Number(isWithin),
  ]
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length
}

function distinct({ columns }: Assignment, { records }: Sheet): number {
  return (
    new Set(columns.flatMap(({ cells }) => cells.flatMap((cell) => cell?.text ?? []))).size / records.length
  )
}
