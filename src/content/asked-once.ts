import type { Element } from 'domhandler'

/**
 * Such questions are put at every level of a tree and would read all of it each time. Trees do not change, so an
 * answer holds as long as its element.
 */
export function askedOnce(question: (element: Element) => boolean): (element: Element) => boolean {
  const answers = new WeakMap<Element, boolean>()
  return (element) => {
    const known = answers.get(element)
    if (known !== undefined) return known
    const answer = question(element)
    answers.set(element, answer)
    return answer
  }
}
