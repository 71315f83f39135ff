import type { ViewElement } from '../../../browser/browser.ts'
import { gripOf } from '../drag/draggables.ts'
import { moveInList } from '../drag/move-in-list.ts'
import { seekAll, seekHere } from '../recover/seek.ts'
import { readNumber } from '../resolve/conditions.ts'
import { plain } from '../match/words.ts'
import { bestOption, nativeSelect } from '../widgets/native-select.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { StepOutcome, TakeStep } from './step-outcome.ts'

/** Sorts by what the page offers for it: a list of orders, the head of a column; else by dragging. */
export const sort: TakeStep<'sort'> = async (step, scene) => {
  if (step.by) {
    const words = `${step.by}${step.descending ? ' high to low' : ''}`
    const tree = await scene.tree()
    const list = tree.elements.find(
      (element) => element.tag === 'select' && (bestOption(element, words) ?? bestOption(element, step.by!)),
    )
    if (list) return nativeSelect.put(list, [bestOption(list, words) ? words : step.by], scene)
    const [head] = await seekHere({ words: step.by, quoted: false }, scene, 'click')
    if (head) return clickOn(head.element, scene)
    return failed(`The page offers no order by "${step.by}".`)
  }
  return sortByDragging(step.target, step.descending, scene)
}

async function sortByDragging(
  target: Parameters<typeof seekAll>[0],
  descending: boolean,
  scene: Scene,
): Promise<StepOutcome> {
  const wish = {
    ...target,
    kind: !target.kind || target.kind === 'list' ? 'listitem' : target.kind,
    words: '',
  }
  const items = await seekAll(wish, scene, 'drag')
  if (items.length < 2) return failed('There are no things to sort.')
  const tree = await scene.tree()
  const entries = items.map((item) => gripOf(item, tree))
  const wanted = entries.toSorted((a, b) => (descending ? -1 : 1) * compare(a, b))
  for (const [place, item] of wanted.entries())
    if (!(await moveInList(item, place, entries, scene)))
      return failed(`"${item.text}" could not be dragged to place ${place + 1}.`)
  return done(`Sorted ${items.length} things.`)
}

function compare(left: ViewElement, right: ViewElement): number {
  const [a, b] = [readNumber(left.text), readNumber(right.text)]
  return a !== undefined && b !== undefined ? a - b : plain(left.text) < plain(right.text) ? -1 : 1
}
