import { isTag } from 'domhandler'
import type { Element, ParentNode } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import type { ObjectWish } from '../schema/wish.ts'
import { fieldsOf } from '../schema/wished-field.ts'
import type { WishedField, WishedList } from '../schema/wished-field.ts'
import type { Reading } from '../values/read-scalar.ts'
import { aroundTitle } from './around-title.ts'
import type { Finding } from './finding.ts'
import { namedOnPage } from './page-sheet.ts'
import type { Scope } from './scope.ts'

interface Way {
  scope: Scope
  reading: Reading
}

/**
 * What a list is filled with: what was found for it, or the page itself as its only record, where the page has one thing as
 * its heading, names most of what is wanted of it, and lists no things that have more.
 */
export function orPageItself(
  found: Finding[],
  list: WishedList,
  page: ReadablePage,
  { scope, reading }: Way,
): Finding[] {
  const { item } = list.wish
  if (item.kind !== 'object' || aroundTitle(page.root).size === 0) return found
  const own = recordOfPage(item, list, page, { scope, reading })
  const isOutdone = own.length > perRecord(found, list) && !areThings(found, list, own)
  return isOutdone ? own.map((finding) => ({ ...finding, path: [...list.path, 0, ...finding.path] })) : found
}

/** Whether records are several things, and not lines of which each says something of the one that the page is about. */
function areThings(found: readonly Finding[], list: WishedList, own: readonly Finding[]): boolean {
  const records = new Set(found.flatMap(({ record }) => record?.element ?? []))
  if (perRecord(found, list) < 2 || records.size < 2) return false
  const holding = new Set(own.flatMap(({ element }) => recordAround(element, records) ?? []))
  return holding.size < 2
}

function recordAround(element: Element | undefined, records: ReadonlySet<Element>): Element | undefined {
  for (let at: ParentNode | undefined | null = element; at && isTag(at); at = at.parent)
    if (records.has(at)) return at
  return undefined
}

/** How many values the richest record has. */
function perRecord(found: readonly Finding[], { path }: WishedList): number {
  const records = Map.groupBy(found, (finding) => finding.path[path.length])
  return Math.max(0, ...[...records.values()].map((values) => values.length))
}

function recordOfPage(item: ObjectWish, list: WishedList, page: ReadablePage, way: Way): Finding[] {
  const fields = fieldsOf(item, list.path.slice(-1))
  const { described, named } = namedOnPage(page, fields, way)
  const labelled = [...named].filter(([, finding]) => isLabelled(finding))
  const titled = [...named].filter(([field, finding]) => isTitle(field, finding))
  const all = new Map<WishedField, Finding>([...titled, ...labelled, ...described])
  const isTitled = titled.length > 0 || [...described.keys()].some(({ naming }) => naming.isTitle())
  const others = [...all.keys()].filter(({ naming }) => !naming.isTitle()).length
  const isTold = others >= LEAST_TOLD && all.size * 2 > fields.length
  return isTitled && isTold ? [...all.values()] : []
}

const LEAST_TOLD = 2

function isLabelled({ source, confidence }: Finding): boolean {
  return source === 'pair' && confidence >= SURE_LABEL
}

function isTitle({ naming }: WishedField, { source }: Finding): boolean {
  return naming.isTitle() && source === 'heading'
}

/** How surely a label must be that of a field. */
const SURE_LABEL = 0.7
