import type { AnyNode, Element } from 'domhandler'
import type { Listing } from './scope.ts'

const MOST_STEPS = 12
/** How good the lists inside must be of what the sections are. */
const NEARLY = 0.85

export interface Judged {
  listing: Listing
  quality: number
}

/**
 * The list that is wished for among those that were judged: the best, or where its records are sections that hold
 * several records of another one that is nearly as good, that one.
 */
export function bestOf(judged: readonly Judged[]): Judged | undefined {
  const [best, ...others] = judged.toSorted((one, other) => other.quality - one.quality)
  if (!best) return undefined
  const outer = partsOf(best.listing.whole().records)
  const inner = others.find(
    ({ listing, quality }) =>
      quality >= best.quality * NEARLY &&
      isInside(listing.whole().records, outer, best.listing.whole().count),
  )
  return inner ?? best
}

/** The elements that records are; those that are of our own making are all that they consist of. */
function partsOf(records: readonly (Element | undefined)[]): ReadonlyMap<AnyNode, Element> {
  const parts = new Map<AnyNode, Element>()
  for (const record of records) {
    if (!record) continue
    const isMade = record.children[0] !== undefined && record.children[0].parent !== record
    for (const part of isMade ? record.children : [record]) parts.set(part, record)
  }
  return parts
}

/** Whether all records stand in those of a list, more than one in some of them. */
function isInside(
  records: readonly (Element | undefined)[],
  outer: ReadonlyMap<AnyNode, Element>,
  count: number,
): boolean {
  if (records.length <= count) return false
  const holders = new Set<Element>()
  for (const record of records) {
    const holder = record && holderOf(record, outer)
    if (!holder) return false
    holders.add(holder)
  }
  return holders.size * 4 >= count * 3 && records.length > holders.size
}

function holderOf(record: Element, outer: ReadonlyMap<AnyNode, Element>): Element | undefined {
  const isMade = record.children[0] !== undefined && record.children[0].parent !== record
  let at: AnyNode | null | undefined = isMade ? record.children[0]!.parent : record.parent
  for (let up = 0; at && up < MOST_STEPS; up++, at = at.parent) {
    const holder = outer.get(at)
    if (holder) return holder
  }
  return undefined
}
