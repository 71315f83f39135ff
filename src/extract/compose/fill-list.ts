import { isTag } from 'domhandler'
import { wantedOf, toField } from '../choose/field.ts'
import type { Field } from '../choose/similarity.ts'
import { readValue } from '../choose/read-value.ts'
import { sourceOf } from '../findings/cues.ts'
import { Naming } from '../schema/naming.ts'
import type { ObjectField, SchemaField, FlatList, FlatField } from '../schema/schema-field.ts'
import { fieldsOf, listsOf } from '../schema/schema-field.ts'
import { sigmoid } from '../../learned/forest.ts'
import { assignColumns, cellOf, scoresOf } from './assign-columns.ts'
import type { Assignment, ItemField } from './column-features.ts'
import { fillTexts } from './fill-texts.ts'
import type { FoundValue } from './assemble.ts'
import type { Scope } from './scope.ts'
import { isPartOf, relativeFeatures, sheetFeatures } from './column-features.ts'
import type { Sheet } from './item-sheets.ts'
import type { Chosen } from '../choose/choose.ts'
import type { Pool } from '../findings/pool.ts'
import { memoizePerObject, memoizePerText } from '../../language/memoize.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { ReadContext } from '../values/read-scalar.ts'

const MOST_RECORDS = 5000
const DEEPEST = 4
const ALMOST = 0.8
const ALMOST_FILLED = 0.03
const LEAST_QUALITY = 0.15

export function fillList(list: FlatList, scope: Scope, depth = 0): FoundValue[] {
  const { item } = list.schemaField
  if (item.kind === 'list' || depth > DEEPEST) return []
  if (item.kind === 'scalar') return fillTexts(list, item, scope)
  const best = bestSheetOf(list, item, scope, depth)
  return best ? recordsOf(best, list, scope, depth) : []
}

interface Judged {
  sheet: Sheet
  assigned: ReadonlyMap<ItemField, Assignment>
  inner: readonly FlatList[]
  quality: number
  filled: number
}

const listFields = memoizePerObject((item: ObjectField) =>
  memoizePerText((name): readonly ItemField[] => {
    const around = name === '' ? [] : [name]
    return fieldsOf(item, around).map((field) => ({ field, wanted: wantedOf(toField(field, around)) }))
  }),
)

function bestSheetOf(list: FlatList, item: ObjectField, scope: Scope, depth: number): Judged | undefined {
  const fields = listFields(item)(list.path.at(-1) ?? '')
  const inner = listsOf(item)
  const naming = new Naming({ name: list.path.at(-1) ?? '', words: list.words })
  const tried = scope.sheets().flatMap((sheet, rank) => {
    const assigned = assignColumns(sheet, fields, scope)
    if ((assigned.size === 0 && inner.length === 0) || isWholePage(sheet)) return []
    const judging = { assigned, fields, naming, inner: inner.length, rank, isWithin: !scope.isPage }
    return [{ sheet, assigned, features: sheetFeatures(sheet, judging) }]
  })
  const scores = scoresOf(scope.forests.sheet, relativeFeatures(tried))
  const judged = tried.map(({ sheet, assigned, features }, at) => {
    const nested = inner.reduce((sum, one) => sum + nestedShare(sheet, one, scope, depth), 0)
    const own = sigmoid(scores[at]!)
    const quality = inner.length === 0 ? own : (own * fields.length + nested) / (fields.length + inner.length)
    return { sheet, assigned, inner, quality, filled: features[0]! }
  })
  const [best] = judged
    .filter(({ quality }) => quality >= LEAST_QUALITY)
    .toSorted((one, other) => other.quality - one.quality)
  // Records that are among others which are filled as well are only a part of the list.
  const whole = judged.find(
    (other) =>
      best !== undefined &&
      inner.length === 0 &&
      other.quality >= best.quality * ALMOST &&
      other.filled >= best.filled - ALMOST_FILLED &&
      isPartOf(best.sheet, other.sheet),
  )
  return whole ?? best
}

/** Whether one of its records has the heading of the page in it: then they are parts of the page and no things. */
export function isWholePage({ records }: Sheet): boolean {
  const holding = records.filter((record) => record !== undefined && hasMainHeading(record, 0))
  return holding.length > 0 && holding.length < records.length
}

function hasMainHeading(element: NonNullable<Sheet['records'][number]>, depth: number): boolean {
  return (
    element.name === 'h1' ||
    (depth < 8 && element.children.some((child) => isTag(child) && hasMainHeading(child, depth + 1)))
  )
}

function nestedShare(sheet: Sheet, nested: FlatList, scope: Scope, depth: number): number {
  const tried = Math.min(sheet.records.length, 3)
  let found = 0
  for (let index = 0; index < tried; index++)
    if (fillList(nested, recordOf(sheet, index, scope), depth + 1).length > 0) found++
  return tried === 0 ? 0 : (0.8 * found) / tried
}

