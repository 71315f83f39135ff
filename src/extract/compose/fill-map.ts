import type { Pool } from '../findings/pool.ts'
import type { Wish } from '../schema/wish.ts'
import { readScalar } from '../values/read-scalar.ts'
import type { Reading } from '../values/read-scalar.ts'
import type { Found } from './found.ts'

const MOST_ENTRIES = 200

/** Fills objects whose names are those of the page: everything that it labels, such as the rows of a table of facts. */
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

/** The values that a page labels, in its order. */
export function labelledIn({ findings }: Pool) {
  return findings.flatMap(({ cues, text, element, reader, spot, isHead }) => {
    const label = (cues.inText || cues.colon || cues.row || '').replace(/\s*[:：=]$/, '')
    const isWhole = reader === 'text' ? cues.inText === '' : reader === 'value' || reader === 'line'
    return label !== '' && isWhole && !isHead && spot && !spot.isAside ? [{ label, text, element }] : []
  })
}
