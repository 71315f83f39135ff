import { sigmoid } from '../../learned/forest.ts'
import type { Template } from './survey.ts'

export interface Odds {
  likely: ArrayLike<number>
  words: ArrayLike<number>
}

export interface Decision {
  taken: Uint8Array
  confidence: number
}

/**
 * Takes the blocks with the best expected F1. The odds are first raised together until `leastShare` of the words
 * are expected to be content.
 */
export function decide(odds: Odds, leastShare: number): Decision {
  const likely = raiseLikelihoods(odds, leastShare)
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

function raiseLikelihoods({ likely, words }: Odds, leastShare: number): Float64Array {
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

/** Of ten cards of one template either all names are content or none is. */
export function poolTemplates(
  likely: Float64Array,
  templates: readonly Template[],
  part: number,
): Float64Array {
  if (part === 0) return likely
  const sums = new Map<Template, number>()
  likely.forEach((value, at) => {
    const template = templates[at]!
    sums.set(template, (sums.get(template) ?? 0) + logOdds(value))
  })
  return likely.map((value, at) => {
    const template = templates[at]!
    if (template.blocks < FEWEST) return value
    const score = (1 - part) * logOdds(value) + (part * sums.get(template)!) / template.blocks
    return sigmoid(score)
  })
}

/** Two of a kind may be alike by chance. */
const FEWEST = 3

/** How likely something is as log-odds, so that odds can be added; the inverse of `sigmoid`. Never infinite. */
function logOdds(likely: number): number {
  const bounded = Math.min(1 - CERTAIN, Math.max(CERTAIN, likely))
  return Math.log(bounded / (1 - bounded))
}

const CERTAIN = 1e-5
