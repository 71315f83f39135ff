import { fold } from '../../language/fold.ts'
import { isIdle, pointedAt } from '../../extract/extract.ts'
import { assembled, factsOf } from '../gathered/facts.ts'
import type { Assembled } from '../gathered/facts.ts'
import type { Assignment, Mind, Outcome } from '../mind.ts'
import type { Move, Step, VisitMove } from '../step.ts'
import { keyOf, siteOf } from './address.ts'
import { Frontier } from './frontier.ts'
import type { Proposal } from './frontier.ts'
import { ListFindings } from './lists/list-findings.ts'
import { listFacts, listProposals } from './lists/list-hunt.ts'
import { planOf } from './plan.ts'
import type { Plan } from './plan.ts'
import { Answer } from './things/answer.ts'
import { ThingHunt } from './things/thing-hunt.ts'
import { underName } from './under-name.ts'
import type { UnderName } from './under-name.ts'
import { isStopWord } from '../../language/common-words.ts'
import { singular } from '../../language/stems.ts'

const MOST_PAGES = { low: 15, medium: 60, high: 200 }
const AT_ONCE = 4
const MOST_WARNINGS = 20
const MOST_HITS = 50
const MOST_SAID = 12
const LONGEST_QUERY = 200
const LONGEST_QUERIED = 600

export class EmbeddedMind implements Mind {
  readonly #assignment: Assignment
  readonly #asked: UnderName
  readonly #given: readonly string[]
  readonly #givenKeys: ReadonlySet<string>
  readonly #frontier: Frontier
  readonly #answer: Answer | undefined
  readonly #plan: Plan | undefined
  readonly #thing: ThingHunt | undefined
  readonly #lists: readonly ListFindings[]
  readonly #failed: string[] = []
  readonly #mapped = new Set<string>()
  #searches = 0
  #visits = 0

  constructor(assignment: Assignment) {
    this.#assignment = assignment
    this.#asked = underName(assignment)
    this.#given = givenIn(assignment)
    this.#givenKeys = new Set(this.#given.map(keyOf))
    this.#frontier = new Frontier(this.#given.length > 0 ? new Set(this.#given.map(siteOf)) : undefined)
    const { prompt, mode } = assignment
    const { schema, picked } = this.#asked
    this.#answer = schema === undefined || mode === 'chat' ? new Answer(prompt) : undefined
    const plan = planOf({ prompt, ...(schema && { schema }), picked })
    this.#plan = plan
    const isThing = plan && plan.fields.length + plan.ownLists.length > 0
    this.#thing = isThing ? new ThingHunt(plan, this.#frontier) : undefined
    this.#lists = plan?.lists.map((list) => new ListFindings(plan, list, this.#frontier)) ?? []
  }

