import type { GatheredRecord } from '../../gathered/record-pool.ts'

/** What is trusted less is no answer. */
export const LEAST_TRUST = 0.65

/** After how many pages of records that had nothing the others are left. */
const LEAST_TRIES = 2

/** What the pages of records had of what was looked for on them. */
export class Details {
  readonly #places: readonly string[]
  /** How often the page of a record was asked for a field that it lacked, and how often it had it. */
  readonly #asked = new Map<string, { tries: number; hits: number }>()
  readonly #read = new Set<GatheredRecord>()
  readonly #paying = new Set<GatheredRecord>()

  /** With the places of what a record is to have. */
  constructor(places: readonly string[]) {
    this.#places = places
  }

  /** What a record lacks, as places. */
  lacks({ facts }: GatheredRecord): string[] {
    return this.#places.filter((place) => (facts.best(place)?.trust ?? 0) < LEAST_TRUST)
  }

  /** Notes what the page of a record had, before that is added to it; says whether anything was new. */
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

  /** Whether the pages of records like these had nothing of what was looked for, as far as it was. */
  isFruitless(records: readonly GatheredRecord[]): boolean {
    const read = records.filter((record) => this.#read.has(record))
    return read.length >= LEAST_TRIES && !read.some((record) => this.#paying.has(record))
  }

  /** How likely the page of a record has a field, from 0 to 1. */
  expected(place: string): number {
    const { tries, hits } = this.#asked.get(place) ?? { tries: 0, hits: 0 }
    return (hits + 0.5) / (tries + 1)
  }

  /** Whether pages of records had what was looked for. */
  hasPaidOff(): boolean {
    return [...this.#asked.values()].some(({ hits }) => hits > 0)
  }

  /** How much of what is wanted those of these have whose own pages had something of it, from 0 to 1. */
  proven(records: readonly GatheredRecord[]): number {
    const shares = records.filter((record) => this.#paying.has(record)).map((record) => this.#trust(record))
    return shares.length === 0 ? 0 : shares.reduce((sum, share) => sum + share, 0) / shares.length
  }

  #trust({ facts }: GatheredRecord): number {
    const trusts = this.#places.map((place) => Math.min(1, facts.best(place)?.trust ?? 0))
    return trusts.reduce((sum, trust) => sum + trust, 0) / trusts.length
  }
}
