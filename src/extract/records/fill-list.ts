import type { Element } from 'domhandler'
import { Naming } from '../schema/naming.ts'
import { fieldsOf, listsOf } from '../schema/wished-field.ts'
import type { WishedField, WishedList } from '../schema/wished-field.ts'
import type { ObjectWish } from '../schema/wish.ts'
import type { Reading } from '../values/read-scalar.ts'
import { assign, valueAt } from './assign.ts'
import type { Assignment } from './assign.ts'
import { assignInOrder } from './in-order.ts'
import { addCurrencies } from './currencies.ts'
import { fillScalars } from './fill-scalars.ts'
import type { Finding } from './finding.ts'
import { elementsOf } from './inside.ts'
import type { Listing, Scope } from './scope.ts'
import { bestOf } from './sections.ts'
import type { Sheet } from './sheet.ts'

const MOST_RECORDS = 5000
const DEEPEST = 4
/** A list of which less is found is none. */
const LEAST_QUALITY = 0.3

/** Fills a list from whatever on the page has most of what its items want. */
export function fillList(list: WishedList, scope: Scope, reading: Reading, depth = 0): Finding[] {
  const { item } = list.wish
  if (item.kind === 'list' || depth > DEEPEST) return []
  return scope.filled(list, () =>
    item.kind === 'scalar'
      ? fillScalars(list, item, scope, reading)
      : fillRecords(list, item, { scope, reading, depth }),
  )
}

interface Way {
  scope: Scope
  reading: Reading
  depth: number
}

function fillRecords(list: WishedList, item: ObjectWish, way: Way): Finding[] {
  const around = list.path.slice(-1)
  const fields = fieldsOf(item, around)
  const inner = listsOf(item, around)
  const called = list.path.at(-1) ?? ''
  const naming = new Naming({ name: called, words: list.words })
  const judged = way.scope.listings().flatMap((listing) => {
    const quality = qualityOf(listing, { fields, inner, naming, called }, way)
    return quality >= LEAST_QUALITY ? [{ listing, quality }] : []
  })
  const best =
    inner.length === 0 ? bestOf(judged) : judged.toSorted((one, other) => other.quality - one.quality)[0]
  const filling = { list, fields, inner, way }
  if (!best) return inner.length === 0 ? recordsInOrder(naming, filling) : []
  const sheet = best.listing.whole()
  return recordsOf(sheet, assign(sheet, fields, way.reading), filling)
}

/** Records that nothing in them names, in a list that is called as it is wished for. */
function recordsInOrder(naming: Naming, filling: Filling): Finding[] {
  const { fields, way } = filling
  for (const { sample, whole } of way.scope.listings()) {
    if (titleLikeness(sample, naming) < SURELY_CALLED) continue
    if (assignInOrder(sample, fields, way.reading).size > 0)
      return recordsOf(whole(), assignInOrder(whole(), fields, way.reading), filling)
  }
  return []
}

/** How surely a list is the one that is wished for by what it is called alone. */
const SURELY_CALLED = 0.75

interface Wanted {
  fields: readonly WishedField[]
  inner: readonly WishedList[]
  naming: Naming
  /** What the list is to be called. */
  called: string
}

/** How much of what is wanted a list has, and whether it is called so. */
function qualityOf({ sample, rank }: Listing, wanting: Wanted, way: Way): number {
  const { fields, inner, naming, called } = wanting
  const found = assign(sample, fields, way.reading)
  let sum = 0
  let solid = 0
  const isSure = [...found.values()].some(({ score, coverage }) => score >= SURE && coverage >= 0.3)
  for (const { score, coverage, isGuess = false } of found.values()) {
    if (isGuess && !isSure) continue
    sum += score * coverage
    if (coverage >= 0.3) solid++
  }
  for (const nested of inner) sum += nestedShare(sample, nested, way)
  const wanted = fields.length + inner.length
  const title = titleLikeness(sample, naming)
  const isScarce = solid + inner.length < Math.min(2, wanted)
  if (wanted === 0 || (isScarce && !(isCalled(sample, called) && isTitled(found, sample)))) return 0
  if (holdsPage(sample)) return 0
  const quality =
    sum / wanted +
    0.15 * title +
    0.02 * Math.log2(1 + Math.min(sample.count, 30)) +
    (isLinked(found) ? 0.06 : 0) -
    0.004 * rank
  const likely = sample.isAside ? quality * BESIDE : quality
  return isScarce ? Math.max(LEAST_QUALITY, Math.min(likely, SCARCE_QUALITY)) : likely
}

