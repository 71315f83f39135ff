import { CONSENT } from './inside.ts'
import type { Block } from './outline.ts'

/** Leaves out what is never content, unless that is most of what there is. */
export function prune(blocks: readonly Block[], likely: Float64Array): Float64Array {
  let all = 0
  let pruned = 0
  blocks.forEach((block, at) => {
    all += likely[at]! * block.words
    if (isNever(block)) pruned += likely[at]! * block.words
  })
  if (pruned === 0 || pruned > all * MOSTLY) return likely
  return likely.map((value, at) => (isNever(blocks[at]!) ? 0 : value))
}

const MOSTLY = 0.6

/** A banner for consent, or the commands of a publishing system that were not carried out. */
function isNever({ inner, text }: Block): boolean {
  return (inner.inside & CONSENT) !== 0 || (text.startsWith('[') && SHORTCODES_ONLY.test(text))
}

const SHORTCODES_ONLY = /^(?:\[\/?[a-z][\w-]*(?:\s[^\]]*)?\]\s*)+$/
