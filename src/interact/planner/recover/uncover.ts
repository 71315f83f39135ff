import type { ViewElement } from '../../../browser/browser.ts'
import { bannerIn } from '../consent/banner.ts'
import { refuse } from '../consent/refuse.ts'
import { liesOver } from '../page/cover.ts'
import type { PageTree } from '../page/page-tree.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { closerOf } from '../widgets/closers.ts'

/** Closes what lies over an element, where something does; gives the element as it is then. */
export async function uncover(element: ViewElement, scene: Scene): Promise<ViewElement | undefined> {
  if (!element.covered || !element.inView) return element
  await scene.do({ do: 'scrollTo', ref: element.ref })
  for (let times = 0; times < 2; times++) {
    const tree = await scene.tree()
    const now = tree.get(element.ref)
    if (!now?.covered) return now
    const isGone = (await refuseOver(now, tree, scene)) || (await closeOver(now, tree, scene))
    if (!isGone) return now
  }
  return (await scene.tree()).get(element.ref)
}

/** What asks for consent and lies over everything is refused: that gives nothing away. */
async function refuseOver(element: ViewElement, tree: PageTree, scene: Scene): Promise<boolean> {
  const banner = bannerIn(tree)
  if (!banner || tree.holds(banner.element, element)) return false
  const lies = [banner.element, ...tree.ancestors(banner.element)].some(
    (outer) => liesOver(outer, element) && !tree.holds(outer, element),
  )
  return lies && (await refuse(banner, scene)) !== undefined
}

async function closeOver(element: ViewElement, tree: PageTree, scene: Scene): Promise<boolean> {
  const isOver = (other: ViewElement) =>
    !tree.holds(other, element) && !tree.holds(element, other) && liesOver(other, element)
  const over =
    tree.elements.findLast((other) => isOverlay(other) && isOver(other)) ??
    (tree.dialog && isOver(tree.dialog) ? tree.dialog : undefined)
  const closer = over && closerOf(over, tree)
  if (!closer) return false
  await scene.act({ do: 'click', ref: closer.ref }, { type: 'click', target: call(closer) })
  return true
}

function isOverlay(element: ViewElement): boolean {
  return element.role.endsWith('dialog') || /cookie|consent|modal|overlay|popup|banner/i.test(element.hints)
}
