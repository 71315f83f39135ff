import type { PageTree } from '../page/page-tree.ts'
import { byCondition, readComparison, readQuantity } from '../resolve/conditions.ts'
import { has } from './judge.ts'
import { isOfKind } from './kind-asked.ts'
import { isCalled, listsOf } from './lists.ts'
import type { Thing, Things } from './lists.ts'
import { wordsOf } from '../match/words.ts'
import type { Question } from './question.ts'

type Comparison = NonNullable<ReturnType<typeof readComparison>>

/** The thing at an end of a list, with what it was compared by. */
export interface End extends Things {
  title: string
  value: number | undefined
  end: Comparison['end']
}

const SUPERLATIVE =
  /est$|^(most|least|more|less|best|mas|barat\w*|car[oa]?s?|cher\w*|econom\w*|grand\w*|teuer\w*|billig\w*|gunstig\w*|moins|plus|mas|menos|piu|meno|mais|duur\w*|goedkoop\w*)$/

/** Of what is listed the cheapest, the latest, the one with the most of something. */
export function endAsked(question: Question, tree: PageTree): End | undefined {
  const read = readComparison(question.said)
  if (!read) return undefined
  const comparison: Comparison = question.kind === 'money' ? { ...read, about: 'money' } : read
  const conditions = question.about.filter(
    ({ word }) => word !== question.which && !SUPERLATIVE.test(word) && !comparison.words.includes(word),
  )
  for (const things of listsOf(tree)) {
    const fitting = things.filter(({ words }) => conditions.every(({ word }) => has(words, word) >= 0.7))
    const pool = fitting.length > 0 ? fitting : things
    const isMeant = question.which === undefined || isCalled(question.which, things, tree)
    const found = isMeant && pool.length > 1 ? endOf(comparison, question, pool, tree) : undefined
    if (found) return found
  }
  return undefined
}

function endOf(
  comparison: Comparison,
  question: Question,
  things: readonly Thing[],
  tree: PageTree,
): End | undefined {
  const about = [...comparison.words, ...question.about.map(({ word }) => word)]
  const valued = things.flatMap((thing) => {
    const text = comparedBy(thing, comparison, about)
    const value = text === undefined ? undefined : readQuantity(text, comparison.about)
    return text === undefined || value === undefined ? [] : [{ thing, text, value }]
  })
  const { end } = comparison
  const [best] = valued.toSorted((a, b) => (end === 'least' ? a.value - b.value : b.value - a.value))
  if (best && valued.length * 2 > things.length)
    return {
      text: `${best.thing.title}: ${best.text}`,
      title: best.thing.title,
      element: best.thing.element,
      value: best.value,
      end,
    }
  const [element] = byCondition(
    question.said,
    things.map((thing) => thing.element),
    tree,
  )
  const thing = things.find((one) => one.element === element)
  return thing && { text: thing.title, title: thing.title, element: thing.element, value: undefined, end }
}

/** The text of a thing that a comparison is about: in the column that it names, else the only one of the kind. */
function comparedBy(thing: Thing, { about }: Comparison, words: readonly string[]): string | undefined {
  const cell = thing.cells.find(({ column }) => words.some((word) => has(wordsOf(column), word) >= 0.8))
  if (cell) return cell.text
  const spoken = thing.rest.find(
    (text) => /\d/.test(text) && words.some((word) => has(wordsOf(text), word) >= 0.8),
  )
  if (spoken !== undefined) return spoken
  const kind =
    about === 'money' ? 'money' : about === 'number' ? undefined : about === 'duration' ? undefined : 'moment'
  return kind && thing.rest.find((text) => isOfKind(text, kind))
}
