import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { isRecord } from '../page/records.ts'

const ENTRY_ROLE = /^(row|listitem|article|treeitem|option)$/
const CELL = /^(cell|gridcell|columnheader|rowheader|text)$/
const LITTLE_MORE = 60

/** What belongs together with a text: the row, card or chip that it names. The text itself where there is no such thing. */
export function entryOf(mention: ViewElement, tree: PageTree): ViewElement {
  for (const outer of [mention, ...tree.ancestors(mention)]) {
    if (outer.text.length > mention.text.length + 600) break
    if (ENTRY_ROLE.test(outer.role)) return outer
    if (CELL.test(outer.role) || /^t[dh]$/.test(outer.tag)) continue
    if (isRecord(outer, tree)) return outer
    if (outer.draggable || hasOwnControl(outer, mention, tree)) return outer
  }
  return mention
}

/** Whether it holds something to use besides the text, and says little more. */
function hasOwnControl(outer: ViewElement, mention: ViewElement, tree: PageTree): boolean {
  if (outer.text.length > mention.text.length + LITTLE_MORE) return false
  return tree
    .descendants(outer)
    .some((inner) => inner.clickable && inner !== mention && !tree.holds(inner, mention))
}
