import { isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { namesIn } from '../prose/names-in.ts'
import type { ReadablePage } from '../page.ts'
import { elementsOf } from './inside.ts'
import { isLine } from './lines.ts'
import { textOf } from './text-of.ts'

const LONGEST = 80

/** On a page about somebody, the line under the name, which says what they are. */
export function lineUnderName({ landmarks }: ReadablePage): { text: string; element: Element } | undefined {
  const heading = landmarks.find(({ name }) => name === 'h1')
  const title = heading ? textOf(heading, LONGEST * 2) : ''
  if (!heading || !namesIn(title).some(({ name }) => name === title)) return undefined
  const next =
    nextOf(heading) ?? (heading.parent && isTag(heading.parent) ? nextOf(heading.parent) : undefined)
  const line = next && firstLine(next)
  const text = line ? textOf(line, LONGEST * 2) : ''
  const isWords = /^\p{L}[^\d@:?!]*[^.!?:]$/u.test(text) && text.length <= LONGEST
  return line && isWords && namesIn(text).every(({ name }) => name !== text)
    ? { text, element: line }
    : undefined
}

function nextOf(node: ChildNode): Element | undefined {
  for (let at = node.next; at; at = at.next) if (isTag(at)) return at
  return undefined
}

/** The element itself, or the only thing in it. */
function firstLine(element: Element): Element | undefined {
  if (!/^(?:p|div|span|h2|h3|strong|em|small)$/.test(element.name)) return undefined
  if (isLine(element)) return element
  const [only, ...others] = elementsOf(element)
  return only && others.length === 0 ? firstLine(only) : undefined
}
