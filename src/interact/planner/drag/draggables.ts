import type { ViewElement } from '../../../browser/browser.ts'
import { hasRoom, PageTree } from '../page/page-tree.ts'

/** What on a page a hand can drag. */
export function draggables(tree: PageTree): ViewElement[] {
  return tree.elements.filter((element) => element.draggable && hasRoom(element))
}

/** The page with only some of its elements, for descriptions that are of these. */
export function only(tree: PageTree, wanted: (element: ViewElement) => boolean): PageTree {
  return new PageTree({ ...tree.view, elements: tree.elements.filter(wanted) })
}

/** What is taken hold of to move something: itself, or the nearest around it that can be dragged or is an entry of a list. */
export function gripOf(element: ViewElement, tree: PageTree): ViewElement {
  return (
    tree.closest(element, (outer) => outer.draggable) ??
    tree.closest(element, (outer) => /^(listitem|row|option|treeitem)$/.test(outer.role)) ??
    element
  )
}

/** The entries of the list that something is one of, itself included; empty where it stands alone or is part of a drawing. */
export function fellows(element: ViewElement, tree: PageTree): ViewElement[] {
  const parent = tree.parent(element)
  if (!parent || element.look.shape) return []
  const alike = tree
    .children(parent)
    .filter(
      (other) =>
        other.tag === element.tag &&
        other.role === element.role &&
        other.draggable === element.draggable &&
        hasRoom(other),
    )
  return alike.length > 1 && isOneSize(alike) ? alike : []
}

/** Entries of a list are of about one height or one width; things that only lie about are not. */
function isOneSize(elements: readonly ViewElement[]): boolean {
  return (['width', 'height'] as const).some((side) => {
    const sizes = elements.map((element) => element.box[side])
    return Math.max(...sizes) <= Math.min(...sizes) * 1.3
  })
}
