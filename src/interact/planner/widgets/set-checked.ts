import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { isCheckable } from '../locate/kinds.ts'
import { again } from '../page/again.ts'
import { call } from '../say/call.ts'
import { done, failed } from './outcome.ts'
import type { Outcome } from './outcome.ts'

/** Some pages show a moment later that a box is ticked. */
const LATE_MS = 400

/** Turns a choice on or off and makes sure that it is; one that is so already is left alone. */
export async function setChecked(element: ViewElement, on: boolean, driver: Driver): Promise<Outcome> {
  if (element.disabled) return failed(`${call(element)} is disabled.`)
  const former = stateOf(element)
  driver.last = element
  if (former === on) return done()
  const isNative = isCheckable(element) && element.tag === 'input'
  const deed = isNative
    ? { do: 'check' as const, ref: element.ref, on }
    : { do: 'click' as const, ref: element.ref }
  await driver.act(deed, { type: on ? 'check' : 'uncheck', target: call(element) })
  for (const ms of [0, LATE_MS]) {
    const now = again(element, await driver.pause(ms))
    if (former === undefined || !now || stateOf(now) === on) return done()
  }
  return failed(`${call(element)} did not become ${on ? 'selected' : 'unselected'}.`)
}

function stateOf({ checked, selected, pressed }: ViewElement): boolean | undefined {
  return checked ?? selected ?? pressed
}
