import type { ViewElement } from '../../../browser/browser.ts'
import { gapBetween, middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'
import type { Target } from '../step.ts'

type How = NonNullable<Target['relations']>[number]['how']

/** How far an element is from standing so to another: 0 is best, undefined when it does not. */
type Distance = (element: ViewElement, anchor: ViewElement, tree: PageTree) => number | undefined

const DISTANCES: Record<How, Distance> = {
  in: within,
  of: within,
  near: (element, anchor, tree) => together(element, anchor, tree) + gapBetween(element, anchor) / 10,
  below: (element, anchor) =>
    beyond(element.box.y - (anchor.box.y + anchor.box.height), element, anchor, 'x'),
  above: (element, anchor) =>
    beyond(anchor.box.y - (element.box.y + element.box.height), element, anchor, 'x'),
  right: (element, anchor) => beyond(element.box.x - (anchor.box.x + anchor.box.width), element, anchor, 'y'),
  left: (element, anchor) => beyond(anchor.box.x - (element.box.x + element.box.width), element, anchor, 'y'),
  after: (element, anchor, tree) => inOrder(tree.order(element) - tree.order(anchor)),
  before: (element, anchor, tree) => inOrder(tree.order(anchor) - tree.order(element)),
  between: (element, anchor, tree) => together(element, anchor, tree) + gapBetween(element, anchor) / 10,
}

export function relationDistance(
  how: How,
  element: ViewElement,
  anchor: ViewElement,
  tree: PageTree,
): number | undefined {
  return DISTANCES[how](element, anchor, tree)
}

/** In the anchor itself, or in the smallest part of the page that the anchor names: its row, section or group. */
function within(element: ViewElement, anchor: ViewElement, tree: PageTree): number | undefined {
  if (tree.holds(anchor, element)) return 0
  if (anchor.role === 'heading' && tree.order(element) < tree.order(anchor)) return undefined
  return 1 + together(element, anchor, tree) + gapBetween(element, anchor) / 1000
}

/** How many steps up from the anchor the part of the page is that has both. */
function together(element: ViewElement, anchor: ViewElement, tree: PageTree): number {
  return tree.distanceToShared(anchor, element) * 10
}

/** Beyond an edge of the anchor; what lies straight on is nearer than what lies aside. */
function beyond(
  gap: number,
  element: ViewElement,
  anchor: ViewElement,
  aside: 'x' | 'y',
): number | undefined {
  if (gap < -4) return undefined
  const extent = aside === 'x' ? 'width' : 'height'
  const off = Math.max(
    0,
    element.box[aside] - (anchor.box[aside] + anchor.box[extent]),
    anchor.box[aside] - (element.box[aside] + element.box[extent]),
  )
  const slant = Math.abs(middleOf(element)[aside] - middleOf(anchor)[aside]) / 1000
  return Math.max(0, gap) + off * 3 + slant
}

function inOrder(steps: number): number | undefined {
  return steps > 0 ? steps : undefined
}
