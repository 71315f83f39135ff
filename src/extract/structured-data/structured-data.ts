import { findAll } from 'domutils'
import { memoizePerObject } from '../../language/memoize.ts'
import type { ReadablePage } from '../page.ts'
import { WorkBudget } from './item.ts'
import type { Item } from './item.ts'
import { jsonLdItems } from './json-ld.ts'
import { markupItems } from './markup-items.ts'

export type { Item, ItemValue } from './item.ts'

/**
 * What a page describes in JSON-LD, microdata and RDFa: its outermost items in the order of the page. They form trees,
 * so whoever walks them comes to an end. Read once per page.
 */
export const itemsOf = memoizePerObject((page: ReadablePage): Item[] => {
  const effort = new WorkBudget()
  return inOrder(page, [
    jsonLdItems(page, effort),
    markupItems(page, 'microdata', effort),
    markupItems(page, 'rdfa', effort),
  ])
})

function inOrder({ root }: ReadablePage, found: readonly Item[][]): Item[] {
  const items = found.flat()
  if (found.filter((kind) => kind.length > 0).length < 2) return items
  const placed = Map.groupBy(items, ({ element }) => element)
  return findAll((element) => placed.has(element), root.children).flatMap((element) => placed.get(element)!)
}