/** How surely one field must be found for another to be what is left. */
const SURE = 0.7
/** What a list beside the content is worth of one in it. */
const BESIDE = 0.7

/** Whether what its records are called leads to pages of their own. */
function isLinked(found: ReadonlyMap<WishedField, Assignment>): boolean {
  return [...found].some(
    ([{ naming }, { columns, coverage }]) => naming.isTitle() && columns[0]!.isLink && coverage > 0.8,
  )
}

/** Whether one of its records has the heading of the page in it: then they are parts of the page and no things. */
function holdsPage({ records }: Sheet): boolean {
  const holding = records.filter((record) => record !== undefined && hasMainHeading(record, 0))
  return holding.length > 0 && holding.length < records.length
}

function hasMainHeading(element: Element, depth: number): boolean {
  return (
    element.name === 'h1' ||
    (depth < DEEPEST_HEADING && elementsOf(element).some((child) => hasMainHeading(child, depth + 1)))
  )
}

const DEEPEST_HEADING = 8

/** What a list of nothing but names is worth at most, so that any with more is preferred to it. */
const SCARCE_QUALITY = 0.35

function titleLikeness({ titles }: Sheet, naming: Naming): number {
  return Math.max(0, ...titles.map((title) => naming.likenessTo(title)))
}

/** Whether the very name of the list is over it: a heading with the word for one of its things is about that one. */
function isCalled({ titles }: Sheet, called: string): boolean {
  return called.length > 2 && titles.some((title) => title.toLowerCase().includes(called.toLowerCase()))
}

/** Whether several records have at least what they are called, most of them with a page of their own behind it. */
function isTitled(found: ReadonlyMap<WishedField, Assignment>, { columns, count }: Sheet): boolean {
  const links = columns.filter(({ kind }) => kind === 'link')
  const isLinked = links.some(({ cells }) => cells.filter((cell) => cell !== undefined).length * 2 > count)
  const isNamed = [...found].some(([{ naming }, { coverage }]) => naming.isTitle() && coverage > 0.5)
  return count > 1 && isLinked && isNamed
}

/** The part of the first records in which the list that they are to hold is found. */
function nestedShare(sheet: Sheet, nested: WishedList, { scope, reading, depth }: Way): number {
  const tried = Math.min(sheet.count, 3)
  let found = 0
  for (let index = 0; index < tried; index++) {
    if (fillList(nested, recordOf(sheet, index, scope), reading, depth + 1).length > 0) found++
  }
  return tried === 0 ? 0 : (0.8 * found) / tried
}

function recordOf({ records, items }: Sheet, index: number, scope: Scope): Scope {
  return scope.record(records[index], items?.[index])
}

interface Filling {
  list: WishedList
  fields: readonly WishedField[]
  inner: readonly WishedList[]
  way: Way
}

function recordsOf(
  sheet: Sheet,
  assigned: ReadonlyMap<WishedField, Assignment>,
  filling: Filling,
): Finding[] {
  const { list, fields, inner, way } = filling
  const rows: Finding[][] = []
  const { allowance } = way.scope
  for (let index = 0; index < Math.min(sheet.count, MOST_RECORDS) && allowance.values > 0; index++) {
    const row: Finding[] = []
    for (const [field, assignment] of assigned) {
      const found = valueAt(field, assignment, index, way.reading)
      if (!found) continue
      const { value, cell, column } = found
      row.push({
        path: field.path,
        value,
        text: cell.text,
        element: cell.element,
        source: column.source,
        confidence: Math.min(1, assignment.score),
        record: { element: sheet.records[index], item: sheet.items?.[index], depth: field.path.length },
      })
    }
    const full = addCurrencies(row, fields, way.reading)
    for (const nested of inner)
      full.push(...fillList(nested, recordOf(sheet, index, way.scope), way.reading, way.depth + 1))
    rows.push(full)
    allowance.values -= row.length
  }
  const kept = withoutStrays(rows).slice(0, list.wish.most)
  return kept.flatMap((row, index) =>
    row.map((finding) => ({ ...finding, path: [...list.path, index, ...finding.path] })),
  )
}

/** Something else between the records, such as an advertisement, has hardly any of what they have. */
function withoutStrays(rows: readonly Finding[][]): Finding[][] {
  const counts = rows.map((row) => new Set(row.map(({ path }) => path.join('/'))).size)
  const typical = counts.toSorted((one, other) => one - other)[counts.length >> 1] ?? 0
  return rows.filter((_, index) => counts[index]! > 0 && counts[index]! * 3 > typical)
}
