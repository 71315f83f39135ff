import type { ViewElement } from '../../../browser/browser.ts'
import { isField } from '../match/kinds.ts'
import { isSafeToTry } from '../match/consequences.ts'
import { plain, similarity, stemOf, wordsOf } from '../match/words.ts'
import { middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { done } from '../steps/step-outcome.ts'
import type { StepOutcome } from '../steps/step-outcome.ts'
import { waitForSuggestions } from './autocomplete.ts'

const MOST = 4
const SURE = 0.75

/**
 * Chooses a value in a list that shows what it offers only when it is open: lists are opened one after the other, and
 * the first that has the value is the one. What was opened in vain is closed again.
 */
export async function chooseByLooking(
  value: string,
  lists: readonly ViewElement[],
  scene: Scene,
): Promise<StepOutcome | undefined> {
  const tree = await scene.tree()
  for (const list of lists.filter((element) => isSafeToTry(element, tree)).slice(0, MOST)) {
    const option = await optionBehind(list, value, scene)
    if (!option) continue
    await scene.act({ do: 'click', ref: option.ref }, { type: 'choose', target: call(list), value })
    scene.last = list
    return done(`Chose "${option.text || option.name}" in ${call(list)}.`)
  }
  return undefined
}

async function optionBehind(
  list: ViewElement,
  value: string,
  scene: Scene,
): Promise<ViewElement | undefined> {
  const before = await scene.tree()
  await scene.do({ do: 'click', ref: list.ref })
  const shown = await waitForSuggestions(list, before, scene, [0, 200, 300])
  const option = shown
    .map((element) => ({ element, score: likeness(value, element.text || element.name) }))
    .filter(({ score }) => score >= SURE)
    .sort((a, b) => b.score - a.score)[0]?.element
  if (!option && shown.length > 0) await close(list, before, scene)
  return option
}

/** How much an option is what was said; a value that says more than the option says it too: `electric cars`. */
function likeness(value: string, name: string): number {
  const [said, words] = [wordsOf(value).map(stemOf), wordsOf(name).map(stemOf)]
  const isSaid = words.join('').length > 3 && words.every((word) => said.includes(word))
  return Math.max(similarity(value, name), isSaid ? 0.8 : 0)
}

async function close(list: ViewElement, before: PageTree, scene: Scene): Promise<void> {
  await scene.do({ do: 'press', key: 'Escape' })
  const isOpen = (tree: PageTree) =>
    tree.elements.some(({ ref, role }) => !before.get(ref) && role !== 'text')
  const now = await scene.tree()
  // What lies over the rest of the page while a list is open gets the click then, and closes it.
  const there = now.get(list.ref)
  if (isOpen(now) && there?.inView) await scene.do({ do: 'clickAt', at: middleOf(there) })
}

/** The lists of a page that open on a click, as far as they can be told; what shows its options already is none. */
export function closedLists(tree: PageTree): ViewElement[] {
  const dialog = tree.dialog
  return tree.elements.filter(
    (element) =>
      element.clickable &&
      !element.disabled &&
      !element.options &&
      (!dialog || tree.holds(dialog, element)) &&
      (element.role === 'combobox' ||
        /[▾▼⌄▿⏷]\s*$/u.test(plain(element.text)) ||
        (element.role === 'button' && element.expanded === false) ||
        (!isField(element) &&
          element.text.length < 40 &&
          /\b(range|period|filter|sort|picker|select|dropdown|switcher)\b/i.test(element.hints))) &&
      !tree.descendants(element).some((inner) => inner.role === 'combobox'),
  )
}
