import { isTag } from 'domhandler'
import type { Document, ParentNode } from 'domhandler'
import type { ReadablePage } from '../page.ts'
import { Effort } from './item.ts'
import type { Item } from './item.ts'
import { jsonLdItems } from './json-ld.ts'
import { markupItems } from './markup-items.ts'

export type { Item, ItemValue } from './item.ts'

/**
 * What a page describes in JSON-LD, microdata and RDFa: its outermost items in the order of the page. They form trees,
 * so whoever walks them comes to an end. Read once per page.
 */
export function itemsOf(page: ReadablePage): Item[] {
  const known = read.get(page.root)
  if (known !== undefined) return known
  const effort = new Effort()
  const items = inOrder(page, [
    jsonLdItems(page, effort),
    markupItems(page, 'microdata', effort),
    markupItems(page, 'rdfa', effort),
  ])
  read.set(page.root, items)
  return items
}

const read = new WeakMap<Document, Item[]>()

/** What one kind found is in order already. */
function inOrder({ root }: ReadablePage, found: readonly Item[][]): Item[] {
  const items = found.flat()
  if (found.filter((kind) => kind.length > 0).length < 2) return items
  const placed = Map.groupBy(items, ({ element }) => element)
  const ordered: Item[] = []
  const look = (parent: ParentNode): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue
      const here = placed.get(child)
      if (here !== undefined) ordered.push(...here)
      look(child)
    }
  }
  look(root)
  return ordered
}
