import { leavesOf, MODEL_CONFIDENCE } from '../../extract/extract.ts'
import { Fault } from '../../fault.ts'
import { costOf, createBudget, tokensIn } from '../../llm/llm.ts'
import type { Model, Prices } from '../../llm/llm.ts'
import type { Log } from '../../log.ts'
import { boundsOf } from '../bounds.ts'
import { urlKeyOf } from '../embedded/url.ts'
import { planOf } from '../embedded/plan.ts'
import type { Assignment, AgentStrategy, Outcome } from '../agent-strategy.ts'
import type { FieldEvidence, Move, PageObservation, Step, ThinkMove, VisitMove } from '../step.ts'
import { candidatesFrom, KnownUrls } from './known-urls.ts'
import { choose } from './choose.ts'
import { composeData, composeMessage } from './compose.ts'
import { conflictsIn, judge } from './judge.ts'
import { moveKey, stepText, thoughtOf } from './thought.ts'
import type { ChoiceContext } from './read-choice.ts'
import type { Choice, Composition, HandOver, Thought } from './thought.ts'

const TURNS: Record<Assignment['effort'], number> = { low: 10, medium: 30, high: 80 }
const MOST_IDLE_TURNS = 3
const MOST_RECENT = 12
const MOST_PAGES = 3
const MOST_MAP_QUERY = 300
const MOST_WHY = 1000
const MOST_TEXT = 10_000_000

export interface StrategyLimits {
  mostTokens?: number
  prices?: Prices | undefined
  log?: Log
}

/**
 * Lets a model choose what to do next, and has it judge at the end what was found. Both minds learn every step: the embedded one
 * proposes, merges, and decides alone from where the model fails. What the model said is a step too, so that it is asked
 * nothing twice after a restart.
 */
export class ModelStrategy implements AgentStrategy {
  readonly #assignment: Assignment
  readonly #model: Model
  readonly #embedded: AgentStrategy
  readonly #limits: StrategyLimits
  readonly #refusal: (move: Move) => string | undefined
  readonly #knownUrls
  readonly #given: ReadonlySet<string>
  readonly #mostTurns: number
  readonly #pageRequest: VisitMove['wish']
  readonly #steps: Step[] = []
  readonly #done = new Map<string, Step['seen']['kind']>()
  readonly #choices: Choice[] = []
  #handOver: HandOver | undefined
  #composition: Composition | undefined
  #tokens = 0
  #cost = 0
  #budget = createBudget()
  #remainingTextLength = MOST_TEXT

  constructor(assignment: Assignment, model: Model, embedded: AgentStrategy, limits: StrategyLimits = {}) {
    this.#assignment = assignment
    this.#model = model
    this.#embedded = embedded
    this.#limits = limits
    this.#given = new Set(assignment.urls.map(urlKeyOf))
    const reading = planOf(assignment)?.pageSchema
    this.#pageRequest = reading ? { schema: reading } : { prompt: assignment.prompt }
    this.#refusal = assignment.refusal ?? refusalOf(assignment)
    this.#knownUrls = new KnownUrls(assignment, (url) => this.#refusal(this.#visitOf(url)) === undefined)
    this.#mostTurns = TURNS[assignment.effort] * (assignment.isPro ? 2 : 1)
  }

  learn(step: Step): void {
    this.#steps.push(this.#withoutLinks(step))
    if (step.move.kind === 'think') {
      this.#count(step.move)
      this.#addThought(thoughtOf(step))
      return
    }
    if (step.seen.kind === 'visit') this.#count(step.seen)
    this.#done.set(moveKey(step.move), step.seen.kind)
    this.#knownUrls.learn(step)
    this.#embedded.learn(step.seen.kind === 'visit' ? { ...step, seen: withModelEvidence(step.seen) } : step)
  }

