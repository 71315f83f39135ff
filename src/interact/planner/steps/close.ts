import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { seek } from '../recover/seek.ts'
import { call, callTarget } from '../say/call.ts'
import { closerOf } from '../widgets/closers.ts'
import { clickOn, effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'
import type { Scene } from '../scene.ts'
import type { Target } from '../step.ts'

export const close: TakeStep<'close'> = async (step, scene) => {
  const panel = await awaitPanel(step.target, scene)
  if (!panel)
    return failed(
      step.target
        ? `${callTarget(step.target)} is not on the page, so there is nothing to close.`
        : 'There is no dialog to close.',
    )
  const closer = closerFor(panel, await scene.tree())
  if (closer) return clickOn(closer, scene)
  const changes = await scene.act({ do: 'press', key: 'Escape' }, { type: 'press', value: 'Escape' })
  return changes.gone.length > 0
    ? done(`Closed ${call(panel)} with Escape${effectOf(scene)}.`)
    : failed(`Nothing was found that closes ${call(panel)}.`)
}

/** What is to be closed; a message may come up a moment after what it tells of. */
async function awaitPanel(target: Target | undefined, scene: Scene): Promise<ViewElement | undefined> {
  for (const ms of [0, 200, 400]) {
    const tree = ms === 0 ? await scene.tree() : await scene.pause(ms)
    const named =
      target && target.words !== '' ? (await seek(target, scene, 'any', 'look'))[0]?.element : undefined
    const panel =
      named ?? tree.dialog ?? tree.elements.findLast((element) => isPanel(element) || isMessage(element))
    if (panel) return panel
  }
  return undefined
}

function isMessage({ role, box }: ViewElement): boolean {
  return /^(alert|status)$/.test(role) && box.width > 0
}

/** The closing button in a panel, else in the parts around it up to the dialog it is in. */
function closerFor(panel: ViewElement, tree: PageTree): ViewElement | undefined {
  for (const holder of [panel, ...tree.ancestors(panel).slice(0, 5)]) {
    const closer = closerOf(holder, tree)
    if (closer) return closer
  }
  return undefined
}

function isPanel(element: ViewElement): boolean {
  return /modal|dialog|popup|overlay|lightbox|banner|toast/i.test(element.hints) && element.box.width > 0
}
