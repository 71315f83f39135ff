import { estimateTokens } from '../../llm/llm.ts'
import { blocksOf, packed, relevanceOf, wordsOf } from './chunks.ts'

/** Passages of a long page, the most relevant part first; each part fits into one question. */
export interface Passages {
  parts: readonly string[]
  /** How much of the page the first part is, from 0 to 1. */
  share: number
}

const PIECE_TOKENS = 300
/** Passages near a relevant one are relevant too: a value may stand under its heading or behind its label. */
const OF_A_NEIGHBOUR = 0.3
/** The share of the words asked about that a page must have; otherwise it may say the same in other words. */
const ENOUGH_WORDS = 1 / 3

/**
 * The passages of a page that are about something, in the order of the page. Undefined when the page fits into one question, or
 * when the words do not tell which passages those are.
 */
export function relevantParts(markdown: string, about: string, mostTokens: number): Passages | undefined {
  const whole = estimateTokens(markdown)
  if (whole <= mostTokens) return undefined
  const lower = markdown.toLowerCase()
  const words = wordsOf(about)
  const known = words.filter((word) => lower.includes(word))
  if (words.length === 0 || known.length / words.length < ENOUGH_WORDS) return undefined
  const size = Math.min(PIECE_TOKENS, mostTokens / 4)
  const pieces = packed(blocksOf(markdown, size), size)
  const scores = relevanceOf(pieces, about)
  const near = scores.map(
    (score, at) => score + OF_A_NEIGHBOUR * Math.max(scores[at - 1] ?? 0, scores[at + 1] ?? 0),
  )
  const order = [...pieces.keys()].sort((a, b) => near[b]! - near[a]! || a - b)
  // The beginning says what the page is about. Passages without any of the words are read only when something is missing.
  const first = within([0, ...order.filter((at) => at !== 0 && near[at]! > 0)], pieces, mostTokens)
  const second = within(
    order.filter((at) => !first.includes(at)),
    pieces,
    mostTokens,
  )
  const parts = [first, second].map((part) => part.map((at) => pieces[at]!).join('\n\n'))
  return { parts, share: estimateTokens(parts[0]!) / whole }
}

/** As many pieces from the beginning of the ranking as fit, in the order of the page. */
function within(ranked: readonly number[], pieces: readonly string[], mostTokens: number): number[] {
  let left = mostTokens
  const end = ranked.findIndex((at) => (left -= estimateTokens(pieces[at]!) + 1) < 0)
  return ranked.slice(0, end === -1 ? undefined : end).toSorted((a, b) => a - b)
}
