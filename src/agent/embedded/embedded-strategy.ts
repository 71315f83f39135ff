import { fold } from '../../language/fold.ts'
import { isFillerWord, valueAtPointer } from '../../extract/extract.ts'
import { assembleFacts, factsOf } from '../facts/facts.ts'
import type { AssembledData } from '../facts/facts.ts'
import type { Assignment, AgentStrategy, Outcome } from '../agent-strategy.ts'
import type { Move, Step, VisitMove } from '../step.ts'
import { urlKeyOf, siteOf } from './url.ts'
import { Frontier } from './frontier.ts'
import type { Proposal } from './frontier.ts'
import { ListFindings } from './lists/list-findings.ts'
import { listFacts, listProposals } from './lists/list-search.ts'
import { planOf } from './plan.ts'
import type { Plan } from './plan.ts'
import { Answer } from './entities/answer.ts'
import { EntitySearch } from './entities/entity-search.ts'
import { wrapSchema } from './wrap-schema.ts'
import type { WrappedSchema } from './wrap-schema.ts'
import { isStopWord } from '../../language/common-words.ts'
import { singular } from '../../language/stems.ts'

const MOST_PAGES = { low: 15, medium: 60, high: 200 }
const MAX_PARALLEL_VISITS = 4
const MOST_WARNINGS = 20
const MOST_HITS = 50
const MAX_DESCRIBED_VALUES = 12
const LONGEST_QUERY = 200
const LONGEST_QUERIED = 600

export class EmbeddedStrategy implements AgentStrategy {
  readonly #assignment: Assignment
  readonly #wrapped: WrappedSchema
  readonly #givenUrls: readonly string[]
  readonly #givenKeys: ReadonlySet<string>
  readonly #frontier: Frontier
  readonly #answer: Answer | undefined
  readonly #plan: Plan | undefined
  readonly #entitySearch: EntitySearch | undefined
  readonly #lists: readonly ListFindings[]
  readonly #failed: string[] = []
  readonly #mapped = new Set<string>()
  #searches = 0
  #visits = 0

