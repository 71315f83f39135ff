import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable } from '../match/kinds.ts'
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
  await scene.act(native ? { do: 'check', ref: element.ref, on } : { do: 'click', ref: element.ref }, {
    type,
    target: call(element),
  })
  const now = (await scene.tree()).get(element.ref)
  if (former === undefined || !now || stateOf(now) === on) return done(said)
  return failed(`${call(element)} did not become ${on ? 'selected' : 'unselected'}.`)
}

function stateOf(element: ViewElement): boolean | undefined {
  return element.checked ?? element.selected ?? element.pressed
}
