import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

/** A box that picks an entry for what is done with all picked ones, not one that means something by itself. */
export function pickerOf(entry: ViewElement, tree: PageTree): ViewElement | undefined {
  const boxes = tree.descendants(entry).filter((element) => element.role === 'checkbox' && !element.disabled)
  const [box] = boxes
  if (!box || boxes.length > 1) return undefined
  const isPicking = tree.elements.some(
    (other) =>
      other.role === 'checkbox' &&
      !tree.holds(entry, other) &&
      (/\b(all|alle|tout|todo|tutti|tudo)/i.test(`${other.name} ${other.hints}`) ||
        tree
          .ancestors(other)
          .some(({ tag, role }) => tag === 'thead' || tag === 'th' || role === 'columnheader')),
  )
  return isPicking || /select/i.test(`${box.name} ${box.hints}`) ? box : undefined
}
