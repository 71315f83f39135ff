import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done, failed } from '../steps/step-outcome.ts'
import { seekHere } from '../recover/seek.ts'
import { bestSuggestion, offered, suggestionsIn, waitForSuggestions } from './autocomplete.ts'
import type { Widget } from './widget.ts'

/** A list that opens when its button is clicked. */
export const listBox: Widget = {
  is: () => true,
  async put(element, values, scene) {
    const failures: string[] = []
    const closed = await scene.tree()
    for (const value of values) {
      await scene.together({ type: 'choose', target: call(element), value }, async () => {
        const failure = await pick(element, value, closed, scene)
        if (failure !== undefined) failures.push(failure)
      })
    }
    scene.last = element
    return failures.length > 0
      ? failed(failures.join(' '))
      : done(`Chose ${values.map((value) => `"${value}"`).join(', ')} in ${call(element)}.`)
  },
}

/** What was there before the list was opened is an option of it only where it is called just so. */
const SURE_OF_NAME = 0.9

/** Clicks what is called so: in what is shown already, in a list that is still open, in the list once it is opened. */
async function pick(
  element: ViewElement,
  value: string,
  closed: PageTree,
  scene: Scene,
): Promise<string | undefined> {
  const there =
    (await optionIn(element, value, scene)) ??
    bestSuggestion(suggestionsIn(await scene.tree(), element, closed), value)
  if (there) {
    await scene.do({ do: 'click', ref: there.ref })
    return undefined
  }
  await scene.do({ do: 'click', ref: element.ref })
  const shown = await waitForSuggestions(element, closed, scene)
  const option =
    bestSuggestion(shown, value) ??
    (await stepsTo(value, shown, element, closed, scene)) ??
    (await filtered(value, element, closed, scene)) ??
    (await seekHere({ words: value, quoted: false }, scene, 'click')).find(
      ({ element: other, score }) => score >= SURE_OF_NAME || !closed.get(other.ref),
    )?.element
  if (!option)
    return `${call(element)} has no "${value}"${shown.length > 0 ? `; it has ${offered(shown)}` : ''}.`
  await scene.do({ do: 'click', ref: option.ref })
  return undefined
}

/** A list that was opened with a field to look in it: what is typed there leaves what is meant. */
async function filtered(
  value: string,
  element: ViewElement,
  closed: PageTree,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const tree = await scene.tree()
  const field = tree.get(tree.view.focused)
  if (!field?.editable || field.readonly || (closed.get(field.ref) && field.ref !== element.ref))
    return undefined
  await scene.do({ do: 'type', text: value })
  for (const ms of [0, 200, 400]) {
    const now = ms === 0 ? await scene.tree() : await scene.pause(ms)
    const found = bestSuggestion(suggestionsIn(now, element, closed), value)
    if (found) return found
  }
  return undefined
}

/** `Europe / Norway / Oslo`: lists that open one out of the other, gone through up to the last. */
async function stepsTo(
  value: string,
  shown: readonly ViewElement[],
  element: ViewElement,
  closed: PageTree,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const parts = value.split(/\s*[/>›→»]\s*/).filter((part) => part !== '')
  let option = parts.length > 1 ? bestSuggestion(shown, parts[0]!) : undefined
  for (const part of parts.slice(1)) {
    if (!option) return undefined
    await scene.do({ do: 'click', ref: option.ref })
    option = undefined
    for (const ms of [0, 150, 350]) {
      const now = ms === 0 ? await scene.tree() : await scene.pause(ms)
      option ??= bestSuggestion(suggestionsIn(now, element, closed), part)
    }
  }
  return option
}

/** What shows its choices already needs no click to open it: a seat in a plan, a time in a list of times. */
async function optionIn(holder: ViewElement, value: string, scene: Scene): Promise<ViewElement | undefined> {
  const [best] = await seekHere({ words: value, quoted: false }, scene, 'click')
  const tree = await scene.tree()
  const around = tree.get(holder.ref)
  const isInside = around && best && best.score >= 0.7 && tree.holds(around, best.element)
  return isInside && best.element.clickable ? best.element : undefined
}