  async decide(signal: AbortSignal): Promise<Move[]> {
    if (this.#composition) return []
    if (this.#handOver) return await this.#embedded.decide(signal)
    const chosen = this.#choices.at(-1)
    const open = chosen?.moves.filter((move) => !this.#done.has(moveKey(move))) ?? []
    if (open.length > 0) return open
    if (chosen?.finish !== undefined || this.#choices.length >= this.#mostTurns)
      return await this.#compose(signal)
    const proposed = await this.#embedded.decide(signal)
    // Of what the caller named there is nothing to choose.
    if (
      proposed.length > 0 &&
      proposed.every((move) => move.kind === 'visit' && this.#given.has(urlKeyOf(move.url)))
    )
      return proposed
    if (proposed.length === 0 && this.#embedded.outcome().isComplete) return await this.#compose(signal)
    return await this.#chooseMoves(proposed, signal)
  }

  outcome(): Outcome {
    const found = this.#embedded.outcome()
    const { kind: _, warnings = [], ...composed }: Partial<Composition> = this.#composition ?? {}
    const { missing, evidence = [] } = composed
    return {
      ...found,
      ...composed,
      // What a record misses that the model left out is missing no more.
      isComplete: missing === undefined ? found.isComplete : missing.length === 0 && evidence.length > 0,
      warnings: [...found.warnings, ...warnings, ...this.#strategyWarnings(found)],
      tokens: this.#tokens,
      ...(this.#limits.prices && { cost: this.#cost }),
    }
  }

  #count({ tokens = 0, cost = 0 }: { tokens?: number; cost?: number }): void {
    this.#tokens += tokens
    this.#cost += cost
  }

  /** The model, for one question. What it takes is counted with the thought that comes of it, also when it fails. */
  #budgetedModel(): Model {
    this.#budget = createBudget(this.#limits.mostTokens, 'WINNOW_LLM_MAX_TOKENS', this.#tokens)
    return this.#model.withBudget(this.#budget)
  }

  #think(thought: Thought, why: string): ThinkMove {
    const { spent } = this.#budget
    this.#budget = createBudget()
    return { kind: 'think', thought, tokens: tokensIn(spent), ...costOf(spent, this.#limits.prices), why }
  }

  /** What is needed of a step later: where a page leads is with the addresses, and its text serves as long as there is room. */
  #withoutLinks(step: Step): Step {
    if (step.seen.kind !== 'visit') return step
    const { text = '', ...seen } = step.seen
    this.#remainingTextLength -= text.length
    return { ...step, seen: { ...seen, leads: [], ...(this.#remainingTextLength >= 0 && { text }) } }
  }

  #addThought(thought: Thought | undefined): void {
    if (thought?.kind === 'choice') this.#choices.push(thought)
    if (thought?.kind === 'hand-over') this.#handOver = thought
    if (thought?.kind === 'composition') this.#composition = thought
  }

  async #chooseMoves(proposed: readonly Move[], signal: AbortSignal): Promise<Move[]> {
    if (this.#idleTurns() >= MOST_IDLE_TURNS) {
      return this.#handOverMoves(`The model led nowhere ${MOST_IDLE_TURNS} times in a row.`, proposed)
    }
    try {
      const { moves, refused, finish } = await choose(
        this.#budgetedModel(),
        {
          assignment: this.#assignment,
          found: this.#embedded.outcome(),
          pages: this.#pages().slice(-MOST_PAGES),
          recent: this.#steps.slice(-MOST_RECENT).map(stepText),
          turnsLeft: this.#mostTurns - this.#choices.length,
          context: this.#choiceContext(proposed),
        },
        signal,
      )
      const thought: Choice = { kind: 'choice', moves, refused, ...(finish !== undefined && { finish }) }
      return [this.#think(thought, reasonFor(thought)), ...moves]
    } catch (failure) {
      return this.#handOverMoves(this.#reasonOf(failure, signal), proposed)
    }
  }

  #choiceContext(proposed: readonly Move[]): ChoiceContext {
    const candidates = candidatesFrom(proposed, this.#knownUrls, (url) => this.#visitOf(url))
    return {
      candidates,
      knownUrls: this.#knownUrls,
      isDone: (move) =>
        this.#done.has(moveKey(move)) ||
        (move.kind === 'visit' && !move.actions && this.#knownUrls.isVisited(move.url)),
      visitOf: (url) => this.#visitOf(url),
      mapOf: (url) => ({
        kind: 'map',
        url,
        query: this.#assignment.prompt.slice(0, MOST_MAP_QUERY),
        why: '',
      }),
      refusal: this.#refusal,
      canFinish: candidates.length === 0 || this.#pages().length > 0,
    }
  }

  #idleTurns(): number {
    const lastUseful = this.#choices.findLastIndex(({ moves }) =>
      moves.some((move) => (this.#done.get(moveKey(move)) ?? 'failure') !== 'failure'),
    )
    return this.#choices.length - 1 - lastUseful
  }

  #handOverMoves(reason: string, proposed: readonly Move[]): Move[] {
    this.#limits.log?.warn({ model: this.#model.name, reason }, 'the embedded mind decides from here on')
    return [
      this.#think({ kind: 'hand-over', reason }, `The embedded engine decides from here on. ${reason}`),
      ...proposed,
    ]
  }

  async #compose(signal: AbortSignal): Promise<Move[]> {
    try {
      const composition = await this.#composed(signal)
      return composition ? [this.#think(composition, 'The model put together what was found.')] : []
    } catch (failure) {
      const reason = this.#reasonOf(failure, signal)
      const warnings = [
        `The model did not put together what was found, so the embedded engine did. ${reason}`,
      ]
      return [this.#think({ kind: 'composition', warnings }, warnings[0]!)]
    }
  }

  async #composed(signal: AbortSignal): Promise<Composition | undefined> {
    const pages = this.#pages()
    if (pages.length === 0) return undefined
    if (this.#assignment.mode === 'chat')
      return await composeMessage(this.#budgetedModel(), this.#assignment, pages, signal)
    if (this.#assignment.schema === undefined)
      return await composeData(this.#budgetedModel(), this.#assignment, pages, signal)
    const found = this.#embedded.outcome()
    const conflicts = conflictsIn(found.data, this.#pageRequest, this.#steps)
    return await judge(this.#budgetedModel(), { assignment: this.#assignment, found, conflicts }, signal)
  }

  /** Only what a model cannot do is the embedded mind's business; that somebody stopped waiting is not. */
  #reasonOf(failure: unknown, signal: AbortSignal): string {
    if (signal.aborted || !(failure instanceof Fault)) throw failure
    this.#limits.log?.warn({ model: this.#model.name, err: failure }, 'a model failed')
    return failure.message
  }

  #strategyWarnings({ isComplete }: Outcome): string[] {
    const isUsedUp = this.#choices.length >= this.#mostTurns && this.#choices.at(-1)?.finish === undefined
    return [
      ...(this.#handOver
        ? [`The embedded engine decided where to go instead of the model. ${this.#handOver.reason}`]
        : []),
      ...(isUsedUp && !isComplete
        ? [`The model's ${this.#mostTurns} turns were used up before everything was found.`]
        : []),
    ]
  }

  #pages(): PageObservation[] {
    const pages = this.#steps.flatMap(({ seen }) => (seen.kind === 'visit' ? [seen] : []))
    return [...new Map(pages.map((page) => [page.url, page])).values()]
  }

  #visitOf(url: string): VisitMove {
    return { kind: 'visit', url, wish: this.#pageRequest, wantsText: true, why: '' }
  }
}

function reasonFor({ moves, refused, finish }: Choice): string {
  const why = finish ?? moves[0]?.why ?? 'The model chose nothing that can be done.'
  return [why, ...(refused.length > 0 ? ['Refused:', ...refused] : [])].join(' ').slice(0, MOST_WHY)
}

function refusalOf({ urls, isStrict }: Assignment): (move: Move) => string | undefined {
  const reach = isStrict ? 'urls' : urls.length > 0 ? 'sites' : 'anywhere'
  return boundsOf({ urls, reach, searches: urls.length === 0 }).refusal
}

/** Values that a model read from a page, and that stand there, count like those that were found without it. */
function withModelEvidence(seen: PageObservation): PageObservation {
  if (!seen.unsupported) return seen
  const known = new Set([...seen.evidence.map(({ field }) => field), ...seen.unsupported])
  const added = leavesOf(seen.value).flatMap(({ pointer, value }): FieldEvidence[] => {
    if (known.has(pointer) || value === null || value === '') return []
    return [
      { field: pointer, url: seen.url, text: String(value), source: 'model', confidence: MODEL_CONFIDENCE },
    ]
  })
  return { ...seen, evidence: [...seen.evidence, ...added] }
}