  learn({ move, seen }: Step): void {
    if (move.kind === 'visit') this.#visits++
    if (move.kind === 'search') this.#searches++
    if (move.kind === 'map') this.#mapped.add(siteOf(move.url))
    if (seen.kind === 'search') {
      this.#frontier.learnAddresses(seen.hits)
      for (const { url, title = '' } of seen.hits.slice(0, MOST_HITS)) this.#frontier.site.learn(url, title)
    }
    if (seen.kind === 'map') this.#frontier.learnAddresses(seen.links)
    if (move.kind !== 'visit') return
    if (seen.kind !== 'visit' || seen.status >= 400) {
      this.#frontier.spent.add(keyOf(move.url))
      this.#failed.push(move.url)
      return
    }
    const page = this.#frontier.learnPage(move.url, seen)
    this.#frontier.site.learn(seen.url, page.title)
    this.#answer?.learn(seen)
    const isRecord =
      this.#plan?.recordReading !== undefined && isSame(move.wish.schema, this.#plan.recordReading)
    const facts = factsOf(seen)
    const read = { page, seen, facts, isRecord, isGiven: this.#givenKeys.has(page.key) }
    if (!isRecord) this.#thing?.learn(read)
    for (const list of this.#lists) list.learn(read)
  }

  async decide(): Promise<Move[]> {
    const room = MOST_PAGES[this.#assignment.effort] - this.#visits
    if (room <= 0) return []
    const unread = this.#given.filter((url) => !this.#frontier.spent.has(keyOf(url)))
    if (unread.length > 0)
      return unread
        .slice(0, Math.min(AT_ONCE, room))
        .map((url) => this.#visit({ url, isRecord: false, why: 'It was given.' }))
    if (this.#assignment.isStrict) return []
    const first = this.#firstPages()
    if (first.length > 0) return first.slice(0, room)
    if (this.#given.length === 0 && this.#searches === 0)
      return [{ kind: 'search', query: this.#query(), why: 'No address was given.' }]
    const proposals = this.#proposals()
    const [best] = proposals
    if (!best) return this.#mapIfLost()
    const chosen = [best, ...proposals.slice(1).filter(({ isNeeded }) => isNeeded && best.isNeeded)]
    return chosen.slice(0, Math.min(AT_ONCE, room)).map((proposal) => this.#visit(proposal))
  }

  #firstPages(): VisitMove[] {
    if (this.#frontier.visited.size > 0) return []
    const pages = this.#given.flatMap((url) => URL.parse('/', url)?.href ?? [])
    const unread = [...new Set(pages)].filter((url) => !this.#frontier.spent.has(keyOf(url)))
    return unread
      .slice(0, AT_ONCE)
      .map((url) => this.#visit({ url, isRecord: false, why: 'What was given could not be read.' }))
  }

  #proposals(): Proposal[] {
    const all = [...(this.#thing?.proposals() ?? []), ...this.#lists.flatMap(listProposals)]
    const byKey = new Map<string, Proposal>()
    for (const proposal of all) {
      const known = byKey.get(proposal.key)
      if (!known || proposal.worth > known.worth) byKey.set(proposal.key, proposal)
    }
    return [...byKey.values()].toSorted((one, other) => other.worth - one.worth)
  }

  #mapIfLost(): Move[] {
    const isLost =
      (this.#thing?.missing().length ?? 0) > 0 || this.#lists.some((list) => list.wanted().length === 0)
    const site = this.#given.find((url) => !this.#mapped.has(siteOf(url)))
    if (!isLost || site === undefined) return []
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
    const said = prompt.slice(0, LONGEST_QUERIED).match(/[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’._-]*/gu) ?? []
    const words = [
      ...(this.#plan?.subject.phrases ?? []).flatMap((phrase) => phrase.split(/\s+/)),
      ...said.filter((word) => !isIdle(word)),
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
    const schema = isRecord ? this.#plan?.recordReading : this.#plan?.reading
    return { kind: 'visit', url, wish: schema ? { schema } : { prompt }, wantsText: true, why }
  }

  outcome(): Outcome {
    const failed = this.#failed.slice(0, MOST_WARNINGS).map((url) => `${url} could not be read.`)
    const facts = [...(this.#thing?.facts() ?? []), ...this.#lists.flatMap(listFacts)]
    const found: Assembled = this.#plan
      ? assembled(facts, this.#plan.wish, this.#plan.schema)
      : { data: undefined, evidence: [], missing: [] }
    const said = this.#answer?.given('/answer')
    const message = this.#assignment.mode === 'chat' ? (said?.text ?? sentenceOf(found)) : undefined
    const given = this.#asked.asAsked(this.#withAnswer(found, said))
    const warnings = [...unsureIn(given), ...this.#lists.flatMap((list) => list.warnings()), ...failed]
    const outcome = { ...given, warnings, ...(message !== undefined && { message }) }
    return { ...outcome, isComplete: outcome.evidence.length > 0 && outcome.missing.length === 0 }
  }

  #withAnswer(found: Assembled, said: ReturnType<Answer['given']>): Assembled {
    const isFree = this.#asked.schema === undefined
    if (!isFree || !said || (found.evidence.length > 0 && found.missing.length === 0)) return found
    const data = found.evidence.length > 0 && typeof found.data === 'object' ? found.data : {}
    return {
      data: { ...data, answer: said.text },
      evidence: [...found.evidence, ...said.evidence],
      missing: [],
    }
  }
}

const SURE = 0.8
const MOST_UNSURE = 5

function unsureIn({ evidence }: Assembled): string[] {
  const unsure = evidence.filter(({ confidence }) => confidence < SURE)
  const fields = [...new Set(unsure.map(({ field }) => field.replaceAll(/\/\d+(?=\/|$)/g, '/*') || '/'))]
  if (fields.length === 0) return []
  const more = fields.length > MOST_UNSURE ? ` and ${fields.length - MOST_UNSURE} more` : ''
  return [`These values may be wrong: ${fields.slice(0, MOST_UNSURE).join(', ')}${more}.`]
}

function sentenceOf({ evidence, data }: Assembled): string | undefined {
  const said = evidence.slice(0, MOST_SAID).map(({ field }) => {
    const value = pointedAt(data, field)
    return `${field.slice(1).replaceAll('/', ' ')}: ${String(value)}`
  })
  return said.length === 0 ? undefined : `${said.join('; ')}.`
}

function isSame(one: unknown, other: unknown): boolean {
  const keys = (schema: unknown) =>
    Object.keys((schema as { properties?: object } | undefined)?.properties ?? {})
      .toSorted()
      .join('\n')
  return keys(one) === keys(other)
}

function givenIn({ urls, prompt }: Assignment): string[] {
  const found =
    urls.length > 0 ? [...urls] : (prompt.slice(0, 10_000).match(/https?:\/\/[^\s<>"')\]]+/gi) ?? [])
  const pages = found.map((url) => url.replace(/[.,;:!?]+$/, '')).filter((url) => URL.canParse(url))
  return [...new Map(pages.map((url) => [keyOf(url), url])).values()].slice(0, 200)
}
