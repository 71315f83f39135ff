import type { GatheredRecord } from '../../gathered/record-pool.ts'

export const LEAST_TRUST = 0.65

const LEAST_TRIES = 2

export class Details {
  readonly #places: readonly string[]
  readonly #asked = new Map<string, { tries: number; hits: number }>()
  readonly #read = new Set<GatheredRecord>()
  readonly #paying = new Set<GatheredRecord>()

  constructor(places: readonly string[]) {
    this.#places = places
  }

  lacks({ facts }: GatheredRecord): string[] {
    return this.#places.filter((place) => (facts.best(place)?.trust ?? 0) < LEAST_TRUST)
  }

  learn(record: GatheredRecord, found: ReadonlySet<string>): boolean {
    const lacks = this.lacks(record)
    for (const place of lacks) {
      const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
      this.#asked.set(place, { tries: tries + 1, hits: hits + (found.has(place) ? 1 : 0) })
    }
    this.#read.add(record)
    const isNew = lacks.some((place) => found.has(place))
    if (isNew) this.#paying.add(record)
    return isNew
  }

  isFruitless(records: readonly GatheredRecord[]): boolean {
    const read = records.filter((record) => this.#read.has(record))
    return read.length >= LEAST_TRIES && !read.some((record) => this.#paying.has(record))
  }

  expected(place: string): number {
    const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
    return (hits + 0.5) / (tries + 1)
  }

  hasPaidOff(): boolean {
    return [...this.#asked.values()].some(({ hits }) => hits > 0)
  }

  proven(records: readonly GatheredRecord[]): number {
    const shares = records.filter((record) => this.#paying.has(record)).map((record) => this.#trust(record))
    return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length
  }

  #trust({ facts }: GatheredRecord): number {
    const trusts = this.#places.map((place) => Math.min(1, facts.best(place)?.trust ?? 0))
    return trusts.reduce((sum, trust) => sum + trust, 0) / trusts.length
  }
}
