import { setTimeout as pause } from 'node:timers/promises'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { abortFault, deadline } from '../concurrency/abort.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { completeCheckedJson, toObject } from './checked-json.ts'
import { ask, askComplete, messageOf } from './ask.ts'
import type { AskContext, Effort, Send, Wait } from './ask.ts'
import { timeoutFault } from './attempt.ts'
import { createBudget, combineBudgets } from './budget.ts'
import type { Budget } from './budget.ts'
import { createContextLimits, promptTokensIn } from './context-limits.ts'
import { ProviderQuirks } from './provider-quirks.ts'
import { providerOf } from './provider-of.ts'
import type { ModelResult, CheckedQuestion, ObjectQuestion, Question, ModelOutput } from './question.ts'

/** A language model. What it cannot do fails with `UNAVAILABLE`, and the reason. */
export interface Model {
  name: string
  /** How many tokens one question may have: most of its context, the rest being for the answer. */
  maxPromptTokens(): Promise<number>
  supportsImages(): Promise<boolean>
  /**
   * The first JSON object of its answer to a small question, whatever stands in it. Somebody waits for it, so nothing is
   * tried a second time.
   */
  completeJson(question: ObjectQuestion, signal: AbortSignal): Promise<unknown>
  /** The same with patience: what fails for now is tried again, and the model may correct what is complained about. */
  completeCheckedJson(question: CheckedQuestion, signal: AbortSignal): Promise<ModelResult<unknown>>
  completeText(question: Question, signal: AbortSignal): Promise<ModelResult<string>>
  withName(name: string): Model
  /** The same model; its tokens are counted in this budget too, and it stops when the budget is used up. */
  withBudget(budget: Budget): Model
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
  maxConcurrency?: number
  budget?: Budget
  wait?: Wait
}

const MEGABYTE = 1024 * 1024
const QUICK_EFFORT = { skipsTool: true, repeatsSchema: false, attempts: 1, mostBytes: MEGABYTE }
const PATIENT_EFFORT = { skipsTool: false, repeatsSchema: true, attempts: 4, mostBytes: 4 * MEGABYTE }

export function createModel(settings: ModelSettings): Model {
  return createWithSlots(createSemaphore(settings.maxConcurrency ?? 8), settings)
}

function createWithSlots(turns: Turns, settings: ModelSettings): Model {
  const { url, key, model, request, vision = 'auto' } = settings
  const { wait = (ms, signal) => pause(ms, undefined, { signal }) } = settings
  const { timeoutMs = 30_000, attemptMs = 120_000, totalMs = 300_000 } = settings
  const root = new URL(url)
  const endpoint = { provider: providerOf(root), root, key, request }
  const known = { endpoint, model, quirks: new ProviderQuirks(), wait }
  const limits = createContextLimits(endpoint, model)
  const quick: Effort = { ...QUICK_EFFORT, attemptMs: timeoutMs, totalMs: timeoutMs }
  const patient: Effort = { ...PATIENT_EFFORT, attemptMs, totalMs }

  function withBudgets(budgets: readonly Budget[]): Model {
    const run = { turns, known, budgets }
    return {
      name: model ?? 'default',
      async maxPromptTokens() {
        return Math.min(
          known.quirks.maxPromptTokens,
          promptTokensIn(settings.contextTokens ?? (await limits()).contextTokens),
        )
      },
      async supportsImages() {
        if (known.quirks.known.has('no-images') || vision === 'off') return false
        return vision === 'on' || (await limits()).supportsImages
      },
      async completeJson(question, signal) {
        const { value } = await runInTime({ ...run, effort: quick }, signal, async (put) =>
          toObject(await put({ ...question, messages: [messageOf(question)], shape: question })),
        )
        return value
      },
      completeCheckedJson: (question, signal) =>
        runInTime({ ...run, effort: patient }, signal, (put) => completeCheckedJson(question, put)),
      completeText: (question, signal) =>
        runInTime({ ...run, effort: patient }, signal, (put) => completeText(question, put)),
      withName: (name) => createWithSlots(turns, { ...settings, model: name }),
      withBudget: (budget) => withBudgets([...budgets, budget]),
    }
  }
  return withBudgets(settings.budget ? [settings.budget] : [])
}

type Turns = ReturnType<typeof createSemaphore>

interface RunContext {
  turns: Turns
  known: Omit<AskContext, 'budget'>
  budgets: readonly Budget[]
  effort: Effort
}

async function runInTime<Value>(
  { turns, known, budgets, effort }: RunContext,
  signal: AbortSignal,
  work: (put: Send) => Promise<ModelOutput<Value>>,
): Promise<ModelResult<Value>> {
  using time = deadline(signal, effort.totalMs)
  const endsAt = performance.now() + effort.totalMs
  const runBudget = createBudget()
  const asked = { ...known, budget: combineBudgets([...budgets, runBudget]) }
  try {
    using _turn = await turns.acquire(time)
    const output = await work((conversation) => ask(asked, conversation, { effort, endsAt }, time))
    return { ...output, usage: runBudget.spent }
  } catch (failure) {
    if (signal.aborted) throw abortFault(signal)
    throw time.aborted ? timeoutFault(effort.totalMs, failure) : failure
  }
}

async function completeText(question: Question, send: Send): Promise<ModelOutput<string>> {
  const { text, isCut } = await askComplete(send, { ...question, messages: [messageOf(question)] })
  const value = text.split('</think>').at(-1)!.trim()
  if (value === '') throw new Fault('UNAVAILABLE', 'The model answered with nothing.')
  return { value, isCut }
}
