import type { Question } from './question.ts'

/**
 * The terms of which an answer has one at least. Who did a thing and when is told by what was done, not by the name of
 * whom it was done to; for all else it is the rarest on the page. What the whole page is about tells nothing apart.
 */
export function keyTerms(
  { kind, terms }: Question,
  frequencies: readonly number[],
  title: Float32Array,
): readonly number[] {
  const candidates = terms.flatMap(({ isMeta, isSpent }, term) =>
    isMeta || isSpent || title[term]! > 0 ? [] : [term],
  )
  if (tellsEvent(kind)) {
    const deeds = candidates.filter((term) => !terms[term]!.isName)
    return deeds.length > 0 ? deeds : candidates
  }
  return candidates
    .filter((term) => !terms[term]!.isLight)
    .sort((a, b) => frequencies[a]! - frequencies[b]!)
    .slice(0, 1)
}

/** Whether a question asks who or when. */
export function tellsEvent(kind: Question['kind']): boolean {
  return kind === 'person' || kind === 'date'
}
