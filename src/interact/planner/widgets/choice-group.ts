import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable } from '../match/kinds.ts'
import { similarity } from '../match/words.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import { done, failed } from '../steps/step-outcome.ts'
import { setChecked } from './set-checked.ts'
import type { Widget } from './widget.ts'

/** Choices that are shown side by side: radio buttons, checkboxes, options of an open list. */
export const choiceGroup: Widget = {
  is: (element, tree, values) =>
    !element.editable && values.every((value) => bestChoice(element, value, tree) !== undefined),
  async put(element, values, scene) {
    for (const value of values) {
      const choice = bestChoice(element, value, await scene.tree())
      if (!choice) return failed(`${call(element)} has no choice "${value}".`)
      const outcome = await setChecked(choice, true, scene)
      if (outcome.state === 'failed') return outcome
    }
    return done(`Chose ${values.map((value) => `"${value}"`).join(', ')} in ${call(element)}.`)
  },
}

function bestChoice(group: ViewElement, value: string, tree: PageTree): ViewElement | undefined {
  const holders = [group, ...tree.ancestors(group).slice(0, 2)]
  for (const holder of holders) {
    const choices = tree
      .descendants(holder)
      .filter((element) => isCheckable(element) || element.role === 'option')
    const best = choices
      .map((element) => ({
        element,
        score: Math.max(
          similarity(value, element.name),
          similarity(value, element.text),
          similarity(value, element.value ?? '', true) * 0.9,
        ),
      }))
      .sort((a, b) => b.score - a.score)[0]
    if (best && best.score >= 0.5) return best.element
  }
  return undefined
}
