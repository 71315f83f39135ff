import { StageError } from '../../browser/browser.ts'
import type { AnswerFrom, PromptOutcome, RunPrompt } from '../run.ts'
import { byItsWords, wholeForm } from './form/whole-form.ts'
import { readProhibitions } from './language/prohibitions.ts'
import { readInstruction } from './language/read-instruction.ts'
import { Scene, TooManyDeeds } from './scene.ts'
import type { Step } from './step.ts'
import { hasControl, takePlaces } from './grid/take-places.ts'
import { ground } from './ground/ground.ts'
import { isGroundedFirst } from './ground/which-first.ts'
import { seekHere } from './recover/seek.ts'
import { callTarget } from './say/call.ts'
import { secretKeeper } from './say/keep-secrets.ts'
import { asDialog, askingIn, isDeclined, tellQuestion } from './steps/dialog.ts'
import { languageAsked, switchLanguage } from './steps/switch-language.ts'
import { takeStep } from './steps/steps.ts'
import { tellUnused } from './say/tell-unused.ts'
import { placeTold, saveTold } from './steps/tell.ts'
import { asksToLogIn } from './steps/log-in.ts'
import { failed } from './steps/step-outcome.ts'
import type { StepOutcome } from './steps/step-outcome.ts'

/** Carries out instructions without a model: reads their steps, finds what they mean on the page, does it, sees what came of it. */
export function createPlanner(needs: { answerFrom: AnswerFrom }): RunPrompt {
  return async (prompt, stage, signal) => {
    const { allowed, forbidden } = readProhibitions(prompt)
    const steps = readInstruction(allowed)
    const withoutSecrets = secretKeeper(prompt, steps)
    try {
      const scene = new Scene(stage, needs.answerFrom, signal, forbidden, allowed)
      return withoutSecrets(await carryOutSteps(steps, scene))
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
    prepareDialogs(steps.slice(index, index + clause.length + 1), scene)
    const { outcome, taken } = await attempt(clause, steps.slice(index + clause.length), scene)
    index += taken
    if (outcome.state === 'failed')
      return {
        done: false,
        output: sentences([...said, ...answers, upper(outcome.why)]),
        actions: scene.actions,
      }
    if (outcome.answer === undefined) said.push(upper(outcome.said))
    else answers.push(outcome.answer)
    scene.answer = outcome.answer
    said.push(await placeTold(clause[0]!, scene, takeStep))
    const declined = unexpected(scene, steps[index])
    if (declined !== undefined)
      return { done: false, output: sentences([...said, ...answers, declined]), actions: scene.actions }
  }
  said.push(await saveTold(scene))
  const unused = await tellUnused(steps, [...said, ...answers], scene)
  const told = answers.length > 0 ? answers.join('\n') : sentences(said)
  return { done: unused === '', output: sentences([told, unused]), actions: scene.actions }
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
  rest: readonly Step[],
  scene: Scene,
): Promise<{ outcome: StepOutcome; taken: number }> {
  try {
    return await fresh(scene, () => takeClause(clause, rest, scene))
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
  rest: readonly Step[],
  scene: Scene,
): Promise<{ outcome: StepOutcome; taken: number }> {
  const [step] = clause
  const [next] = rest
  const language = clause.length === 1 ? languageAsked(step!) : undefined
  const switched = language && (await switchLanguage(language, scene))
  if (switched) return { outcome: switched, taken: 1 }
  const placed = await takePlaces(clause, next, scene)
  if (placed) return restOf(placed, clause, rest, scene)
  const isTold = (await isGroundedFirst(clause, scene)) && !(await isAnswer(step!, scene))
  const several = isTold ? await wholeForm(clause, rest, scene, 2) : undefined
  if (several) return several
  const told = isTold ? await grounded(clause, next, scene) : undefined
  if (told) return { outcome: told, taken: clause.length }
  const deeds = scene.actions.length
  const form = await wholeForm(clause, rest, scene)
  if (form?.outcome.state === 'done') return form
  const outcome =
    form?.outcome ?? (await fresh(scene, async () => takeStep(await readAgain(step!, scene), scene)))
  if (outcome.state === 'done') return { outcome, taken: 1 }
  const again = form ? undefined : await byItsWords(step!, [...clause.slice(1), ...rest], scene)
  if (again?.state === 'done') return { outcome: again, taken: 1 }
  const last = isOnlyLooking(scene, deeds)
    ? ((await otherwise(step!, scene)) ?? (await grounded(clause, next, scene)))
    : undefined
  return last
    ? { outcome: last, taken: clause.length }
    : { outcome: again ?? outcome, taken: form ? form.taken : 1 }
}

/** What a clause says besides the day, the time and the cell that were taken. */
async function restOf(
  placed: NonNullable<Awaited<ReturnType<typeof takePlaces>>>,
  clause: readonly Step[],
  rest: readonly Step[],
  scene: Scene,
): Promise<{ outcome: StepOutcome; taken: number }> {
  let { outcome } = placed
  let at = 0
  while (outcome.state === 'done' && at < placed.steps.length) {
    const part = clauseAt(placed.steps, at)
    if (!(await hasControl(part[0]!, scene))) break
    const after = await takeClause(part, [...placed.steps.slice(at + part.length), ...rest], scene)
    at += after.taken
    outcome =
      after.outcome.state === 'failed'
        ? failed(`${outcome.said} ${after.outcome.why}`)
        : { ...after.outcome, said: `${outcome.said} ${after.outcome.said}` }
  }
  return { outcome, taken: clause.length + Math.max(0, at - placed.steps.length) }
}

/** A clause in another way that it can be read, where one of these can be carried out. */
async function otherwise(step: Step, scene: Scene): Promise<StepOutcome | undefined> {
  for (const other of step.others ?? []) {
    const deeds = scene.actions.length
    const outcomes: StepOutcome[] = []
    for (const one of other) {
      const outcome = await takeStep({ ...one, ...(step.said !== undefined && { said: step.said }) }, scene)
      outcomes.push(outcome)
      if (outcome.state === 'failed') break
    }
    if (outcomes.every((outcome) => outcome.state === 'done'))
      return outcomes.at(-1) ?? { state: 'done', said: '' }
    if (!isOnlyLooking(scene, deeds)) return outcomes.at(-1)
  }
  return undefined
}

/** A clause by what its words name on the page. */
async function grounded(
  clause: readonly Step[],
  next: Step | undefined,
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const [{ said, if: condition, ...step } = {} as Step] = clause
  if (said === undefined || condition) return undefined
  const target = step.do === 'act' ? step.target : undefined
  return fresh(scene, () => ground({ said, target }, next, scene))
}

async function isAnswer(step: Step, scene: Scene): Promise<boolean> {
  return (await readAgain(step, scene)) !== step
}

/** Whether nothing was entered or chosen since: clicks and looks that led nowhere do not keep another reading from being tried. */
function isOnlyLooking({ actions }: Scene, since: number): boolean {
  return actions.slice(since).every(({ type }) => /^(click|hover|scroll)$/.test(type))
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
function prepareDialogs(steps: readonly Step[], scene: Scene): void {
  const next = steps.map(asDialog).find((step) => step !== undefined)
  const text = next?.text
  scene.acceptsDialogs = next?.accept ?? false
  scene.stage.answerDialogs({ accept: scene.acceptsDialogs, ...(text === undefined ? {} : { text }) })
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
    if (step.do === 'logIn') {
      if (asksToLogIn(await scene.tree())) return undefined
      continue
    }
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
