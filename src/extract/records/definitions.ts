import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import { textOf } from './text-of.ts'

/** Terms and descriptions, also where a wrapper keeps those together that belong together. */
export function definitionsIn(list: Element): Element[] {
  return list.children
    .filter(isTag)
    .flatMap((child) => (child.name === 'div' ? child.children.filter(isTag) : [child]))
}

/** Whether a term is more than a term: a link with something behind it, as the first cell of a row has. */
export function isCompound(term: Element): boolean {
  const link = linkIn(term, 0)
  if (link === undefined) return false
  const text = textOf(term, 400)
  const linked = textOf(link, 400)
  return linked !== '' && text.startsWith(linked) && text.length > linked.length + LONGEST_MARK
}

const LONGEST_MARK = 3
const DEEPEST = 4

function linkIn(element: Element, depth: number): Element | undefined {
  for (const child of element.children) {
    if (!isTag(child)) continue
    if (
      child.name === 'a' &&
      (child.attribs['href'] ?? '').length > 1 &&
      !child.attribs['href']!.startsWith('#')
    )
      return child
    const inner = depth < DEEPEST ? linkIn(child, depth + 1) : undefined
    if (inner) return inner
  }
  return undefined
}

/** What is said about a term, without the lists and tables of values that follow it. */
export function saidIn(element: Element, most: number): string {
  const isSheet = (node: Element['children'][number]) => isTag(node) && /^(?:dl|table)$/.test(node.name)
  if (!element.children.some(isSheet)) return textOf(element, most)
  return element.children
    .filter((child) => !isSheet(child))
    .map((child) => textOf(child, most))
    .filter((text) => text !== '')
    .join(' ')
}
