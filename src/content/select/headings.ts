import { REGIONS } from './regions.ts'
import type { Block } from './outline.ts'

/** Adds the headings of what is taken, unless they were ruled out: a text without its heading has lost its subject. */
export function withHeadings(
  blocks: readonly Block[],
  likely: ArrayLike<number>,
  taken: Uint8Array,
): Uint8Array {
  return taken.map((value, at) => (value === 1 || (likely[at]! > 0 && introduces(blocks, at, taken)) ? 1 : 0))
}

function introduces(blocks: readonly Block[], at: number, taken: Uint8Array): boolean {
  const next = blocks[at + 1]
  const { place } = blocks[at]!
  if (!isHeading(blocks[at]!) || next === undefined || taken[at + 1] === 0 || isHeading(next)) return false
  return place.parent !== undefined && at + 1 < place.parent.end
}

function isHeading({ inner }: Block): boolean {
  return (inner.regions & REGIONS.heading) !== 0
}
