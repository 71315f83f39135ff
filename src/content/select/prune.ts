import { COMMENTS_ROLE } from './name-roles.ts'
import { CONSENT_REGION } from './regions.ts'
import type { Block } from './outline.ts'
import type { Survey } from './survey.ts'

/** Leaves out what is never content, and comments on something that is much likelier to be it. */
export function prune(surveyed: Survey, likely: Float64Array): Float64Array {
  return dropComments(surveyed, dropExcluded(surveyed.outline.blocks, likely))
}

/** Unless it is most of what there is. */
function dropExcluded(blocks: readonly Block[], likely: Float64Array): Float64Array {
  let all = 0
  let nevers = 0
  blocks.forEach((block, at) => {
    all += likely[at]! * block.words
    if (isExcluded(block)) nevers += likely[at]! * block.words
  })
  if (nevers === 0 || nevers > all * MOSTLY) return likely
  return likely.map((value, at) => (isExcluded(blocks[at]!) ? 0 : value))
}

const MOSTLY = 0.6

/** A banner for consent, or the commands of a publishing system that were not carried out. */
function isExcluded({ inner, text }: Block): boolean {
  return (
    (inner.regions & CONSENT_REGION) !== 0 ||
    (text.startsWith('[') && text.length < LONGEST_COMMANDS && SHORTCODES_ONLY.test(text))
  )
}

const LONGEST_COMMANDS = 2000
const SHORTCODES_ONLY = /^(?:\[\/?[a-z][\w-]*(?:\s[^\]]*)?\]\s*)+$/

/** In a forum the comments are as likely to be content as anything; below an article they are not. */
function dropComments({ outline, called }: Survey, likely: Float64Array): Float64Array {
  const isComment = ({ inner }: Block) => (called[inner.index]! & COMMENTS_ROLE) !== 0
  const comments = { words: 0, expected: 0 }
  const text = { words: 0, expected: 0 }
  outline.blocks.forEach((block, at) => {
    if (block.words < LEAST_WORDS) return
    const sums = isComment(block) ? comments : text
    if (sums === text && likely[at]! <= DOUBTFUL) return
    sums.words += block.words
    sums.expected += likely[at]! * block.words
  })
  if (comments.words === 0 || text.expected < ENOUGH_WORDS) return likely
  if (comments.expected / comments.words > (LESS_LIKELY * text.expected) / text.words) return likely
  return likely.map((value, at) => (isComment(outline.blocks[at]!) ? value * RARELY : value))
}

const LEAST_WORDS = 10
const DOUBTFUL = 0.3
const ENOUGH_WORDS = 80
const LESS_LIKELY = 0.4
const RARELY = 0.05
