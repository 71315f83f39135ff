import type { ViewElement } from '../../../browser/browser.ts'
import { controlsShown, isOnward, ONWARD } from '../match/onward.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Scene } from '../scene.ts'
import { clickOn } from '../steps/click-on.ts'

const STAGE = new RegExp(
  `(?:^|[,;.]\\s*|\\s(?=(?:and|then|und|dann|et|puis|y|luego|e|poi|en|dan|depois)\\s))(?:(?:and|then|und|dann|et|puis|y|luego|e|poi|en|dan|depois|click|press|hit|klicke? auf|clique sur)\\s+){0,6}(?:${ONWARD})\\s*(?=[,;.]|$)`,
  'giu',
)

/** The stretches of a text between which it says to go on: `amount 12, next, project Apollo`. */
export function stagesOf(text: string): string[] {
  return text.split(STAGE).map((stage) => stage.replace(/^[\s,;.]+|[\s,;]+$/g, ''))
}

/** What leads to the next page of a form in steps: a button that says so and does nothing else. */
export function onwardButton(tree: PageTree): ViewElement | undefined {
  const scope = tree.dialog
  return tree.elements.findLast(
    (element) =>
      element.clickable && !element.editable && (!scope || tree.holds(scope, element)) && isOnward(element),
  )
}

/** Goes to the next page of a form; false where there is no such button, or the page stays as it is. */
export async function goOnward(scene: Scene): Promise<boolean> {
  const button = onwardButton(await scene.tree())
  if (!button) return false
  const before = controlsShown(await scene.tree())
  const outcome = await clickOn(button, scene)
  return outcome.state === 'done' && controlsShown(await scene.tree()) !== before
}
