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
        // A value in the same place of several pages, such as the year in a footer, counts once.
        const sources = new Set(same.map(({ facts: [one] }) => one!.evidence.selector ?? one!.evidence.url))
        return { ...best, trust: best.trust + Math.min(MOST_AGREEMENT, AGREEMENT * (sources.size - 1)) }
      })
      .toSorted((one, other) => other.trust - one.trust)
  }

  /** The best value of each field that is trusted enough. */
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

/** The values of a page. Values without evidence are ignored. */
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
    // The original evidence, with its pointer in the assembled value.
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
      name: givenName = '',
      context = '',
    }: { link?: string | undefined; name?: string; context?: string } = {},
  ): { record: CollectedRecord; isNew: boolean } {
    const name = this.#nameOf(facts) ?? JSON.stringify([plainText(givenName)])
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
    // Without name fields, different records may link to the same page, such as their author's.
    if (linked && (this.#names.length > 0 || !contradicts(linked, facts))) return linked
    // Records with the same name are different if each has its own page, or if neither has one and their
    // values differ.
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
