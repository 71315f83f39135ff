import type { ViewElement } from '../../../browser/browser.ts'
import { planProse } from '../form/fill-from-prose.ts'
import { again } from '../page/again.ts'
import type { PageTree } from '../page/page-tree.ts'
import { clickOn } from '../steps/click-on.ts'
import { done } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { SaidWord } from './clause-words.ts'
import { commit } from './commit.ts'
import type { Called } from './controls.ts'
import { standsIn } from './mentions.ts'
import { putRest } from './put-rest.ts'
import { isOpening } from './reach.ts'
import type { Work } from './work.ts'

/** Uses a control: what is open around it is filled in first, what it opens after. */
export async function use(control: Called, work: Work, before: PageTree): Promise<StepOutcome | undefined> {
  const { scene } = work
  const verb = work.clause.verb!
  work.explain(control.words.filter((word) => word !== verb))
  const isInOpened =
    before.get(control.element.ref) === undefined ||
    (isOpening(verb) && (await isBesideForm(control.element, work)))
  if (work.owed.length > 0 && (isInOpened || (!isOpening(verb) && work.due.length > 0))) {
    const refused = await putRest(work, before)
    if (refused) return refused
    if (work.isFilled && work.due.length === 0 && (await scene.tree()).dialog)
      return sendAround(control, work)
  }
  if (work.due.length > 0 && !isOpening(verb)) return undefined
  const tree = await scene.tree()
  const now = again(control.element, tree)
  if (!now) return undefined
  work.used.add(now.ref)
  const outcome = await clickOn(now, scene)
  if (outcome.state === 'failed') return outcome
  work.told.push(outcome.said)
  work.explain([verb, ...toldToPrompt(work)])
  if (work.due.length === 0) return outcome
  const refused = await putRest(work, tree)
  if (refused) return refused
  return send(work)
}

/** Whether the form that a control belongs to has places for what is left: then it sends, and opens nothing. */
async function isBesideForm(control: ViewElement, work: Work): Promise<boolean> {
  const { plan } = await planProse([work.rest], work.scene)
  const tree = await work.scene.tree()
  return (
    plan.length > 0 &&
    plan.every(
      ({ control: { element } }) => element.type !== 'search' && tree.distanceToShared(control, element) <= 4,
    )
  )
}

/** The words that a dialog of the browser took. */
function toldToPrompt({ scene, left }: Work): SaidWord[] {
  const taken = scene.questions.filter(({ kind }) => kind === 'prompt').map(({ answered }) => answered)
  return left.filter((word) => taken.some((answer) => standsIn(word, answer)))
}

/** Sends a dialog that lies over the one with the control, then uses the control. */
async function sendAround(control: Called, work: Work): Promise<StepOutcome | undefined> {
  const sent = await commit(work)
  if (sent.state === 'failed') return sent
  work.told.push(sent.said)
  const verb = work.clause.verb!
  const left = (await work.scene.tree()).get(control.element.ref)
  const isPressed = work.scene.last?.ref === control.element.ref
  if (left && !isPressed) {
    const outcome = await clickOn(left, work.scene)
    if (outcome.state === 'failed') return outcome
    work.told.push(outcome.said)
  }
  work.explain([verb])
  return done(work.told.join(' '))
}

export async function send(work: Work): Promise<StepOutcome | undefined> {
  if (work.due.length > 0) return undefined
  const sent = await commit(work)
  if (sent.state === 'failed') return sent
  work.told.push(sent.said)
  return done(work.told.join(' '))
}
