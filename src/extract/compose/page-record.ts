import { askedAs } from '../choose/field.ts'
import type { Field } from '../choose/asked.ts'
import type { Chosen } from '../choose/scalars.ts'
import { sourceOf } from '../findings/finding.ts'
import { fieldsOf } from '../schema/wished-field.ts'
import type { WishedField, WishedList } from '../schema/wished-field.ts'
import type { Found } from './found.ts'

/** How sure a value must be to say that the page is the thing, and that it is one of it. */
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
    ([key, { finding }]) => asked.get(key)!.naming.isTitle() && isHeadline(finding.spot?.level),
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

function isHeadline(level: number | undefined): boolean {
  return level === 1 || level === 2
}
