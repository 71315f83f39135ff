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

/** How many numbers `sheetFeatures` and `besideSheets` give together. */
export const SHEET_FEATURES = 21 + 6

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
  const name = own.find(([{ wanted: field }]) => field.titled > 0)
  const texts = sheet.columns.filter(({ key }) => key.startsWith('text '))
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

type Span = readonly [first: number, last: number]
const MOST_SPANS = 40

/** The lines of each of the first records, but for what stands over several of them. */
function spansOf({ records, columns }: Sheet): Span[] {
  const own = columns.filter(({ key }) => key !== 'over')
  return records.slice(0, MOST_SPANS).flatMap((_, index): Span[] => {
    let [first, last] = [Infinity, -Infinity]
    for (const { cells } of own) {
      const line = cells[index]?.spot?.line
      if (line === undefined) continue
      first = Math.min(first, line)
      last = Math.max(last, line)
    }
    return last < first ? [] : [[first, last]]
  })
}

/** The part of spans that stand in one of others and are shorter. */
function shareWithin(inner: readonly Span[], outer: readonly Span[]): number {
  if (inner.length === 0) return 0
  const held = inner.filter(([first, last]) =>
    outer.some(([from, to]) => from <= first && last <= to && to - from > last - first),
  )
  return held.length / inner.length
}

/** Whether all records of a sheet stand among those of another one that has more. */
export function areAmong(part: Sheet, whole: Sheet): boolean {
  if (part.records.length >= whole.records.length || part.records.length > MOST_SPANS) return false
  const spans = new Set(spansOf(whole).map(String))
  const own = spansOf(part)
  return own.length > 0 && own.every((span) => spans.has(String(span)))
}

/** What is known about records beside all other records that were tried: what holds them, what they are made of, which fit better. */
export function besideSheets(all: readonly { sheet: Sheet; features: readonly number[] }[]): number[][] {
  const spans = all.map(({ sheet }) => spansOf(sheet))
  const sums = all.map(({ features }) => features[0]!)
  return all.map(({ sheet, features }, at) => {
    let [partsGap, wholes, wholesGap, best, better] = [0, 0, 0, 0, 0]
    all.forEach((other, nth) => {
      if (nth === at) return
      best = Math.max(best, sums[nth]!)
      if (sums[nth]! > sums[at]!) better++
      const [own, others] = [sheet.records.length, other.sheet.records.length]
      if (others > own && shareWithin(spans[nth]!, spans[at]!) > 0.7) {
        partsGap = Math.max(partsGap, sums[nth]! - sums[at]! + 1)
      } else if (own > others && shareWithin(spans[at]!, spans[nth]!) > 0.7) {
        wholes = Math.max(wholes, own / others)
        wholesGap = Math.max(wholesGap, sums[nth]! - sums[at]! + 1)
      }
    })
    return [...features, partsGap, Math.min(wholes, 12), wholesGap, sums[at]! - best, better, all.length]
  })
}
