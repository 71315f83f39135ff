import type { JsonSchema } from '../../contract/json-schema.ts'
import { fold } from '../../language/fold.ts'
import { assemble, pointerStep } from '../../extract/extract.ts'
import type { FoundValue, SchemaField } from '../../extract/extract.ts'
import type { FieldEvidence, PageObservation } from '../step.ts'

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
    for (const [key, some] of Map.groupBy(facts, pathKeyOf)) {
      const sure = some.reduce((sum, { evidence }) => sum + evidence.confidence, 0) / some.length
      const known = this.#candidates.get(key)
      const candidate = { facts: some, trust: sure + bonus }
      if (!known) this.#candidates.set(key, [candidate])
      else if (known.length < MOST_CANDIDATES) known.push(candidate)
    }
  }

  best(key: string): Candidate | undefined {
    return this.ranked(key)[0]
  }

  ranked(key: string): Candidate[] {
    const groups = Map.groupBy(this.#candidates.get(key) ?? [], ({ facts }) =>
      JSON.stringify(facts.map(({ path, value }) => [path, plainText(String(value))])),
    )
    return [...groups.values()]
      .map((same) => {
        const best = same.reduce((one, other) => (other.trust > one.trust ? other : one))
        // What stands in the same place of several pages, such as the year in a footer, is said once.
        const sources = new Set(same.map(({ facts: [one] }) => one!.evidence.selector ?? one!.evidence.url))
        return { ...best, trust: best.trust + Math.min(MOST_AGREEMENT, AGREEMENT * (sources.size - 1)) }
      })
      .toSorted((one, other) => other.trust - one.trust)
  }

  /** The best of each place, where it can be trusted so far. */
  trusted(least: number): Fact[] {
    return [...this.#candidates.keys()].flatMap((key) => {
      const best = this.best(key)
      return best && best.trust >= least ? best.facts : []
    })
  }
}

export function pathKeyOf({ path }: Pick<Fact, 'path'>): string {
  const inner = path.findIndex((step) => typeof step === 'number')
  return JSON.stringify(inner < 0 ? path : path.slice(0, inner))
}

export function factKeyOf(fact: Fact): string {
  return `${pathKeyOf(fact)} ${fact.evidence.selector ?? ''} ${String(fact.value)}`
}

export type Path = readonly (string | number)[]

export interface Fact {
  path: Path
  value: string | number | boolean
  evidence: FieldEvidence
}

const MOST_FACTS = 20_000

/** What a page says, value by value. What has no evidence does not count. */
export function factsOf({
  url,
  value,
  evidence,
}: Pick<PageObservation, 'url' | 'value' | 'evidence'>): Fact[] {
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

function factsUnder(facts: readonly Fact[], place: Path): Fact[] {
  return facts
    .filter(({ path }) => place.every((step, at) => path[at] === step))
    .map((fact) => ({ ...fact, path: fact.path.slice(place.length) }))
}

export function factsOfRecords(facts: readonly Fact[], place: Path): Map<number, Fact[]> {
  const listed = factsUnder(facts, place).filter(({ path }) => typeof path[0] === 'number')
  const byIndex = Map.groupBy(listed, ({ path }) => path[0] as number)
  return new Map([...byIndex].map(([index, some]) => [index, factsUnder(some, [index])]))
}

export function plainText(text: string): string {
  return fold(text.slice(0, 2000))
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
}

export type AssembledData = ReturnType<typeof assembleFacts>

export function assembleFacts(facts: readonly Fact[], field: SchemaField, schema: JsonSchema) {
  const findings = facts.map(({ path, value, evidence }) => ({
    path,
    value,
    text: evidence.text,
    element: undefined,
    source: evidence.source as FoundValue['source'],
    confidence: evidence.confidence,
    evidence,
  }))
  const { value, kept, missing } = assemble(findings, { options: field, schema, readContext: {} })
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

export function pointerOf(path: Path): string {
  return path.map(pointerStep).join('')
}

export interface CollectedRecord {
  link: string | undefined
  facts: FactPool
  context: string
}

const MOST_RECORDS = 5000
const MAX_WITH_ONE_NAME = 100

export class RecordPool {
  readonly records: CollectedRecord[] = []
  readonly #byLink = new Map<string, CollectedRecord>()
  readonly #byName = new Map<string, CollectedRecord[]>()
  readonly #names: readonly string[]

  constructor(names: readonly string[]) {
    this.#names = names
  }

  add(
    facts: readonly Fact[],
    {
      link,
      name: said = '',
      context = '',
    }: { link?: string | undefined; name?: string; context?: string } = {},
  ): { record: CollectedRecord; isNew: boolean } {
    const name = this.#nameOf(facts) ?? JSON.stringify([plainText(said)])
    const known = this.#find(link, name, facts)
    const record = known ?? { link, facts: new FactPool(), context }
    if (!known && this.records.length < MOST_RECORDS) this.records.push(record)
    record.link ??= link
    record.facts.add(facts)
    if (link !== undefined) this.#byLink.set(link, record)
    const sameName = this.#byName.get(name)
    if (!sameName) this.#byName.set(name, [record])
    else if (!sameName.includes(record) && sameName.length < MAX_WITH_ONE_NAME) sameName.push(record)
    return { record, isNew: known === undefined }
  }

  linked(link: string): CollectedRecord | undefined {
    return this.#byLink.get(link)
  }

  #find(link: string | undefined, name: string, facts: readonly Fact[]): CollectedRecord | undefined {
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
    const named = facts.filter((fact) => this.#names.includes(pathKeyOf(fact)))
    return JSON.stringify((named.length > 0 ? named : facts).map(({ value }) => plainText(String(value))))
  }
}

function contradicts({ facts: known }: CollectedRecord, facts: readonly Fact[]): boolean {
  return facts.some((fact) => {
    const best = known.best(pathKeyOf(fact))?.facts
    return best?.length === 1 && plainText(String(best[0]!.value)) !== plainText(String(fact.value))
  })
}
