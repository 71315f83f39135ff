import type { ViewElement } from '../../../browser/browser.ts'
import type { Driver } from '../driver.ts'
import type { PageTree } from '../page/page-tree.ts'

/** What is new on the page since the last action. */
export interface Fresh {
  /** Elements whose own text is new, in the order of the page. */
  elements: ViewElement[]
  /** Whether the page is another one than before. */
  isNewPage: boolean
}

const NAVIGATION = /^(navigation|banner|contentinfo|menubar|tablist)$/

export function freshOf(tree: PageTree, { former }: Pick<Driver, 'former'>): Fresh {
  const isNewPage = former === undefined || pathOf(former.view.url) !== pathOf(tree.view.url)
  const known = countTexts(former)
  const elements = tree.elements.filter((element) => {
    if (element.ownText === '' || isInNavigation(element, tree)) return false
    const count = known.get(element.ownText) ?? 0
    if (count === 0) return true
    known.set(element.ownText, count - 1)
    return false
  })
  return { elements, isNewPage }
}

function countTexts(tree: PageTree | undefined): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { ownText } of tree?.elements ?? []) counts.set(ownText, (counts.get(ownText) ?? 0) + 1)
  return counts
}

export function isInNavigation(element: ViewElement, tree: PageTree): boolean {
  return tree.closest(element, ({ role, tag }) => NAVIGATION.test(role) || tag === 'nav') !== undefined
}

/** Text that stands by itself: no label of a control, no name of a button. */
export function isPlainText(element: ViewElement, tree: PageTree): boolean {
  return (
    element.ownText !== '' &&
    !element.editable &&
    tree.closest(
      element,
      ({ clickable, tag, role }) =>
        (clickable && role !== 'row') || tag === 'label' || tag === 'option' || tag === 'select',
    ) === undefined
  )
}

/** The whole text of the block that an element is part of: a sentence is often in pieces. */
export function blockText(element: ViewElement, tree: PageTree): string {
  const outer = tree.closest(
    element,
    ({ tag, role }) =>
      /^(p|li|dd|td|h[1-6]|output|blockquote|figcaption|summary)$/.test(tag) ||
      /^(alert|status|listitem|heading|paragraph|cell)$/.test(role),
  )
  return outer && outer.text.length < 400 && outer.text.length >= element.ownText.length
    ? outer.text
    : element.text || element.ownText
}

function pathOf(url: string): string {
  return url.replace(/[?#].*$/, '')
}

/** A new value with the words beside it. */
export function withLabel(element: ViewElement, tree: PageTree): ViewElement {
  const outward = tree.ancestors(element).filter(({ tag }) => !/^(?:html|body|main)$/.test(tag))
  return outward.find(({ text }) => text.length > element.ownText.length + 2 && text.length < 200) ?? element
}
