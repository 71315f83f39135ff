import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readNumber } from '../resolve/conditions.ts'
import { call } from '../say/call.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { moveHandle } from './move-handle.ts'
import type { Widget } from './widget.ts'

/** A range: the browser's own is set, another is moved by keys or by hand, and what it shows is read after each move. */
export const slider: Widget = {
  is: (element, tree) =>
    element.type === 'range' || element.role === 'slider' || handleOf(element, tree) !== undefined,
  async put(element, values, scene) {
    const handle = handleOf(element, await scene.tree()) ?? element
    const wanted = meantBy(values[0] ?? '', handle)
    if (wanted === undefined) return failed(`${call(element)} takes a number, not "${values[0]}".`)
    if (element.type === 'range') {
      await scene.act(
        { do: 'set', ref: element.ref, value: String(wanted) },
        { type: 'set', target: call(element), value: String(wanted) },
      )
      scene.last = element
      return standsAt(element, wanted, await scene.tree())
    }
    let now: number | undefined
    await scene.together({ type: 'set', target: call(element), value: String(wanted) }, async () => {
      now = await moveHandle(handle, wanted, scene)
    })
    scene.last = handle
    if (now === wanted) return done(`Set ${call(element)} to ${wanted}.`)
    return failed(
      `${call(element)} could not be moved to ${wanted}${now === undefined ? '' : `; it is at ${now}`}.`,
    )
  },
}

/** A number; the most, the least or the middle of what the slider takes; a share of it. */
function meantBy(text: string, { min, max }: ViewElement): number | undefined {
  const [least, most] = [Number(min ?? 'x'), Number(max ?? 'x')]
  const isBounded = !Number.isNaN(least) && !Number.isNaN(most)
  const number = readNumber(text)
  if (
    isBounded &&
    number !== undefined &&
    /%|percent|prozent/i.test(text) &&
    !(least === 0 && most === 100) &&
    (number > most || most > 100)
  )
    return Math.round(least + ((most - least) * number) / 100)
  if (number !== undefined || !isBounded) return number
  if (
    /\b(max\w*|full|highest|most|top|all the way (up|right)|höchst\w*|ganz (nach )?(oben|rechts)|fond)\b/iu.test(
      text,
    )
  )
    return most
  if (
    /\b(min\w*|lowest|least|off|zero|all the way (down|left)|niedrigst\w*|ganz (nach )?(unten|links))\b/iu.test(
      text,
    )
  )
    return least
  return /\b(half|middle|halfway|mitte|hälfte|moitié|mitad|metà|metade)\b/iu.test(text)
    ? (least + most) / 2
    : undefined
}

/** What a control of numbers holds after it was set. */
export function standsAt({ ref }: ViewElement, wanted: number, tree: PageTree): StepOutcome {
  const element = tree.get(ref)
  const now = readNumber(element?.value ?? '')
  return !element || now === undefined || now === wanted
    ? done(`Set ${element ? call(element) : 'it'} to ${wanted}.`)
    : failed(`${call(element)} could not be set to ${wanted}; it is at ${now}.`)
}

/** The part of a slider that is moved. */
function handleOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  if (element.role === 'slider') return element
  if (/slider-handle|handle|thumb|knob/i.test(element.hints) && hasRoom(element)) return element
  if (!/slider|range|track/i.test(element.hints)) return undefined
  return tree
    .descendants(element)
    .find((inner) => /handle|thumb|knob/i.test(inner.hints) || inner.role === 'slider')
}
