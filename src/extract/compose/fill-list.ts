import { isTag } from 'domhandler'
import { wantedOf, askedAs } from '../choose/field.ts'
import type { Field } from '../choose/similarity.ts'
import { readValue } from '../choose/read-value.ts'
import { sourceOf } from '../findings/cues.ts'
import { Naming } from '../schema/naming.ts'
import type { ObjectWish, Wish, WishedList, WishedField } from '../schema/wish.ts'
import { fieldsOf, listsOf } from '../schema/wish.ts'
import { sigmoid } from '../../learned/forest.ts'
import { assignColumns, cellOf, scoresOf } from './assign-columns.ts'
import type { Assignment, ListField } from './column-features.ts'
import { fillTexts } from './fill-texts.ts'
import type { Found } from './assemble.ts'
import type { Scope } from './scope.ts'
import { areAmong, besideSheets, sheetFeatures } from './column-features.ts'
import type { Sheet } from './item-sheets.ts'
import type { Chosen } from '../choose/choose.ts'
import type { Pool } from '../findings/pool.ts'
import { oncePer, oncePerText } from '../../language/once.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Reading } from '../values/read-scalar.ts'

const MOST_RECORDS = 5000
const DEEPEST = 4
const ALMOST = 0.8
const ALMOST_FILLED = 0.03
const LEAST_QUALITY = 0.15

export function fillList(list: WishedList, scope: Scope, depth = 0): Found[] {
  const { item } = list.wish
  if (item.kind === 'list' || depth > DEEPEST) return []
  if (item.kind === 'scalar') return fillTexts(list, item, scope)
  const best = bestSheetOf(list, item, scope, depth)
  return best ? recordsOf(best, list, scope, depth) : []
}

interface Judged {
  sheet: Sheet
  assigned: ReadonlyMap<ListField, Assignment>
  inner: readonly WishedList[]
  quality: number
  filled: number
}

const listFields = oncePer((item: ObjectWish) =>
  oncePerText((name): readonly ListField[] => {
    const around = name === '' ? [] : [name]
    return fieldsOf(item, around).map((field) => ({ field, wanted: wantedOf(askedAs(field, around)) }))
  }),
)

function bestSheetOf(list: WishedList, item: ObjectWish, scope: Scope, depth: number): Judged | undefined {
  const fields = listFields(item)(list.path.at(-1) ?? '')
  const inner = listsOf(item)
  const naming = new Naming({ name: list.path.at(-1) ?? '', words: list.words })
  const tried = scope.sheets().flatMap((sheet, rank) => {
    const assigned = assignColumns(sheet, fields, scope)
    if ((assigned.size === 0 && inner.length === 0) || holdsPage(sheet)) return []
    const judging = { assigned, fields, naming, inner: inner.length, rank, isWithin: !scope.isPage }
    return [{ sheet, assigned, features: sheetFeatures(sheet, judging) }]
  })
  const scores = scoresOf(scope.forests.sheet, besideSheets(tried))
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
      areAmong(best.sheet, other.sheet),
  )
  return whole ?? best
}

/** Whether one of its records has the heading of the page in it: then they are parts of the page and no things. */
export function holdsPage({ records }: Sheet): boolean {
  const holding = records.filter((record) => record !== undefined && hasMainHeading(record, 0))
  return holding.length > 0 && holding.length < records.length
}

function hasMainHeading(element: NonNullable<Sheet['records'][number]>, depth: number): boolean {
  return (
    element.name === 'h1' ||
    (depth < 8 && element.children.some((child) => isTag(child) && hasMainHeading(child, depth + 1)))
  )
}

function nestedShare(sheet: Sheet, nested: WishedList, scope: Scope, depth: number): number {
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
  list: WishedList,
  scope: Scope,
  depth: number,
): Found[] {
  const rows: Found[][] = []
  const { allowance, reading } = scope
  const count = Math.min(sheet.records.length, MOST_RECORDS)
  for (let index = 0; index < count && allowance.values > 0; index++) {
    const row: Found[] = []
    for (const [{ field, wanted }, assignment] of assigned) {
      const finding = cellOf(assignment, index)
      const value = finding && readValue(finding, wanted, reading)
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
  return withoutStrays(rows)
    .slice(0, list.wish.most)
    .flatMap((row, index) => row.map((found) => ({ ...found, path: [...list.path, index, ...found.path] })))
}

function withoutStrays(rows: readonly Found[][]): Found[][] {
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
  list: WishedList,
  choose: (fields: readonly Field[]) => ReadonlyMap<Field, Chosen>,
): Found[] {
  const { item } = list.wish
  if (item.kind !== 'object') return []
  const fields = fieldsOf(item, list.path.slice(-1))
  const asked = new Map<Field, WishedField>(fields.map((field) => [askedAs(field), field]))
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

export function fillMap(wish: Wish, pool: Pool, reading: Reading, path: readonly string[] = []): Found[] {
  if (wish.kind !== 'object') return []
  const inner = wish.properties.flatMap(({ name, wish: property }) =>
    fillMap(property, pool, reading, [...path, name]),
  )
  const { others } = wish
  if (others?.kind !== 'scalar' || wish.properties.length > 0 || path.length === 0) return inner
  const found = new Map<string, Found>()
  for (const { label, text, element } of labelledIn(pool)) {
    if (found.has(label) || found.size >= MOST_ENTRIES) continue
    const value = readScalar(text, others, reading)
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
