import { logOdds } from './log-odds.ts'
import { sigmoid } from '../../learned/forest.ts'

/** How likely each block is content, and how much of the page's words it has. */
export interface Odds {
  likely: ArrayLike<number>
  words: ArrayLike<number>
}

/** Which blocks are taken, and how much of what is content, and of nothing else, that is expected to be. */
export interface Decision {
  taken: Uint8Array
  confidence: number
}

/**
 * Takes the blocks that together are expected to match the content best, as the harmonic mean of how much of what is
 * taken is content and how much of the content is taken. So the bar follows the page: on a page of cards that all look
 * doubtful the likeliest are still taken, on an article of sure paragraphs what is doubtful is left. A page is there for
 * something: the odds are first raised together until `leastShare` of its words are expected to be content.
 */
export function decide(odds: Odds, leastShare: number): Decision {
  const likely = lifted(odds, leastShare)
  const { words } = odds
  const order = Uint32Array.from(likely.keys()).toSorted((a, b) => likely[b]! - likely[a]!)
  let expected = 0
  for (let at = 0; at < likely.length; at++) expected += likely[at]! * words[at]!
  let hits = 0
  let size = 0
  let best = 0
  let bestCount = 0
  order.forEach((at, rank) => {
    hits += likely[at]! * words[at]!
    size += words[at]!
    const match = size + expected > 0 ? (2 * hits) / (size + expected) : 0
    if (match > best) {
      best = match
      bestCount = rank + 1
    }
  })
  const taken = new Uint8Array(likely.length)
  for (const at of order.subarray(0, bestCount)) taken[at] = 1
  return { taken, confidence: best }
}

function lifted({ likely, words }: Odds, leastShare: number): Float64Array {
  let all = 0
  for (let at = 0; at < words.length; at++) all += words[at]!
  const scores = Float64Array.from(likely, logOdds)
  const raised = new Float64Array(likely.length)
  const share = (by: number) => {
    let expected = 0
    for (let at = 0; at < scores.length; at++) {
      raised[at] = sigmoid(scores[at]! + by)
      expected += raised[at]! * words[at]!
    }
    return all > 0 ? expected / all : 1
  }
  if (share(0) >= leastShare) return raised
  let low = 0
  let high = MOST_RAISED
  for (let step = 0; step < 20; step++) {
    const middle = (low + high) / 2
    if (share(middle) < leastShare) low = middle
    else high = middle
  }
  share(high)
  return raised
}

const MOST_RAISED = 8
