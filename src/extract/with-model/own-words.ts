import type { PageWords } from './page-words.ts'
import { readingsOf } from './page-numbers.ts'

const ENOUGH_OVERLAP = 0.4
const MOST_NAMED = 10

/**
 * What is to be said about a text that a model wrote about a page: numbers that do not stand there, and words that are mostly
 * not the page's. `known` is what the model may also speak of, such as the question.
 */
export function warningAboutText(text: string, words: PageWords, known = ''): string | undefined {
  const strange = strangeNumbers(text, words, known)
  if (strange.length > 0) {
    return `These numbers in the model's text do not occur on the page: ${[...new Set(strange)].slice(0, MOST_NAMED).join(', ')}.`
  }
  if (words.overlap(text) >= ENOUGH_OVERLAP) return undefined
  return "Most words of the model's text do not occur on the page."
}

/** The numbers of a text that stand neither on the page nor in what is known. */
export function strangeNumbers(text: string, words: PageWords, known = ''): string[] {
  return numbersIn(text).filter(
    (run) => !known.includes(run) && readingsOf(run).every((number) => words.numberAt(number) === undefined),
  )
}

/** Single digits count things more often than they quote them. */
function numbersIn(text: string): string[] {
  return (text.match(/\d+(?:[.,'’]\d+)*/g) ?? []).filter((run) => run.length > 1)
}
