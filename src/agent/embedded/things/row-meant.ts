import { placeOf } from '../../gathered/fact-pool.ts'
import type { Fact } from '../../gathered/fact.ts'
import { wordsOf } from '../words.ts'

const SHORTEST_STEM = 5
const LONGEST_ENDING = 3

/**
 * The value of a field in the one record that words of the request name: of `Adults 228`, `Students 132` and `Children 96`
 * the last, when a price for children is asked for. Nothing where they name none, or several alike.
 */
export function rowMeant(
  records: readonly { facts: readonly Fact[] }[],
  place: string,
  asked: readonly string[],
): Fact | undefined {
  const rows = records.flatMap(({ facts }) => {
    const fact = facts.find((one) => placeOf(one) === place)
    const name = facts.flatMap((one) =>
      one !== fact && typeof one.value === 'string' ? wordsOf(one.value) : [],
    )
    return fact ? [{ fact, name: new Set(name) }] : []
  })
  if (rows.length < 2) return undefined
  // What every row has tells none from the others.
  const telling = asked.filter((word) => !rows.every(({ name }) => hasWord(name, word)))
  const scored = rows
    .map(({ fact, name }) => ({ fact, score: telling.filter((word) => hasWord(name, word)).length }))
    .toSorted((one, other) => other.score - one.score)
  const [best, second] = scored
  return best && best.score > 0 && best.score > (second?.score ?? 0) ? best.fact : undefined
}

function hasWord(name: ReadonlySet<string>, word: string): boolean {
  return name.has(word) || [...name].some((one) => isInflected(one, word))
}

/** Whether two words differ by no more than their endings, as `Jugendliche` and `Jugendlichen` do. */
function isInflected(one: string, other: string): boolean {
  let shared = 0
  while (shared < one.length && one[shared] === other[shared]) shared++
  return shared >= SHORTEST_STEM && Math.max(one.length, other.length) - shared <= LONGEST_ENDING
}
