import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from './page-tree.ts'

const RECORD_ROLE = /^(row|listitem|article|treeitem|option)$/

/** Whether an element is one of several alike: a row, a card, an entry of a list. */
function isRecord(element: ViewElement, tree: PageTree): boolean {
  if (element.text === '' && tree.children(element).length === 0) return false
  if (RECORD_ROLE.test(element.role)) return true
  if (tree.children(element).length === 0) return false
  return tree.siblings(element).some((other) => other !== element && areAlike(other, element, tree))
}

/** The entry of a list that an element is part of: the smallest one that says more than the element does. */
export function recordOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  const outward = [element, ...tree.ancestors(element)]
  return outward.find(
    (outer) =>
      isRecord(outer, tree) && (outer.text.length > element.text.length || tree.children(outer).length > 0),
  )
}

const CHROME = /^(navigation|banner|contentinfo|menubar|tablist|toolbar)$/
const MOST_OF_ONE = 80

/** The entries of the list that a page is about, in order: the one that says most; in the dialog on top where there is one. */
export function mainRecords(tree: PageTree, former?: PageTree): ViewElement[] {
  const { dialog } = tree
  const lists = Map.groupBy(
    tree.elements.filter((element) => isRecord(element, tree) && !isHead(element, tree)),
    (element) => `${element.parent}|${element.tag}|${element.role}`,
  )
  const weight = ([first, ...others]: readonly ViewElement[]) => {
    if (!first || (others.length === 0 && !RECORD_ROLE.test(first.role))) return 0
    if (first.tag === 'label' || tree.descendants(first).some(({ role }) => role === 'radio')) return 0
    const isAside = tree.closest(first, ({ role, tag }) => CHROME.test(role) || tag === 'nav') !== undefined
    const isUnder = dialog !== undefined && !tree.holds(dialog, first)
    const said = [first, ...others].reduce((sum, { text }) => sum + Math.min(MOST_OF_ONE, text.length), 0)
    const isNew =
      former !== undefined &&
      former.view.url === tree.view.url &&
      !former.get(first.ref) &&
      others.every(({ ref }) => !former.get(ref))
    return said * (isAside ? 0.1 : 1) * (isUnder ? 0.1 : 1) * (isNew ? 10 : 1)
  }
  return [...lists.values()].sort((a, b) => weight(b) - weight(a)).find((list) => weight(list) > 0) ?? []
}

/** A row of column heads is no entry. */
function isHead(element: ViewElement, tree: PageTree): boolean {
  const cells = tree.children(element)
  return cells.length > 0 && cells.every(({ role, tag }) => role === 'columnheader' || tag === 'th')
}

function areAlike(left: ViewElement, right: ViewElement, tree: PageTree): boolean {
  return (
    left.tag === right.tag &&
    left.role === right.role &&
    left.hints.split(' ')[0] === right.hints.split(' ')[0] &&
    haveLikeParts(tree.children(left), tree.children(right))
  )
}

/** Entries of a list are made of the same parts, give or take some. */
function haveLikeParts(left: readonly ViewElement[], right: readonly ViewElement[]): boolean {
  if (left.length === 0) return false
  const tags = right.map((element) => element.tag)
  const common = left.filter(({ tag }) => {
    const at = tags.indexOf(tag)
    if (at >= 0) tags.splice(at, 1)
    return at >= 0
  })
  return common.length * 2 >= Math.max(left.length, right.length)
}
