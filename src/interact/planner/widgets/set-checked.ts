import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import { isCheckable } from '../locate/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { done, failed } from './widget.ts'
import type { Outcome } from './widget.ts'

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
    const now = redrawn(element, await driver.pause(ms))
    if (former === undefined || !now || stateOf(now) === on) return done()
  }
  return failed(`${call(element)} did not become ${on ? 'selected' : 'unselected'}.`)
}

function stateOf({ checked, selected, pressed }: ViewElement): boolean | undefined {
  return checked ?? selected ?? pressed
}

/** An element as it is now, or the one of its name that the page has drawn in its place. */
function redrawn({ ref, role, name }: ViewElement, { elements }: PageTree): ViewElement | undefined {
  return (
    elements.find((one) => one.ref === ref) ?? elements.find((one) => one.role === role && one.name === name)
  )
}