  constructor(assignment: Assignment) {
    this.#assignment = assignment
    this.#wrapped = wrapSchema(assignment)
    this.#givenUrls = givenUrlsOf(assignment)
    this.#givenKeys = new Set(this.#givenUrls.map(urlKeyOf))
    this.#frontier = new Frontier(
      this.#givenUrls.length > 0 ? new Set(this.#givenUrls.map(siteOf)) : undefined,
    )
    const { prompt, mode } = assignment
    const { schema, sortMetric } = this.#wrapped
    this.#answer = schema === undefined || mode === 'chat' ? new Answer(prompt) : undefined
    const plan = planOf({ prompt, ...(schema && { schema }), sortMetric })
    this.#plan = plan
    const isEntity = plan && plan.fields.length + plan.ownLists.length > 0
    this.#entitySearch = isEntity ? new EntitySearch(plan, this.#frontier) : undefined
    this.#lists = plan?.lists.map((list) => new ListFindings(plan, list, this.#frontier)) ?? []
  }

  learn({ move, seen }: Step): void {
    if (move.kind === 'visit') this.#visits++
    if (move.kind === 'search') this.#searches++
    if (move.kind === 'map') this.#mapped.add(siteOf(move.url))
    if (seen.kind === 'search') {
      this.#frontier.learnUrls(seen.hits)
      for (const { url, title = '' } of seen.hits.slice(0, MOST_HITS)) this.#frontier.site.learn(url, title)
    }
    if (seen.kind === 'map') this.#frontier.learnUrls(seen.links)
    if (move.kind !== 'visit') return
    if (seen.kind !== 'visit' || seen.status >= 400) {
      this.#frontier.doneKeys.add(urlKeyOf(move.url))
      this.#failed.push(move.url)
      return
    }
    const page = this.#frontier.learnPage(move.url, seen)
    this.#frontier.site.learn(seen.url, page.title)
    this.#answer?.learn(seen)
    const isRecord =
      this.#plan?.recordSchema !== undefined && hasSameProperties(move.wish.schema, this.#plan.recordSchema)
    const facts = factsOf(seen)
    const visit = { page, seen, facts, isRecord, isGiven: this.#givenKeys.has(page.key) }
    if (!isRecord) this.#entitySearch?.learn(visit)
    for (const list of this.#lists) list.learn(visit)
  }

  async decide(): Promise<Move[]> {
    const remainingPages = MOST_PAGES[this.#assignment.effort] - this.#visits
    if (remainingPages <= 0) return []
    const unread = this.#givenUrls.filter((url) => !this.#frontier.doneKeys.has(urlKeyOf(url)))
    if (unread.length > 0)
      return unread
        .slice(0, Math.min(MAX_PARALLEL_VISITS, remainingPages))
        .map((url) => this.#visit({ url, isRecord: false, why: 'It was given.' }))
    if (this.#assignment.isStrict) return []
    const first = this.#firstPages()
    if (first.length > 0) return first.slice(0, remainingPages)
    if (this.#givenUrls.length === 0 && this.#searches === 0)
      return [{ kind: 'search', query: this.#query(), why: 'No address was given.' }]
    const proposals = this.#proposals()
    const [best] = proposals
    if (!best) return this.#mapIfStuck()
    const chosen = [best, ...proposals.slice(1).filter(({ isNeeded }) => isNeeded && best.isNeeded)]
    return chosen
      .slice(0, Math.min(MAX_PARALLEL_VISITS, remainingPages))
      .map((proposal) => this.#visit(proposal))
  }

  #firstPages(): VisitMove[] {
    if (this.#frontier.visited.size > 0) return []
    const pages = this.#givenUrls.flatMap((url) => URL.parse('/', url)?.href ?? [])
    const unread = [...new Set(pages)].filter((url) => !this.#frontier.doneKeys.has(urlKeyOf(url)))
    return unread
      .slice(0, MAX_PARALLEL_VISITS)
      .map((url) => this.#visit({ url, isRecord: false, why: 'What was given could not be read.' }))
  }

  #proposals(): Proposal[] {
    const all = [...(this.#entitySearch?.proposals() ?? []), ...this.#lists.flatMap(listProposals)]
    const byKey = new Map<string, Proposal>()
    for (const proposal of all) {
      const known = byKey.get(proposal.key)
      if (!known || proposal.worth > known.worth) byKey.set(proposal.key, proposal)
    }
    return [...byKey.values()].toSorted((one, other) => other.worth - one.worth)
  }

  #mapIfStuck(): Move[] {
    const isStuck =
      (this.#entitySearch?.missing().length ?? 0) > 0 ||
      this.#lists.some((list) => list.wanted().length === 0)
    const site = this.#givenUrls.find((url) => !this.#mapped.has(siteOf(url)))
    if (!isStuck || site === undefined) return []
    return [
      {
        kind: 'map',
        url: new URL('/', site).href,
        query: this.#query(),
        why: 'The links of the pages lead no further.',
      },
    ]
  }

  #query(): string {
    const { prompt } = this.#assignment
    const answer = prompt.slice(0, LONGEST_QUERIED).match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’._-]*/gu) ?? []
    const words = [
      ...(this.#plan?.subject.phrases ?? []).flatMap((phrase) => phrase.split(/\s+/)),
      ...answer.filter((word) => !isFillerWord(word)),
    ].map((word) => word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, ''))
    const each = new Map<string, string>()
    for (const word of words) {
      const key = singular(fold(word))
      if (!isStopWord(fold(word)) && word !== '' && !each.has(key)) each.set(key, word)
    }
    return [...each.values()].join(' ').slice(0, LONGEST_QUERY) || prompt.slice(0, LONGEST_QUERY)
  }

  #visit({ url, isRecord, why }: Pick<Proposal, 'url' | 'isRecord' | 'why'>): VisitMove {
    const { prompt } = this.#assignment
    const schema = isRecord ? this.#plan?.recordSchema : this.#plan?.pageSchema
    return { kind: 'visit', url, wish: schema ? { schema } : { prompt }, wantsText: true, why }
  }

  outcome(): Outcome {
    const failed = this.#failed.slice(0, MOST_WARNINGS).map((url) => `${url} could not be read.`)
    const facts = [...(this.#entitySearch?.facts() ?? []), ...this.#lists.flatMap(listFacts)]
    const found: AssembledData = this.#plan
      ? assembleFacts(facts, this.#plan.rootField, this.#plan.schema)
      : { data: undefined, evidence: [], missing: [] }
    const answer = this.#answer?.result('/answer')
    const message = this.#assignment.mode === 'chat' ? (answer?.text ?? describeValues(found)) : undefined
    const given = this.#wrapped.unwrap(this.#withAnswer(found, answer))
    const warnings = [
      ...uncertainValueWarnings(given),
      ...this.#lists.flatMap((list) => list.warnings()),
      ...failed,
    ]
    const outcome = { ...given, warnings, ...(message !== undefined && { message }) }
    return { ...outcome, isComplete: outcome.evidence.length > 0 && outcome.missing.length === 0 }
  }

  #withAnswer(found: AssembledData, answer: ReturnType<Answer['result']>): AssembledData {
    const isFree = this.#wrapped.schema === undefined
    if (!isFree || !answer || (found.evidence.length > 0 && found.missing.length === 0)) return found
    const data = found.evidence.length > 0 && typeof found.data === 'object' ? found.data : {}
    return {
      data: { ...data, answer: answer.text },
      evidence: [...found.evidence, ...answer.evidence],
      missing: [],
    }
  }
}

const CERTAIN = 0.8
const MAX_UNCERTAIN_NAMED = 5

function uncertainValueWarnings({ evidence }: AssembledData): string[] {
  const unsure = evidence.filter(({ confidence }) => confidence < CERTAIN)
  const fields = [...new Set(unsure.map(({ field }) => field.replaceAll(/\/\d+(?=\/|$)/g, '/*') || '/'))]
  if (fields.length === 0) return []
  const more = fields.length > MAX_UNCERTAIN_NAMED ? ` and ${fields.length - MAX_UNCERTAIN_NAMED} more` : ''
  return [`These values may be wrong: ${fields.slice(0, MAX_UNCERTAIN_NAMED).join(', ')}${more}.`]
}

function describeValues({ evidence, data }: AssembledData): string | undefined {
  const said = evidence.slice(0, MAX_DESCRIBED_VALUES).map(({ field }) => {
    const value = valueAtPointer(data, field)
    return `${field.slice(1).replaceAll('/', ' ')}: ${String(value)}`
  })
  return said.length === 0 ? undefined : `${said.join('; ')}.`
}

function hasSameProperties(one: unknown, other: unknown): boolean {
  const keys = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
      .toSorted()
      .join('\n')
  return keys(one) === keys(other)
}

function givenUrlsOf({ urls, prompt }: Assignment): string[] {
  const found =
    urls.length > 0 ? [...urls] : (prompt.slice(0, 10_000).match(/https?:\/\/[^\s<>"')\]]+/gi) ?? [])
  const pages = found.map((url) => url.replace(/[.,;:!?]+$/, '')).filter((url) => URL.canParse(url))
  return [...new Map(pages.map((url) => [urlKeyOf(url), url])).values()].slice(0, 200)
}
