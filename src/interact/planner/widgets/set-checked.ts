import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable } from '../match/kinds.ts'
import { throughCover } from '../recover/through-cover.ts'
import { again } from '../page/again.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'

/** Turns a choice on or off and sees that it is so; one that is so already is left alone. */
export async function setChecked(element: ViewElement, on: boolean, scene: Scene): Promise<StepOutcome> {
  if (element.disabled) return failed(`${call(element)} is disabled.`)
  const type = on ? 'check' : 'uncheck'
  const said = `${on ? 'Selected' : 'Cleared'} ${call(element)}.`
  const former = stateOf(element)
  scene.last = element
  scene.handled.add(element.ref)
  if (former === on) return done(`${call(element)} is ${on ? 'selected' : 'not selected'} already.`)
  const native = isCheckable(element) && element.tag === 'input'
  const deed = native
    ? { do: 'check' as const, ref: element.ref, on }
    : { do: 'click' as const, ref: element.ref }
  await throughCover(element, scene, () => scene.act(deed, { type, target: call(element) }))
  for (const ms of [0, LATE_MS]) {
    const now = again(element, ms === 0 ? await scene.tree() : await scene.pause(ms))
    if (former === undefined || !now || stateOf(now) === on) return done(said)
  }
  return failed(`${call(element)} did not become ${on ? 'selected' : 'unselected'}.`)
}

/** Some pages show a moment later what was turned on. */
const LATE_MS = 400

function stateOf(element: ViewElement): boolean | undefined {
  return element.checked ?? element.selected ?? element.pressed
}
