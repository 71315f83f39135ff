import { StageError } from '../../browser/browser.ts'
import type { Stage } from '../../browser/browser.ts'
import type { AnswerFrom, PromptOutcome, RunPrompt } from '../run.ts'
import { byItsWords, wholeForm } from './form/whole-form.ts'
import { readInstruction } from './language/read-instruction.ts'
import { Scene, TooManyDeeds } from './scene.ts'
import type { Step } from './step.ts'
import { asDialog, askingIn } from './steps/dialog.ts'
import { takeStep } from './steps/steps.ts'
import { failed } from './steps/step-outcome.ts'
import type { StepOutcome } from './steps/step-outcome.ts'

/** Carries out instructions without a model: reads their steps, finds what they mean on the page, does it, sees what came of it. */
export function createPlanner(needs: { answerFrom: AnswerFrom }): RunPrompt {
  return async (prompt, stage, signal) => {
    const steps = readInstruction(prompt)
    return carryOutSteps(steps, stage, needs.answerFrom, signal)
  }
}

/** Steps in their order, up to the first that cannot be done. */
async function carryOutSteps(
  steps: readonly Step[],
  stage: Stage,
  answerFrom: AnswerFrom,
  signal: AbortSignal,
): Promise<PromptOutcome> {
  const scene = new Scene(stage, answerFrom, signal)
  const said: string[] = []
  const answers: string[] = []
  if (steps.length === 0)
    return { done: false, output: 'The instruction says nothing that can be done.', actions: [] }
  for (let index = 0; index < steps.length;) {
    prepareDialogs(steps, index, stage)
    const clause = clauseAt(steps, index)
    const { outcome, taken } = await attempt(clause, steps[index + clause.length], scene)
    index += taken
    if (outcome.state === 'failed')
      return {
        done: false,
        output: sentences([...said, ...answers, upper(outcome.why)]),
        actions: scene.actions,
      }
    if (outcome.answer === undefined) said.push(upper(outcome.said))
    else answers.push(outcome.answer)
  }
  return {
    done: true,
    output: answers.length > 0 ? answers.join('\n') : sentences(said),
    actions: scene.actions,
  }
}

/** The steps from one on that were read from the same clause. */
function clauseAt(steps: readonly Step[], from: number): Step[] {
  const said = steps[from]?.said
  const end = steps.findIndex((step, at) => at > from && (said === undefined || step.said !== said))
  return steps.slice(from, end === -1 ? steps.length : end)
}

/** A clause as a form where it is one, else its first step. What the page refuses is an outcome; what ends the whole call is not. */
async function attempt(
  clause: readonly Step[],
  next: Step | undefined,
  scene: Scene,
): Promise<{ outcome: StepOutcome; taken: number }> {
  try {
    return await fresh(scene, () => takeClause(clause, next, scene))
  } catch (error) {
    if (scene.signal.aborted) throw error
    if (error instanceof StageError) return { outcome: failed(error.message), taken: 1 }
    if (error instanceof TooManyDeeds)
      return { outcome: failed('It would have taken more than is done for one instruction.'), taken: 1 }
    throw error
  }
}

async function takeClause(
  clause: readonly Step[],
  next: Step | undefined,
  scene: Scene,
): Promise<{ outcome: StepOutcome; taken: number }> {
  const form = await wholeForm(clause, next, scene)
  if (form) return { outcome: form, taken: clause.length }
  const [step] = clause
  const outcome = await fresh(scene, async () => takeStep(await readAgain(step!, scene), scene))
  if (outcome.state === 'done') return { outcome, taken: 1 }
  return { outcome: (await byItsWords(step!, clause[1] ?? next, scene)) ?? outcome, taken: 1 }
}

/** Where the page has put another element in place of one that was about to be used, it is looked at anew, once. */
async function fresh<Outcome>(scene: Scene, take: () => Promise<Outcome>): Promise<Outcome> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof StageError) || !error.message.includes('no longer')) throw error
    await scene.look()
    return take()
  }
}

/** `confirm` is the answer to a question where one is asked, and else what it says. */
async function readAgain(step: Step, scene: Scene): Promise<Step> {
  const answer = asDialog(step)
  if (!answer || answer === step) return step
  const asked = scene.questions.length > 0 || askingIn(scene, await scene.tree()) !== undefined
  return asked ? answer : step
}

/** A dialog of the browser is answered while the step before runs, so the answer is settled ahead. */
function prepareDialogs(steps: readonly Step[], index: number, stage: Stage): void {
  const next = steps
    .slice(index)
    .map(asDialog)
    .find((step) => step !== undefined)
  if (next)
    stage.answerDialogs({ accept: next.accept, ...(next.text === undefined ? {} : { text: next.text }) })
}

function sentences(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
