import type { ViewElement } from '../../../browser/browser.ts'
import { isCheckable, isField } from '../match/kinds.ts'
import type { PageTree } from '../page/page-tree.ts'

const LEVELS = 3
const LONGEST = 80

/** The text that stands before something and says what it is: `Size` before the sizes, `Adults` before a stepper. */
export function captionOf(element: ViewElement, tree: PageTree): string {
  let at = element
  for (let level = 0; level < LEVELS; level++) {
    const parent = tree.parent(at)
    const siblings = parent ? tree.children(parent) : tree.roots
    for (const sibling of siblings.slice(0, siblings.indexOf(at)).toReversed()) {
      if (holdsControl(sibling, tree))
        return level === 0 && siblings.indexOf(sibling) > 0 ? '' : (parent?.ownText ?? '')
      const text = ownOrAll(sibling)
      if (text !== '' && text.length <= LONGEST) return text
    }
    if (!parent) return ''
    if (/^(group|radiogroup)$/.test(parent.role) && parent.name !== '') return parent.name
    if (parent.ownText !== '' && parent.ownText.length <= LONGEST) return parent.ownText
    at = parent
  }
  return ''
}

/** What stands above choices that belong together. */
export function captionOfGroup(choices: readonly ViewElement[], tree: PageTree): string {
  const [first, second] = choices
  const holder = first && second && tree.shared(first, second)
  if (!holder) return ''
  if (/^(group|radiogroup|listbox)$/.test(holder.role) && holder.name !== '') return holder.name
  const lead = tree
    .children(holder)
    .find((child) => child !== first && !tree.holds(child, first) && tree.order(child) < tree.order(first))
  if (lead && ownOrAll(lead) !== '' && ownOrAll(lead).length <= LONGEST) return ownOrAll(lead)
  return captionOf(holder, tree)
}

function ownOrAll(element: ViewElement): string {
  return (element.ownText || element.text).trim()
}

function holdsControl(element: ViewElement, tree: PageTree): boolean {
  const isControl = (inner: ViewElement) =>
    isField(inner) ||
    isCheckable(inner) ||
    (inner.clickable && inner.role !== 'text' && inner.tag !== 'label')
  return isControl(element) || tree.descendants(element).some(isControl)
}
