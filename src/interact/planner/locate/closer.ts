import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { labelOf } from './label-of.ts'

const CLOSES =
  /^\W*(?:close(?: (?:dialog|pop-?up|window|this|banner|message))?|dismiss|x|×|✕|✖|✗|╳|no,? thanks?|no thank you|not now|maybe later|later|skip)\W*$/i

/** The control that closes a part of a page without an answer. */
export function closerIn(part: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree
    .descendants(part)
    .find(
      (one) =>
        one.clickable &&
        one.box.width > 0 &&
        (CLOSES.test(labelOf(one)) || CLOSES.test(one.text) || CLOSES.test(one.title ?? '')),
    )
}
