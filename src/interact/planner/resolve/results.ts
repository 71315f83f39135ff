import type { ViewElement } from '../../../browser/browser.ts'
import type { PageTree } from '../page/page-tree.ts'
import { hasRoom } from '../page/page-tree.ts'

/** The links that lead to the records of the largest list in the main part of a page, in order. */
export function resultsIn(tree: PageTree): ViewElement[] {
  const links = tree.elements.filter(
    (element) =>
      (element.role === 'link' || element.role === 'button') &&
      hasRoom(element) &&
      (element.name || element.text).length > 1 &&
      !inChrome(element, tree),
  )
  const groups = new Map<string, ViewElement[]>()
  for (const link of links) {
    const key = shapeOf(link, tree)
    groups.set(key, [...(groups.get(key) ?? []), link])
  }
  const weight = (group: readonly ViewElement[]) =>
    group.reduce(
      (sum, link) =>
        sum + Math.min(60, (link.name || link.text).length) * Math.min(2, link.look.fontSize / 14),
      0,
    ) * (group.length > 1 ? 1 : 0.5)
  const best = [...groups.values()].sort((a, b) => weight(b) - weight(a))[0] ?? []
  return firstOfEach(best, tree)
}

function inChrome(element: ViewElement, tree: PageTree): boolean {
  return (
    tree.closest(element, (outer) => /^(navigation|banner|contentinfo|menubar|dialog)$/.test(outer.role)) !==
    undefined
  )
}

/** Links of one list stand in the same way in the tree and look alike. */
function shapeOf(link: ViewElement, tree: PageTree): string {
  const way = [link, ...tree.ancestors(link).slice(0, 4)].map((element) => element.tag).join('<')
  return `${way}|${Math.round(link.look.fontSize)}|${link.look.bold}`
}

/** A record with several such links counts once. */
function firstOfEach(links: readonly ViewElement[], tree: PageTree): ViewElement[] {
  const seen = new Set<string>()
  return links.filter((link) => {
    const record = tree.closest(link, (element) => /^(listitem|article|row)$/.test(element.role))
    if (!record) return true
    if (seen.has(record.ref)) return false
    seen.add(record.ref)
    return true
  })
}
