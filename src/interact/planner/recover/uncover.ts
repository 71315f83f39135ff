import type { ViewElement } from '../../../browser/browser.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { closerOf } from '../widgets/closers.ts'

/** Closes what lies over an element, where something does; gives the element as it is then. */
export async function uncover(element: ViewElement, scene: Scene): Promise<ViewElement | undefined> {
  if (!element.covered || !element.inView) return element
  await scene.do({ do: 'scrollTo', ref: element.ref })
  let tree = await scene.tree()
  for (let times = 0; times < 2; times++) {
    const now = tree.get(element.ref)
    if (!now?.covered) return now
    const over = tree.elements.findLast(
      (other) =>
        isOverlay(other) &&
        !tree.holds(other, element) &&
        !tree.holds(element, other) &&
        liesOver(other, now),
    )
    const closer = over && closerOf(over, tree)
    if (!closer) return now
    await scene.act({ do: 'click', ref: closer.ref }, { type: 'click', target: call(closer) })
    tree = await scene.tree()
  }
  return tree.get(element.ref)
}

function isOverlay(element: ViewElement): boolean {
  return element.role.endsWith('dialog') || /cookie|consent|modal|overlay|popup|banner/i.test(element.hints)
}

function liesOver(over: ViewElement, under: ViewElement): boolean {
  const [x, y] = [under.box.x + under.box.width / 2, under.box.y + under.box.height / 2]
  return (
    x >= over.box.x &&
    x <= over.box.x + over.box.width &&
    y >= over.box.y &&
    y <= over.box.y + over.box.height
  )
}
