import type { Candidate } from '../candidates/candidate.ts'
import type { Item } from '../structured-data/structured-data.ts'
import { itemSheet } from './item-sheets.ts'

const MOST_ITEMS = 20

/** What the page describes for machines, as candidates of the matcher, labelled by the names of their properties. */
export function extraCandidates(items: readonly Item[]): Candidate[] {
  return items.slice(0, MOST_ITEMS).flatMap((item) =>
    itemSheet([item], []).columns.flatMap(({ labels, cells }, order) => {
      const [cell] = cells
      if (!cell) return []
      const said = [...labels.map(({ text }) => text), ...item.types.slice(0, 1)]
      return [{ text: cell.text, labels: said, source: item.source, element: cell.element, order }]
    }),
  )
}
