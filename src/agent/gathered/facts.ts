import type { JsonSchema } from '../../contract/json-schema.ts'
import { fold } from '../../language/fold.ts'
import { assemble, pointerStep } from '../../extract/extract.ts'
import type { Found, Wish } from '../../extract/extract.ts'
import type { FieldEvidence, SeenPage } from '../step.ts'

export interface Candidate {
  facts: readonly Fact[]
  trust: number
}

const AGREEMENT = 0.08
const MOST_AGREEMENT = 0.24
const MOST_CANDIDATES = 40

export class FactPool {
  readonly #candidates = new Map<string, Candidate[]>()

  add(facts: readonly Fact[], bonus = 0): void {
    const byPlace = new Map<string, Fact[]>()
    for (const fact of facts) {
      const place = placeOf(fact)
      const known = byPlace.get(place)
      if (known) known.push(fact)
      else byPlace.set(place, [fact])
    }
    for (const [place, some] of byPlace) {
      const sure = some.reduce((sum, { evidence }) => sum + evidence.confidence, 0) / some.length
      const known = this.#candidates.get(place)
      const candidate = { facts: some, trust: sure + bonus }
      if (!known) this.#candidates.set(place, [candidate])
      else if (known.length < MOST_CANDIDATES) known.push(candidate)
    }
  }

  best(place: string): Candidate | undefined {
    return this.ranked(place)[0]
  }

  ranked(place: string): Candidate[] {
    const groups = new Map<string, { best: Candidate; sources: Set<string | undefined> }>()
    for (const candidate of this.#candidates.get(place) ?? []) {
      const said = JSON.stringify(candidate.facts.map(({ path, value }) => [path, plainText(String(value))]))
      const group = groups.get(said)
      // What stands in the same place of several pages, such as the year in a footer, is said once.
      const { selector, url } = candidate.facts[0]!.evidence
      const source = selector ?? url
      if (!group) groups.set(said, { best: candidate, sources: new Set([source]) })
      else {
        group.sources.add(source)
        if (candidate.trust > group.best.trust) group.best = candidate
      }
    }
    return [...groups.values()]
      .map(({ best, sources }) => ({
        ...best,
        trust: best.trust + Math.min(MOST_AGREEMENT, AGREEMENT * (sources.size - 1)),
      }))
      .toSorted((one, other) => other.trust - one.trust)
  }

  places(): IterableIterator<string> {
    return this.#candidates.keys()
  }
}

export function placeOf({ path }: Pick<Fact, 'path'>): string {
  const inner = path.findIndex((step) => typeof step === 'number')
  return JSON.stringify(inner < 0 ? path : path.slice(0, inner))
}

export function markOf(fact: Fact): string {
  return `${placeOf(fact)} ${fact.evidence.selector ?? ''} ${String(fact.value)}`
}

export type Path = readonly (string | number)[]

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

export function factsUnder(facts: readonly Fact[], place: Path): Fact[] {
  return facts
    .filter(({ path }) => place.every((step, at) => path[at] === step))
    .map((fact) => ({ ...fact, path: fact.path.slice(place.length) }))
}

export function plainText(text: string): string {
  return fold(text.slice(0, 2000))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

export interface Assembled {
  data: unknown
  evidence: FieldEvidence[]
  missing: string[]
}

export function assembled(facts: readonly Fact[], wish: Wish, schema: JsonSchema): Assembled {
  const findings = facts.map(({ path, value, evidence }) => ({
    path,
    value,
    text: evidence.text,
    element: undefined,
    source: evidence.source as Found['source'],
    confidence: evidence.confidence,
    evidence,
  }))
  const { value, kept, missing } = assemble(findings, { wish, schema, reading: {} })
  return {
    data: kept.length === 0 ? undefined : value,
    // What was handed over comes back as it was, with its place in the value.
    evidence: (kept as typeof findings).map(({ path, evidence }) => ({
      ...evidence,
      field: pointerOf(path),
    })),
    missing,
  }
}

function pointerOf(path: Fact['path']): string {
  return path.map(pointerStep).join('')
}
