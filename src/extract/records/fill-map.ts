import type { Wish } from '../schema/wish.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Reading } from '../values/read-scalar.ts'
import type { Finding } from './finding.ts'
import type { Scope } from './scope.ts'

const MOST_ENTRIES = 200

/** Fills objects whose names are those of the page: everything that it labels, such as the rows of a table of facts. */
export function fillMap(wish: Wish, scope: Scope, reading: Reading, path: readonly string[] = []): Finding[] {
  if (wish.kind !== 'object') return []
  const inner = wish.properties.flatMap(({ name, wish: property }) =>
    fillMap(property, scope, reading, [...path, name]),
  )
  const { others } = wish
  if (others?.kind !== 'scalar' || wish.properties.length > 0 || path.length === 0) return inner
  const found = new Map<string, Finding>()
  for (const { key, labels, text, element } of scope.cells()) {
    const label = labels[0]?.text
    if (!key.startsWith('label:') || label === undefined || found.has(label) || found.size >= MOST_ENTRIES)
      continue
    const value = readScalar(text, others, reading)
    if (value === undefined) continue
    found.set(label, { path: [...path, label], value, text, element, source: 'pair', confidence: 0.7 })
  }
  return [...inner, ...found.values()]
}
