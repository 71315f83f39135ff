import type { ViewElement } from '../../../browser/browser.ts'
import { CannotDo } from '../driver.ts'
import type { Driver } from '../driver.ts'
import { isCheckable, call } from '../page.ts'
import type { PageTree } from '../page.ts'

export interface Widget {
  is(element: ViewElement, tree: PageTree, value: string): boolean
  /** Puts a value into it and makes sure that it is there; throws `CannotDo` when it is not. */
  put(element: ViewElement, value: string, driver: Driver): Promise<void>
}

const LATE_MS = 400

/** Turns a choice on or off and makes sure that it is; one that is so already is left alone. */
export async function setChecked(element: ViewElement, on: boolean, driver: Driver): Promise<void> {
  if (element.disabled) throw new CannotDo(`${call(element)} is disabled.`)
  const former = stateOf(element)
  driver.last = element
  if (former === on) return
  const isNative = isCheckable(element) && element.tag === 'input'
  const deed = isNative
    ? { do: 'check' as const, ref: element.ref, on }
    : { do: 'click' as const, ref: element.ref }
  await driver.act(deed, { type: on ? 'check' : 'uncheck', target: call(element) })
  const isSet = await driver.until([0, LATE_MS], (tree) => {
    const now = redrawn(element, tree)
    return former === undefined || !now || stateOf(now) === on
  })
  if (!isSet) throw new CannotDo(`${call(element)} did not become ${on ? 'selected' : 'unselected'}.`)
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
