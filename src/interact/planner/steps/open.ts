import type { ViewElement } from '../../../browser/browser.ts'
import { notFound, seek } from '../recover/seek.ts'
import type { PageTree } from '../page/page-tree.ts'
import { clickOn } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'
import { isResult, seekResult } from '../recover/seek-result.ts'
import { call } from '../say/call.ts'
import { walkMenu } from '../widgets/menu.ts'

/** Clicks what leads to a thing: of a record its link, of a closed part its head. */
export const open: TakeStep<'open'> = async (step, scene) => {
  if (isResult(step.target)) {
    const result = await seekResult(step.target, scene)
    if (result) return clickOn(result.element, scene)
  }
  const path = step.target.words.split(/\s*[>›→]\s*/).filter((part) => part !== '')
  if (path.length > 1) return walkMenu(path, scene)
  const kind = step.target.kind === 'page' ? { ...step.target, kind: 'link' } : step.target
  const [best] = await seek(kind, scene, 'click')
  if (!best) return failed(await notFound(step.target, scene, 'click'))
  if (best.element.expanded === true || (best.element.role === 'tab' && best.element.selected === true))
    return done(`${call(best.element)} is open already.`)
  return clickOn(leadOf(best.element, await scene.tree()), scene)
}

/** A record is opened by its own link. */
function leadOf(element: ViewElement, tree: PageTree): ViewElement {
  if (element.clickable) return element
  const inside = tree.descendants(element)
  return inside.find((inner) => inner.role === 'link') ?? inside.find((inner) => inner.clickable) ?? element
}
