import { fold } from '../../language/fold.ts'
import type { QueryTerm } from './question.ts'

/** A block or passage of it that goes on for longer is not written for readers: its rest is not read. */
export const LONGEST_TEXT = 200_000

/**
 * Which of many texts are worth reading closely for a query: all of them, unless they are very long together. Then those
 * that hold most of its words, as far as a quick look tells.
 */
export function likelyTexts(
  texts: readonly { text: string; above: string | undefined }[],
  terms: readonly QueryTerm[],
): ReadonlySet<number> {
  let size = 0
  for (const { text } of texts) size += Math.min(text.length, LONGEST_TEXT)
  if (size <= CLOSE_READING_CHARS && texts.length <= MOST_TEXTS) return new Set(texts.keys())
  const likely = new Set<number>()
  let room = CLOSE_READING_CHARS
  for (const index of byHits(texts, terms)) {
    room -= Math.min(texts[index]!.text.length, LONGEST_TEXT)
    if ((room < 0 && likely.size > 0) || likely.size >= MOST_TEXTS) break
    likely.add(index)
  }
  return likely
}

const CLOSE_READING_CHARS = 300_000
const MOST_TEXTS = 6000
/** What follows after so much is not looked at. */
const LOOKED_AT_CHARS = 24_000_000

function byHits(
  texts: readonly { text: string; above: string | undefined }[],
  terms: readonly QueryTerm[],
): number[] {
  const byCount: number[][] = terms.map(() => [])
  let looked = 0
  for (let index = 0; index < texts.length && looked < LOOKED_AT_CHARS; index++) {
    const { text, above = '' } = texts[index]!
    const folded = fold(`${above}\n${text.slice(0, LONGEST_TEXT)}`)
    looked += folded.length
    const hits = terms.reduce(
      (sum, { roots }) => sum + Number(roots.some((root) => folded.includes(root))),
      0,
    )
    if (hits > 0) byCount[hits - 1]!.push(index)
  }
  return byCount.toReversed().flat()
}
