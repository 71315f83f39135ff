import type { Box } from '../converted.ts'
import type { Placed } from './columns.ts'

/** The smallest box around things on a page, of which there may be more than a call takes arguments. */
export function boxOf(things: Iterable<Placed>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of things) {
    left = Math.min(left, box[0])
    top = Math.min(top, box[1])
    right = Math.max(right, box[2])
    bottom = Math.max(bottom, box[3])
  }
  return [left, top, right, bottom]
}
