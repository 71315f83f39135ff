import { isTag } from 'domhandler'
import type { ChildNode, Element } from 'domhandler'
import { shortText } from '../../../content/markdown/plain-text.ts'

/** A link that only jumps within the page or edits the section below a heading. */
export function isSelfLink({ name, attribs, children }: Element, isInHeading: boolean): boolean {
  if (isInHeading && attribs['class']?.includes('mw-editsection')) return true
  if (name !== 'a' || !attribs['href']?.includes('#')) return false
  const text = shortText(children, MAX_READ)
  if (text === undefined) return false
  if (!isInHeading) return /^[↩↵⏎⤴↑]\ufe0e?\ufe0f?$/u.test(text)
  if (!/[\p{L}\p{N}]/u.test(text)) return !holdsImage(children)
  return PHRASE.test(text) && (PERMALINK.test(attribs['class'] ?? '') || attribs['aria-hidden'] === 'true')
}

const PERMALINK = /anchor|permalink|headerlink|hash-?link|heading-?link|direct-?link/i
const PHRASE =
  /^(?:link|permalink|anchor|copy link|permanent link|section link)$|^(?:(?:direct )?link|permalink|anchor|permanent link) (?:to|for) /i

/** How many characters and nodes of a link are read; a link with more is not a self-link. */
const MAX_READ = 500

function holdsImage(nodes: readonly ChildNode[]): boolean {
  return nodes.some((node) => isTag(node) && (node.name === 'img' || holdsImage(node.children)))
}
