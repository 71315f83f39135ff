import { columnGap } from './column-gap.ts'
import type { Placed } from './columns.ts'

/** Beyond this a page is no text that anybody reads in columns, and is read from top to bottom. */
const MAX_ELEMENTS = 12_000
const MAX_DEPTH = 40

/**
 * The things on a page as groups in the order of reading: each is one column of text without a gap through it. The page
 * is cut along the tallest gap between columns, then what is above it, left and right of it, and below it, each in
 * the same way.
 */
export function readingOrder<T extends Placed>(elements: readonly T[], isRightToLeft: boolean): T[][] {
  if (elements.length > MAX_ELEMENTS) return [[...elements]]
  const groups: T[][] = []
  const cut = (rest: T[], depth: number): void => {
    if (rest.length === 0) return
    const gap = depth < MAX_DEPTH && rest.length > 3 ? columnGap(rest) : undefined
    if (gap === undefined) {
      groups.push(rest)
      return
    }
    const { above, left, right, below } = gap
    cut(above, depth + 1)
    cut(isRightToLeft ? right : left, depth + 1)
    cut(isRightToLeft ? left : right, depth + 1)
    cut(below, depth + 1)
  }
  cut(
    elements.toSorted((one, other) => one.box[1] - other.box[1]),
    0,
  )
  return groups
}
