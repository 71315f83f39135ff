import { setTimeout as pause } from 'node:timers/promises'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { abortFault, deadline } from '../concurrency/abort.ts'
import { createTurns } from '../concurrency/turns.ts'
import { answerJson, objectIn } from './answer-json.ts'
import { ask, askWhole, messageOf } from './ask.ts'
import type { Asked, Effort, Put, Wait } from './ask.ts'
import { tooSlow } from './attempt.ts'
import { createBudget, sharedBudget } from './budget.ts'
import type { Budget } from './budget.ts'
import { createLimits, roomIn } from './limits.ts'
import { Manners } from './manners.ts'
import { providerOf } from './provider-of.ts'
import type { Answer, CheckedQuestion, ObjectQuestion, Question, Said } from './question.ts'

/** A language model. What it cannot do fails with `UNAVAILABLE`, and the reason. */
export interface Model {
  name: string
  /** How many tokens one question may have: most of its context, the rest being for the answer. */
  room(): Promise<number>
  takesImages(): Promise<boolean>
  /**
   * The first JSON object of its answer to a small question, whatever stands in it. Somebody waits for it, so nothing is
   * tried a second time.
   */
  completeJson(question: ObjectQuestion, signal: AbortSignal): Promise<unknown>
  /** The same with patience: what fails for now is tried again, and the model may correct what is complained about. */
  answerJson(question: CheckedQuestion, signal: AbortSignal): Promise<Answer<unknown>>
  completeText(question: Question, signal: AbortSignal): Promise<Answer<string>>
  called(name: string): Model
  /** The same model; its tokens are counted in this budget too, and it stops when the budget is used up. */
  within(budget: Budget): Model
}

interface ModelSettings {
  url: string
  key: string | undefined
  model: string | undefined
  request: EgressRequest
  contextTokens?: number | undefined
  vision?: 'auto' | 'on' | 'off'
  timeoutMs?: number
  attemptMs?: number
  totalMs?: number
  places?: number
  budget?: Budget
  wait?: Wait
}

const MEGABYTE = 1024 * 1024
const QUICK = { skipsTool: true, tellsSchema: false, attempts: 1, mostBytes: MEGABYTE }
const PATIENT = { skipsTool: false, tellsSchema: true, attempts: 4, mostBytes: 4 * MEGABYTE }

export function createModel(settings: ModelSettings): Model {
  return modelIn(createTurns(settings.places ?? 8), settings)
}

function modelIn(turns: Turns, settings: ModelSettings): Model {
  const { url, key, model, request, vision = 'auto' } = settings
  const { wait = (ms, signal) => pause(ms, undefined, { signal }) } = settings
  const { timeoutMs = 30_000, attemptMs = 120_000, totalMs = 300_000 } = settings
  const root = new URL(url)
  const endpoint = { provider: providerOf(root), root, key, request }
  const known = { endpoint, model, manners: new Manners(), wait }
  const limits = createLimits(endpoint, model)
  const quick: Effort = { ...QUICK, attemptMs: timeoutMs, totalMs: timeoutMs }
  const patient: Effort = { ...PATIENT, attemptMs, totalMs }

  function viewOf(budgets: readonly Budget[]): Model {
    const asking = { turns, known, budgets }
    return {
      name: model ?? 'default',
      async room() {
        return Math.min(known.manners.room, roomIn(settings.contextTokens ?? (await limits()).contextTokens))
      },
      async takesImages() {
        if (known.manners.quirks.has('no-images') || vision === 'off') return false
        return vision === 'on' || (await limits()).takesImages
      },
      async completeJson(question, signal) {
        const { value } = await inTime({ ...asking, effort: quick }, signal, async (put) =>
          objectIn(await put({ ...question, messages: [messageOf(question)], shape: question })),
        )
        return value
      },
      answerJson: (question, signal) =>
        inTime({ ...asking, effort: patient }, signal, (put) => answerJson(question, put)),
      completeText: (question, signal) =>
        inTime({ ...asking, effort: patient }, signal, (put) => answerText(question, put)),
      called: (name) => modelIn(turns, { ...settings, model: name }),
      within: (budget) => viewOf([...budgets, budget]),
    }
  }
  return viewOf(settings.budget ? [settings.budget] : [])
}

type Turns = ReturnType<typeof createTurns>

interface Asking {
  turns: Turns
  known: Omit<Asked, 'budget'>
  budgets: readonly Budget[]
  effort: Effort
}

async function inTime<Value>(
  { turns, known, budgets, effort }: Asking,
  signal: AbortSignal,
  work: (put: Put) => Promise<Said<Value>>,
): Promise<Answer<Value>> {
  using time = deadline(signal, effort.totalMs)
  const endsAt = performance.now() + effort.totalMs
  const own = createBudget()
  const asked = { ...known, budget: sharedBudget([...budgets, own]) }
  try {
    using _turn = await turns.take(time)
    const said = await work((conversation) => ask(asked, conversation, { effort, endsAt }, time))
    return { ...said, usage: own.spent }
  } catch (failure) {
    if (signal.aborted) throw abortFault(signal)
    throw time.aborted ? tooSlow(effort.totalMs, failure) : failure
  }
}

async function answerText(question: Question, put: Put): Promise<Said<string>> {
  const { text, isCut } = await askWhole(put, { ...question, messages: [messageOf(question)] })
  const value = text.split('</think>').at(-1)!.trim()
  if (value === '') throw new Fault('UNAVAILABLE', 'The model answered with nothing.')
  return { value, isCut }
}
