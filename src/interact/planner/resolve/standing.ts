import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { gapBetween, hasRoom } from '../page/page-tree.ts'

/** What is likelier meant than others: what is close to the last thing used, what is in the part of the page that was come upon. */
export interface Leaning {
  near?: ViewElement | undefined
  within?: ViewElement | undefined
}

const CHROME = /^(navigation|banner|contentinfo|complementary|menubar)$/

/** What makes one of several things of the same name the likelier one; small against names. */
export function standing(element: ViewElement, tree: PageTree, { near, within }: Leaning): number {
  const dialog = tree.dialog
  let worth = 0
  if (dialog) worth += tree.holds(dialog, element) ? 0.12 : -0.05
  if (!hasRoom(element)) worth -= 0.1
  if (element.inView) worth += 0.02
  if (element.covered) worth -= 0.08
  if (element.disabled) worth -= 0.15
  if (tree.closest(element, (outer) => CHROME.test(outer.role))) worth -= 0.03
  if (within && tree.holds(within, element)) worth += 0.15
  if (near && near !== element) worth += 0.03 / (1 + gapBetween(element, near) / 100)
  if (isOneOfSeveral(element, tree)) worth += 0.03
  return worth
}

/** A painted area among others of its size is there to be chosen; one by itself may only show a colour. */
function isOneOfSeveral(element: ViewElement, tree: PageTree): boolean {
  const parent = tree.parent(element)
  if (!parent || element.text !== '' || element.look.background === undefined) return false
  return tree
    .children(parent)
    .some(
      (other) =>
        other !== element &&
        other.tag === element.tag &&
        Math.abs(other.box.width - element.box.width) < 2 &&
        Math.abs(other.box.height - element.box.height) < 2,
    )
}
