import type { ViewElement } from '../../../browser/browser.ts'

const HAS_WORDS = /[\p{L}\p{N}]/u

/** The words that name an element: its name, its text, its title or its placeholder, whichever has words. */
export function labelOf({ name, text, title, placeholder }: ViewElement): string {
  return (
    [name, text, title, placeholder].find((words) => words !== undefined && HAS_WORDS.test(words)) ?? name
  )
}
