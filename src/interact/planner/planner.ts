import { StageError } from '../../browser/browser.ts'
import type { Stage } from '../../browser/browser.ts'
import type { AnswerFrom, PromptOutcome, RunPrompt } from '../run.ts'
import { byItsWords, wholeForm } from './form/whole-form.ts'
import { readProhibitions } from './language/prohibitions.ts'
import { readInstruction } from './language/read-instruction.ts'
import { Scene, TooManyDeeds } from './scene.ts'
import type { Step } from './step.ts'
import { seekHere } from './recover/seek.ts'
import { callTarget } from './say/call.ts'
import { secretKeeper } from './say/keep-secrets.ts'
import { asDialog, askingIn, isDeclined, tellQuestion } from './steps/dialog.ts'
import { takeStep } from './steps/steps.ts'
import { failed } from './steps/step-outcome.ts'
import type { StepOutcome } from './steps/step-outcome.ts'

/** Carries out instructions without a model: reads their steps, finds what they mean on the page, does it, sees what came of it. */
export function createPlanner(needs: { answerFrom: AnswerFrom }): RunPrompt {
  return async (prompt, stage, signal) => {
    const { allowed, forbidden } = readProhibitions(prompt)
    const steps = readInstruction(allowed)
    const withoutSecrets = secretKeeper(prompt, steps)
    try {
      return withoutSecrets(await carryOutSteps(steps, new Scene(stage, needs.answerFrom, signal, forbidden)))
    } finally {
      stage.answerDialogs({ accept: false })
    }
  }
}

/** Steps in their order, up to the first that cannot be done. */
async function carryOutSteps(steps: readonly Step[], scene: Scene): Promise<PromptOutcome> {
  const said: string[] = []
  const answers: string[] = []
  if (steps.length === 0)
    return { done: false, output: 'The instruction says nothing that can be done.', actions: [] }
  for (let index = 0; index < steps.length;) {
    const clause = clauseAt(steps, index)
    const missing = await conditionMissing(clause[0]!, scene)
    if (missing !== undefined) {
      said.push(missing)
      index++
      continue
    }
    prepareDialogs(steps.slice(index, index + clause.length + 1), scene.stage)
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
    const declined = unexpected(scene, steps[index])
    if (declined !== undefined)
      return { done: false, output: sentences([...said, ...answers, declined]), actions: scene.actions }
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

/** A dialog of the browser is answered while the step before runs, so the answer is settled ahead; without one it is no. */
function prepareDialogs(steps: readonly Step[], stage: Stage): void {
  const next = steps.map(asDialog).find((step) => step !== undefined)
  const text = next?.text
  stage.answerDialogs({ accept: next?.accept ?? false, ...(text === undefined ? {} : { text }) })
}

/** What the browser asked and the instruction does not answer: it was answered with no, so what asked was not done. */
function unexpected(scene: Scene, next: Step | undefined): string | undefined {
  if (next && asDialog(next)) return undefined
  const asked = scene.questions.splice(0)
  return asked.some(isDeclined) ? asked.map(tellQuestion).join(' ') : undefined
}

/** Says that what a step depends on is not there; undefined where it is, or where the step depends on nothing. */
async function conditionMissing(step: Step, scene: Scene): Promise<string | undefined> {
  if (!step.if) return undefined
  for (const ms of [0, 150, 400]) {
    if (ms > 0) await scene.pause(ms)
    const [there] = await seekHere(step.if, scene, 'any')
    if (there) {
      scene.last = there.element
      return undefined
    }
  }
  return `There is no ${callTarget(step.if)}, so this was left out: ${step.said ?? step.do}.`
}

function sentences(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join(' ')
}

function upper(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}
