import { fillFromProse, planProse } from '../form/fill-from-prose.ts'
import { seekHere } from '../recover/seek.ts'
import type { Scene } from '../scene.ts'
import type { Fact, Step } from '../step.ts'
import { clickOn } from './click-on.ts'
import { done } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'
import { submitButton } from './submit.ts'

/** A weaker likeness is no sign that a field was meant. */
const SURE = 0.6

type CarryOut = (step: Step, scene: Scene) => Promise<StepOutcome>

/** What is told goes where the page has a place for it; what has none is kept for what the next steps bring up. */
export const tell: TakeStep<'tell'> = async (step, scene, carryOut) =>
  done((await placeAll(step.facts, scene, carryOut)).join(' '))

/** Puts each where it belongs and gives back what was done; the others are kept. */
async function placeAll(facts: readonly Fact[], scene: Scene, carryOut: CarryOut): Promise<string[]> {
  const said: string[] = []
  for (const fact of facts) {
    const outcome = await place(fact, scene, carryOut)
    if (outcome?.state === 'done') said.push(outcome.said)
    else scene.told.push(fact)
  }
  return said
}

/** Verbs of a change that is not made before it is saved. */
const CHANGING =
  /^(?:update|change|edit|correct|modify|adjust|aktualisier|änder|bearbeit|modifi|actuali|cambi|aggiorn|atualiz|wijzig)/i

/** Enters what was told before a step brought up the field for it. */
export async function placeTold(step: Step, scene: Scene, carryOut: CarryOut): Promise<string> {
  if (scene.told.length === 0 || step.do === 'tell' || step.do === 'read') return ''
  const said = await placeAll(scene.told.splice(0), scene, carryOut)
  if (said.length > 0 && step.do === 'act' && CHANGING.test(step.verb)) scene.isUnsaved = true
  return said.join(' ')
}

/** Saves what was entered for a change that was asked for. */
export async function saveTold(scene: Scene): Promise<string> {
  if (!scene.isUnsaved) return ''
  scene.isUnsaved = false
  const tree = await scene.tree()
  const button = submitButton(tree, tree.get(scene.last?.ref))
  const outcome = button && (await clickOn(button, scene))
  return outcome?.state === 'done' ? outcome.said : ''
}

async function place(fact: Fact, scene: Scene, carryOut: CarryOut): Promise<StepOutcome | undefined> {
  const put = await placeFor(fact, scene)
  if (put) return carryOut(put, scene)
  const { target, value } = fact
  const text = isConsent(fact)
    ? target.words
    : `${target.words || target.kind} ${value.quoted ? `"${value.text}"` : value.text}`
  if ((await planProse([text], scene)).plan.length === 0) return undefined
  const prose = await fillFromProse([text], scene)
  return prose.said.length > 0 ? done(prose.said.join(' ')) : undefined
}

function isConsent({ value }: Fact): boolean {
  return value.text === 'yes' && !value.quoted
}

/** The field that is called so. */
async function placeFor(fact: Fact, scene: Scene): Promise<Step | undefined> {
  const { target, value } = fact
  const [best] = await seekHere(target, scene, isConsent(fact) ? 'check' : 'edit')
  if (best && best.score >= SURE)
    return isConsent(fact) ? { do: 'check', targets: [target], on: true } : { do: 'fill', target, value }
  const [list] = isConsent(fact) ? [] : await seekHere(target, scene, 'choose')
  return list && list.score >= SURE ? { do: 'choose', values: [value], target } : undefined
}