function recordOf({ records, items }: Sheet, index: number, scope: Scope): Scope {
  return scope.record(records[index], items?.[index])
}

function recordsOf(
  { sheet, assigned, inner }: Judged,
  list: FlatList,
  scope: Scope,
  depth: number,
): FoundValue[] {
  const rows: FoundValue[][] = []
  const { allowance, readContext } = scope
  const count = Math.min(sheet.records.length, MOST_RECORDS)
  for (let index = 0; index < count && allowance.values > 0; index++) {
    const row: FoundValue[] = []
    for (const [{ field, wanted }, assignment] of assigned) {
      const finding = cellOf(assignment, index)
      const value = finding && readValue(finding, wanted, readContext)
      if (value === undefined) continue
      row.push({
        path: field.path,
        value,
        text: finding!.text,
        element: finding!.element,
        source: sheet.kind === 'group' ? 'record' : sheet.kind === 'table' ? 'table' : sourceOf(finding!),
        confidence: assignment.confidence,
        record: { element: sheet.records[index], item: sheet.items?.[index], depth: field.path.length },
      })
    }
    for (const nested of inner) row.push(...fillList(nested, recordOf(sheet, index, scope), depth + 1))
    rows.push(row)
    allowance.values -= row.length
  }
  return dropStrays(rows)
    .slice(0, list.schemaField.most)
    .flatMap((row, index) => row.map((found) => ({ ...found, path: [...list.path, index, ...found.path] })))
}

function dropStrays(rows: readonly FoundValue[][]): FoundValue[][] {
  const counts = rows.map((row) => new Set(row.map(({ path }) => path.join('/'))).size)
  const typical = counts.toSorted((one, other) => one - other)[counts.length >> 1] ?? 0
  return rows.filter((_, index) => counts[index]! > 0 && counts[index]! * 3 > typical)
}

const SURE = 0.75
const KEPT = 0.5
const LEAST_TOLD = 2
const LABELLED: ReadonlySet<string> = new Set(['pair', 'definition', 'table', 'json-ld', 'microdata', 'rdfa'])

/**
 * What a list is filled with where the page lists no such things: the page itself as its only record, where it has one
 * thing as its heading and surely says most of what is wanted of it.
 */
export function recordOfPage(
  list: FlatList,
  choose: (fields: readonly Field[]) => ReadonlyMap<Field, Chosen>,
): FoundValue[] {
  const { item } = list.schemaField
  if (item.kind !== 'object') return []
  const fields = fieldsOf(item, list.path.slice(-1))
  const asked = new Map<Field, FlatField>(fields.map((field) => [toField(field), field]))
  const kept = [...choose([...asked.keys()])].filter(([, { confidence }]) => confidence >= KEPT)
  const isTitled = kept.some(
    ([key, { finding }]) => asked.get(key)!.naming.isTitle() && [1, 2].includes(finding.spot?.level ?? 0),
  )
  const sure = kept.filter(
    ([key, { confidence, finding }]) =>
      confidence >= SURE && !asked.get(key)!.naming.isTitle() && LABELLED.has(sourceOf(finding)),
  )
  if (!isTitled || sure.length < LEAST_TOLD || kept.length * 2 <= fields.length) return []
  return kept.map(([key, { finding, value, confidence }]) => ({
    path: [...list.path, 0, ...asked.get(key)!.path],
    value,
    text: finding.text,
    element: finding.element,
    source: sourceOf(finding),
    confidence,
  }))
}

const MOST_ENTRIES = 200

export function fillMap(
  schemaField: SchemaField,
  pool: Pool,
  readContext: ReadContext,
  path: readonly string[] = [],
): FoundValue[] {
  if (schemaField.kind !== 'object') return []
  const inner = schemaField.properties.flatMap(({ name, schemaField: property }) =>
    fillMap(property, pool, readContext, [...path, name]),
  )
  const { others } = schemaField
  if (others?.kind !== 'scalar' || schemaField.properties.length > 0 || path.length === 0) return inner
  const found = new Map<string, FoundValue>()
  for (const { label, text, element } of labelledIn(pool)) {
    if (found.has(label) || found.size >= MOST_ENTRIES) continue
    const value = readScalar(text, others, readContext)
    if (value === undefined) continue
    found.set(label, { path: [...path, label], value, text, element, source: 'pair', confidence: 0.7 })
  }
  return [...inner, ...found.values()]
}

export function labelledIn({ findings }: Pool) {
  return findings.flatMap(({ cues, text, element, reader, spot, isHead }) => {
    const label = (cues.inText || cues.colon || cues.row || '').replace(/\s*[:：=]$/, '')
    const isWhole = reader === 'text' ? cues.inText === '' : reader === 'value' || reader === 'line'
    return label !== '' && isWhole && !isHead && spot && !spot.isAside ? [{ label, text, element }] : []
  })
}
