import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

/** Whether nothing else on the page is called so: what is there once per entry belongs to its entry, and is not tried for something else. */
export function isAlone(element: ViewElement, tree: PageTree): boolean {
  const said = element.name || element.text || element.title || element.hints
  return !tree.elements.some(
    (other) =>
      other !== element &&
      other.role === element.role &&
      other.clickable &&
      (other.name || other.text || other.title || other.hints) === said &&
      !tree.holds(element, other) &&
      !tree.holds(other, element),
  )
}
