import { plainText } from './plain-text.ts'
import { FactPool, placeOf } from './fact-pool.ts'
import type { Fact } from './fact.ts'

/** A thing of which there are several, as far as it is known. */
export interface GatheredRecord {
  /** The page about it alone. */
  link: string | undefined
  facts: FactPool
  /** The lists it was seen in, by the keys of their pages. */
  pages: Set<string>
  /** What stood around it where it was listed. */
  context: string
}

const MOST_RECORDS = 5000

/** Puts together what several pages say about the same things: one that was seen twice is one. */
export class RecordPool {
  readonly records: GatheredRecord[] = []
  readonly #byLink = new Map<string, GatheredRecord>()
  readonly #byName = new Map<string, GatheredRecord>()
  readonly #names: readonly string[]

  /** The places, as `placeOf` tells them, of what such a thing is called. */
  constructor(names: readonly string[]) {
    this.#names = names
  }

  /** Takes a record of a list; gives it, and whether it is new. */
  add(
    facts: readonly Fact[],
    {
      link,
      name: said = '',
      page,
      context = '',
    }: { link?: string | undefined; name?: string; page: string; context?: string },
  ): { record: GatheredRecord; isNew: boolean } {
    const name = this.#nameOf(facts) ?? JSON.stringify([plainText(said)])
    const known = this.#find(link, name)
    const record = known ?? { link, facts: new FactPool(), pages: new Set<string>(), context }
    if (!known && this.records.length < MOST_RECORDS) this.records.push(record)
    record.link ??= link
    record.pages.add(page)
    record.facts.add(facts)
    if (link !== undefined) this.#byLink.set(link, record)
    if (!this.#byName.has(name)) this.#byName.set(name, record)
    return { record, isNew: known === undefined }
  }

  linked(link: string): GatheredRecord | undefined {
    return this.#byLink.get(link)
  }

  #find(link: string | undefined, name: string): GatheredRecord | undefined {
    const linked = link === undefined ? undefined : this.#byLink.get(link)
    if (linked) return linked
    const named = this.#byName.get(name)
    // Two of the same name with pages of their own are two.
    return named && (link === undefined || named.link === undefined) ? named : undefined
  }

  /** What it is called, or else all that is said of it. */
  #nameOf(facts: readonly Fact[]): string | undefined {
    if (facts.length === 0) return undefined
    const named = facts.filter((fact) => this.#names.includes(placeOf(fact)))
    return JSON.stringify((named.length > 0 ? named : facts).map(({ value }) => plainText(String(value))))
  }
}
