import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { readNumber } from '../resolve/conditions.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import type { Widget } from './widget.ts'

/** A range: the browser's own is set, another is moved by keys, and what it shows is read after each move. */
export const slider: Widget = {
  is: (element, tree) =>
    element.type === 'range' || element.role === 'slider' || handleOf(element, tree) !== undefined,
  async put(element, values, scene) {
    const wanted = readNumber(values[0] ?? '')
    if (wanted === undefined) return failed(`${call(element)} takes a number, not "${values[0]}".`)
    if (element.type === 'range') {
      await scene.act(
        { do: 'set', ref: element.ref, value: String(wanted) },
        { type: 'set', target: call(element), value: String(wanted) },
      )
      scene.last = element
      return standsAt(element, wanted, await scene.tree())
    }
    return moveByKeys(element, wanted, scene)
  },
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
  if (/slider-handle|handle|thumb/i.test(element.hints) && hasRoom(element)) return element
  if (!/slider/i.test(element.hints)) return undefined
  return tree
    .descendants(element)
    .find((inner) => /handle|thumb/i.test(inner.hints) || inner.role === 'slider')
}

const MOST_PRESSES = 500

async function moveByKeys(element: ViewElement, wanted: number, scene: Scene): Promise<StepOutcome> {
  const handle = handleOf(element, await scene.tree()) ?? element
  const failure = failed(`${call(element)} could not be moved to ${wanted}.`)
  let outcome: StepOutcome = failure
  await scene.together({ type: 'set', target: call(element), value: String(wanted) }, async () => {
    await scene.do({ do: 'focus', ref: handle.ref })
    const before = await scene.tree()
    await scene.do({ do: 'press', key: 'ArrowRight', ref: handle.ref })
    const shown = whereShown(handle, before, await scene.tree())
    if (!shown) return
    const step = shown.step || 1
    for (let rounds = 0; rounds < 6; rounds++) {
      const now = shown.read(await scene.tree())
      if (now === undefined) return
      if (Math.abs(now - wanted) < Math.abs(step) / 2) {
        outcome = done(`Set ${call(element)} to ${wanted}.`)
        return
      }
      const count = Math.min(MOST_PRESSES, Math.max(1, Math.round(Math.abs(wanted - now) / Math.abs(step))))
      const key = wanted > now === step > 0 ? 'ArrowRight' : 'ArrowLeft'
      await scene.do({ do: 'press', key, ref: handle.ref, count })
    }
  })
  scene.last = handle
  return outcome
}

/** Where the page shows what the slider stands at: its own value, or the number that changed with it. */
function whereShown(
  handle: ViewElement,
  before: PageTree,
  after: PageTree,
): { step: number; read: (tree: PageTree) => number | undefined } | undefined {
  const own = (tree: PageTree) => readNumber(tree.get(handle.ref)?.value ?? '')
  const [from, to] = [own(before), own(after)]
  if (from !== undefined && to !== undefined && from !== to) return { step: to - from, read: own }
  for (const element of after.elements) {
    const former = before.get(element.ref)
    const read = (tree: PageTree) => {
      const at = tree.get(element.ref)
      return readNumber(at?.value ?? at?.ownText ?? '')
    }
    const [was, is] = [former && read(before), read(after)]
    if (was !== undefined && is !== undefined && was !== is) return { step: is - was, read }
  }
  return undefined
}
