import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'

const NAMES: Record<string, RegExp> = {
  next: /^\W*(next( page)?|older( posts| entries)?|forward|›|»|>|→|>>)\W*$|^go to next page|^next\b/i,
  previous: /^\W*(prev(ious)?( page)?|newer|back|‹|«|<|←|<<)\W*$|^go to previous page|^prev/i,
  first: /^\W*(first( page)?|«|<<|⟪|1)\W*$/i,
  last: /^\W*(last( page)?|»|>>|⟫)\W*$/i,
}

/** What leads to a page of a list: in a part for leafing where there is one. */
export function findControl(number: number | string, tree: PageTree): ViewElement | undefined {
  const pattern =
    typeof number === 'number' ? new RegExp(`^\\W*(page |go to page )?${number}\\W*$`, 'i') : NAMES[number]!
  const controls = tree.elements.filter(
    (element) =>
      element.clickable &&
      !element.disabled &&
      [element.name, element.text, element.title ?? ''].some((text) => text && pattern.test(text.trim())),
  )
  const leafing = controls.filter((element) => isLeafing(element, tree))
  const byHint =
    typeof number === 'string'
      ? tree.elements.find(
          (element) =>
            element.clickable &&
            !element.disabled &&
            new RegExp(`\\b${number === 'previous' ? 'prev(ious)?' : number}\\b`, 'i').test(element.hints),
        )
      : undefined
  const found = leafing.at(-1) ?? controls.at(-1) ?? byHint
  return found ?? (number === 'last' ? highestNumber(tree) : undefined)
}

/** Where nothing is called the last page, it is the highest number of those side by side. */
function highestNumber(tree: PageTree): ViewElement | undefined {
  const numbers = tree.elements.filter(
    (element) =>
      element.clickable &&
      !element.disabled &&
      /^\d{1,5}$/.test(element.text.trim()) &&
      isLeafing(element, tree),
  )
  return numbers.sort((a, b) => Number(b.text) - Number(a.text))[0]
}

function isLeafing(element: ViewElement, tree: PageTree): boolean {
  return (
    tree.closest(
      element,
      (outer) =>
        /pag(er|inat)|page-?(nav|numbers|link)/i.test(`${outer.hints} ${outer.name}`) ||
        outer.role === 'navigation',
    ) !== undefined
  )
}
