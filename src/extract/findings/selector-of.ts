import { isTag } from 'domhandler'
import type { Element } from 'domhandler'

const known = new WeakMap<Element, string>()
const MOST_SIBLINGS = 100_000

/** A CSS selector that finds an element on its page and no other. */
export function selectorOf(element: Element): string | undefined {
  const before = known.get(element)
  if (before !== undefined) return before
  const parent = element.parent
  const around = parent && isTag(parent) ? selectorOf(parent) : ''
  if (around === undefined) return undefined
  const step = stepOf(element)
  const selector = step === undefined ? undefined : around === '' ? step : `${around} > ${step}`
  if (selector !== undefined) known.set(element, selector)
  return selector
}

/** Names the element among its siblings; one that is not among them is of our own making, and its parent is meant. */
function stepOf(element: Element): string | undefined {
  const id = element.attribs['id']
  const name = /^[a-z][a-z0-9-]*$/i.test(element.name) ? element.name : '*'
  if (element.name === 'html' || element.name === 'body' || element.name === 'head') return name
  let nth = 1
  let steps = 0
  for (let before = element.prev; before; before = before.prev) {
    if (isTag(before) && (name === '*' || before.name === element.name)) nth++
    if (steps++ > MOST_SIBLINGS) return undefined
  }
  const position = name === '*' ? `:nth-child(${nth})` : `:nth-of-type(${nth})`
  return id !== undefined && /^[A-Za-z][\w-]*$/.test(id) ? `${name}#${id}${position}` : `${name}${position}`
}
