import type { FieldEvidence, SeenPage } from '../step.ts'

export type Path = readonly (string | number)[]

/** A single value that a page gave, where it belongs, and where it was read. */
export interface Fact {
  path: Path
  value: string | number | boolean
  evidence: FieldEvidence
}

const MOST_FACTS = 20_000

/** What a page says, value by value. What has no evidence does not count. */
export function factsOf({ url, value, evidence }: Pick<SeenPage, 'url' | 'value' | 'evidence'>): Fact[] {
  return evidence.slice(0, MOST_FACTS).flatMap((one) => {
    const path: (string | number)[] = []
    let at: unknown = value
    for (const step of one.field.split('/').slice(1)) {
      const name = step.replaceAll('~1', '/').replaceAll('~0', '~')
      if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return []
      path.push(Array.isArray(at) ? Number(name) : name)
      at = (at as Record<string, unknown>)[name]
    }
    if (typeof at !== 'string' && typeof at !== 'number' && typeof at !== 'boolean') return []
    return [{ path, value: at, evidence: { ...one, url: one.url ?? url } }]
  })
}

/** The facts under a place, with their paths from there. */
export function factsUnder(facts: readonly Fact[], place: Path): Fact[] {
  return facts
    .filter(({ path }) => place.every((step, at) => path[at] === step))
    .map((fact) => ({ ...fact, path: fact.path.slice(place.length) }))
}
