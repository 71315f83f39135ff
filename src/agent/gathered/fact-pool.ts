import { plainText } from './plain-text.ts'
import type { Fact } from './fact.ts'

/** One answer for a place: a single value, or all entries of a list. */
export interface Candidate {
  facts: readonly Fact[]
  /** How far it is to be believed, from 0 to 1 and a little above. */
  trust: number
}

const AGREEMENT = 0.08
const MOST_AGREEMENT = 0.24
const MOST_CANDIDATES = 40

/** Everything that was said about one thing; the best of it is what holds. */
export class FactPool {
  readonly #candidates = new Map<string, Candidate[]>()

  /** Takes what one page says; a bonus makes it weigh more or less than how sure it is. */
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

  /** What holds at a place: what is most trusted, where agreement of pages adds to it. */
  best(place: string): Candidate | undefined {
    return this.ranked(place)[0]
  }

  /** The different answers for a place, the best first. */
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

/** Where a fact belongs; entries of a list inside belong there together. */
export function placeOf({ path }: Pick<Fact, 'path'>): string {
  const inner = path.findIndex((step) => typeof step === 'number')
  return JSON.stringify(inner < 0 ? path : path.slice(0, inner))
}

/** By what the same text at the same place of several pages is known. */
export function markOf(fact: Fact): string {
  return `${placeOf(fact)} ${fact.evidence.selector ?? ''} ${String(fact.value)}`
}
