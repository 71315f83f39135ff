import { pino } from 'pino'
import { PageControllerError } from '../../src/browser/browser.ts'
import type { PageAction, PageView, PageController } from '../../src/browser/browser.ts'
import type { PromptOutcome, PromptRunOptions } from '../../src/interact/run.ts'
import { createModelRunner } from '../../src/interact/with-model/run-with-model.ts'
import type { ModelRunnerNeeds } from '../../src/interact/with-model/run-with-model.ts'
import { createFakePageController } from './fake-page-controller.ts'
import { playScript, startModel } from './model.ts'
import type { FakeModel, ModelMaker, Turn } from './model.ts'
import { button, field, viewOf } from './views.ts'
import type { TestElement } from './views.ts'

export const FORM = viewOf([
  field('mail', 'Email'),
  field('pass', 'Password', { type: 'password' }),
  button('go', 'Log in'),
])
const ACCOUNT = viewOf([{ ref: 'hi', role: 'heading', name: 'Balance: 1,250 kr' }], {
  url: 'https://shop.example/account',
})

/** A log-in form that leads to an account. */
export function submitForm(action: PageAction, view: PageView): PageView {
  if (action.do === 'click' && action.ref === 'go') return ACCOUNT
  if (action.do !== 'fill') throw new PageControllerError('failed', 'It cannot be clicked.')
  const filled = view.elements.map((one) => (one.ref === action.ref ? { ...one, value: action.value } : one))
  return viewOf(filled as TestElement[])
}

export const NEXT = { why: 'next', plan: null, note: null, collect: [], moves: [], finish: null }
export const DONE = { ...NEXT, finish: { done: true, output: 'Done.' } }
export const fill = (ref: string, value: string) => ({ do: 'fill', ref, value })
export const click = (ref: string) => ({ do: 'click', ref })
export const choose = (...moves: object[]) => ({ ...NEXT, moves })
export const finish = (output: string, done = true) => ({ ...NEXT, finish: { done, output } })

export interface ScriptRun {
  outcome: PromptOutcome
  model: FakeModel
  logged: string
}

export interface ScriptOptions
  extends PromptRunOptions, Partial<Pick<ModelRunnerNeeds, 'mostTokens' | 'prices'>> {
  controller?: PageController
  signal?: AbortSignal
  /** What the endpoint tells about its models. */
  about?: Record<string, object>
  settings?: Parameters<ModelMaker['at']>[1]
}

/** Runs an instruction with a scripted model. */
export async function runScript(
  models: ModelMaker,
  prompt: string,
  script: readonly Turn[],
  given: ScriptOptions = {},
): Promise<ScriptRun> {
  const {
    controller = createFakePageController(FORM, submitForm),
    signal = AbortSignal.timeout(20_000),
    about,
    settings,
  } = given
  const { mostTokens = 1_000_000, prices, ...wishes } = given
  await using model = await startModel(playScript(script), about)
  const lines: string[] = []
  const run = createModelRunner({
    model: models.at(model.url, settings).model,
    answerFrom: async (_, question, _signal, spend) => {
      spend?.(100)
      return /cost/.test(question) ? '30 kr' : undefined
    },
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
    mostTokens,
    prices,
  })
  const outcome = await run(prompt, controller, signal, wishes)
  return { outcome, model, logged: lines.join('') }
}
