import { isTag, isText } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'

/**
 * A link that only serves to move on the page: of a heading to itself, of a note back to the text. With it goes the
 * offer to edit what is below a heading.
 */
export function isSelfLink({ name, attribs, children }: Element, isInHeading: boolean): boolean {
  if (isInHeading && attribs['class']?.includes('mw-editsection')) return true
  if (name !== 'a' || !attribs['href']?.includes('#')) return false
  const text = textOf(children).trim()
  if (!isInHeading) return /^[↩↵⏎⤴↑]\ufe0e?\ufe0f?$/u.test(text)
  if (!/[\p{L}\p{N}]/u.test(text)) return !holdsImage(children)
  return PHRASE.test(text) && (PERMALINK.test(attribs['class'] ?? '') || attribs['aria-hidden'] === 'true')
}

const PERMALINK = /anchor|permalink|headerlink|hash-?link|heading-?link|direct-?link/i
const PHRASE =
  /^(?:link|permalink|anchor|copy link|permanent link|section link)$|^(?:(?:direct )?link|permalink|anchor|permanent link) (?:to|for) /i

function textOf(nodes: readonly ChildNode[]): string {
  let text = ''
  for (const node of nodes) {
    if (isText(node)) text += node.data
    else if (isTag(node)) text += textOf(node.children)
  }
  return text
}

function holdsImage(nodes: readonly ChildNode[]): boolean {
  return nodes.some((node) => isTag(node) && (node.name === 'img' || holdsImage(node.children)))
}
