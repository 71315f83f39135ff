import type { ViewElement } from '../../../browser/browser.ts'
import { readNumber } from '../resolve/conditions.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { standsAt } from './slider.ts'
import type { Widget } from './widget.ts'

/** A field for a number: typed into; where that is not possible, its arrow keys. */
export const spinner: Widget = {
  is: (element, _tree, values) =>
    (element.role === 'spinbutton' || /spinner/i.test(element.hints)) &&
    readNumber(values[0] ?? '') !== undefined &&
    !/^(date|time|month|week|datetime)/.test(element.type ?? ''),
  async put(element, values, scene) {
    if (SEVERAL.test(values[0]!)) return failed(`${call(element)} takes one number, not "${values[0]}".`)
    const wanted = readNumber(values[0]!)!
    if (!element.readonly && element.editable) {
      await scene.act(
        { do: 'fill', ref: element.ref, value: String(wanted) },
        { type: 'fill', target: call(element), value: String(wanted) },
      )
      scene.last = element
      return standsAt(element, wanted, await scene.tree())
    }
    return byKeys(element, wanted, scene)
  },
}

/** `4 pallets and 1850 kg` says more than a number: which one is meant is not for us to choose. */
const SEVERAL = /\d\s*[^\d.,\s'’:/-][^\d]*\d/u

async function byKeys(element: ViewElement, wanted: number, scene: Scene): Promise<StepOutcome> {
  let outcome: StepOutcome = failed(`${call(element)} could not be set to ${wanted}.`)
  await scene.together({ type: 'set', target: call(element), value: String(wanted) }, async () => {
    await scene.do({ do: 'focus', ref: element.ref })
    for (let rounds = 0; rounds < 6; rounds++) {
      const now = readNumber((await scene.tree()).get(element.ref)?.value ?? '')
      if (now === wanted) {
        outcome = done(`Set ${call(element)} to ${wanted}.`)
        return
      }
      const count = Math.min(500, Math.max(1, Math.abs(wanted - (now ?? 0))))
      await scene.do({
        do: 'press',
        key: (now ?? 0) < wanted ? 'ArrowUp' : 'ArrowDown',
        ref: element.ref,
        count,
      })
    }
  })
  scene.last = element
  return outcome
}
