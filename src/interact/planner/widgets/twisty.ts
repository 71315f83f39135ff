import type { ViewElement } from '../../../browser/browser.ts'
import { isSafeToTry } from '../match/consequences.ts'
import type { PageTree } from '../page/page-tree.ts'
import { middleOf } from '../page/page-tree.ts'

const CLOSED_SIGN = /^[▸▶►▹▷❯›>+＋⊞⏵]$/
const SIGN_HINT = /\b(expand\w*|toggl\w*|twist\w*|caret|chev\w*|disclosure|switcher|opener)\b/i

/** What opens the branch or section that an element names: the sign beside it, or the element itself where it says that it is closed. */
export function twistyOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  if (isClosed(element) && isSafeToTry(element, tree)) return element
  for (const outer of [element, ...tree.ancestors(element).slice(0, 3)]) {
    if (isClosed(outer) && !isField(outer) && isSafeToTry(outer, tree)) return outer
    const signs = tree.descendants(outer).filter((inner) => isTwisty(inner, tree))
    const beside = signs.find((sign) => isOnLine(sign, element))
    if (beside) return beside
    if (signs.length > 1) return undefined
  }
  return undefined
}

/** Whether a thing is only there to open and close a branch, and is closed. */
function isTwisty(element: ViewElement, tree: PageTree): boolean {
  if (!element.clickable || isField(element) || !isSafeToTry(element, tree)) return false
  const said = (element.text || element.name).trim()
  if (CLOSED_SIGN.test(said)) return element.expanded !== true
  if (element.text !== '') return false
  if (element.expanded !== undefined) return element.expanded === false
  return SIGN_HINT.test(`${element.hints} ${element.name} ${element.title ?? ''}`)
}

function isClosed({ expanded, role }: ViewElement): boolean {
  return expanded === false && role !== 'combobox'
}

function isField({ editable, role }: ViewElement): boolean {
  return editable || role === 'combobox'
}

function isOnLine(one: ViewElement, other: ViewElement): boolean {
  return Math.abs(middleOf(one).y - middleOf(other).y) < Math.max(8, other.box.height / 2)
}
