import { FactPool, placeOf, plainText } from './facts.ts'
import type { Fact } from './facts.ts'

export interface GatheredRecord {
  link: string | undefined
  facts: FactPool
  pages: Set<string>
  context: string
}

const MOST_RECORDS = 5000
const MOST_OF_A_NAME = 100

export class RecordPool {
  readonly records: GatheredRecord[] = []
  readonly #byLink = new Map<string, GatheredRecord>()
  readonly #byName = new Map<string, GatheredRecord[]>()
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

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
    const known = this.#find(link, name, facts)
    const record = known ?? { link, facts: new FactPool(), pages: new Set<string>(), context }
    if (!known && this.records.length < MOST_RECORDS) this.records.push(record)
    record.link ??= link
    record.pages.add(page)
    record.facts.add(facts)
    if (link !== undefined) this.#byLink.set(link, record)
    const called = this.#byName.get(name)
    if (!called) this.#byName.set(name, [record])
    else if (!called.includes(record) && called.length < MOST_OF_A_NAME) called.push(record)
    return { record, isNew: known === undefined }
  }

  linked(link: string): GatheredRecord | undefined {
    return this.#byLink.get(link)
  }

  #find(link: string | undefined, name: string, facts: readonly Fact[]): GatheredRecord | undefined {
    const linked = link === undefined ? undefined : this.#byLink.get(link)
    // Where nothing is called by a name, what several lead to is their author rather than one of them.
    if (linked && (this.#names.length > 0 || !contradicts(linked, facts))) return linked
    // Two of the same name with pages of their own are two, and so are two of whom different things are said.
    return this.#byName
      .get(name)
      ?.find((named) =>
        link === undefined && named.link === undefined
          ? !contradicts(named, facts)
          : link === undefined || named.link === undefined,
      )
  }

  #nameOf(facts: readonly Fact[]): string | undefined {
    if (facts.length === 0) return undefined
    const named = facts.filter((fact) => this.#names.includes(placeOf(fact)))
    return JSON.stringify((named.length > 0 ? named : facts).map(({ value }) => plainText(String(value))))
  }
}

function contradicts({ facts: known }: GatheredRecord, facts: readonly Fact[]): boolean {
  return facts.some((fact) => {
    const best = known.best(placeOf(fact))?.facts
    return best?.length === 1 && plainText(String(best[0]!.value)) !== plainText(String(fact.value))
  })
}
