import type { ViewElement } from '../../../browser/browser.ts'
import { wordLikeness } from '../../../extract/extract.ts'
import { isCheckable } from '../match/kinds.ts'
import { stemOf, wordsOf } from '../match/words.ts'
import type { Target } from '../step.ts'
import type { PageTree } from '../page/page-tree.ts'

/** The words that a description asks for something like: `words similar to mild`. */
export function similarWords(things: readonly (Target | undefined)[]): string[] | undefined {
  const words = things.flatMap((thing) =>
    thing?.traits?.some((trait) => /^(similar|alike|related|synonym)/.test(trait)) ? [thing.words] : [],
  )
  return words.length > 0 && words.length === things.length ? words : undefined
}

/** For each word the choice of the page that means most alike; each choice is taken once. */
export function choicesLike(words: readonly string[], tree: PageTree): ViewElement[] {
  const choices = tree.elements.filter((element) => isCheckable(element) && element.name !== '')
  const pairs = words
    .flatMap((word) => choices.map((choice) => ({ word, choice, like: likeness(word, choice.name) })))
    .toSorted((a, b) => b.like - a.like)
  const taken = new Map<string, ViewElement>()
  for (const { word, choice } of pairs)
    if (!taken.has(word) && ![...taken.values()].includes(choice)) taken.set(word, choice)
  return [...taken.values()]
}

/** How alike two words mean, from -1 to 1; what is not known is like nothing. */
function likeness(one: string, other: string): number {
  const [left, right] = [wordsOf(one).join(' '), wordsOf(other).join(' ')]
  if (left === right || stemOf(left) === stemOf(right)) return 1
  return wordLikeness(left, right) ?? wordLikeness(stemOf(left), stemOf(right)) ?? 0
}
