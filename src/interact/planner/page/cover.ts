import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom, middleOf } from './boxes.ts'

/** The ways through a page that are needed here. */
interface Ways {
  elements: readonly ViewElement[]
  descendants(element: ViewElement): ViewElement[]
  holds(outer: ViewElement, inner: ViewElement): boolean
}

/** The outermost part of a page that lies over nearly everything else that could be used, whatever it is called; it must have something to use itself. */
export function coverIn(tree: Ways): ViewElement | undefined {
  const covered = tree.elements.filter(
    (element) => element.clickable && element.covered && element.inView && hasRoom(element),
  )
  if (covered.length === 0) return undefined
  return tree.elements.find((element) => {
    if (element.covered || !hasRoom(element) || /^(html|body|main)$/.test(element.tag)) return false
    const over = covered.filter(
      (other) => liesOver(element, other) && !tree.holds(element, other) && other !== element,
    )
    if (over.length === 0 || over.length < covered.length * 0.6) return false
    const inside = tree.descendants(element)
    if (!inside.some((inner) => inner.clickable && !inner.covered)) return false
    const free = tree.elements.filter(
      (other) =>
        other.clickable && !other.covered && other.inView && hasRoom(other) && !inside.includes(other),
    )
    return free.length <= over.length
  })
}

function liesOver(over: ViewElement, under: ViewElement): boolean {
  const { x, y } = middleOf(under)
  return (
    x >= over.box.x &&
    x <= over.box.x + over.box.width &&
    y >= over.box.y &&
    y <= over.box.y + over.box.height
  )
}
