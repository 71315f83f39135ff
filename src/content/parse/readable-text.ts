import { isTag, isText } from 'domhandler'
import type { AnyNode } from 'domhandler'

/**
 * Elements whose content is not displayed as text. `head` is not listed: a page that forgets to close it has
 * all its text there.
 */
export const UNREADABLE: ReadonlySet<string> = new Set(
  (
    'script style noscript template title meta link base iframe frame frameset object embed applet param ' +
    'canvas svg audio video source track map datalist select textarea'
  ).split(' '),
)

/** Collapses white space. Single spaces are skipped, because a match at every word would be slow. */
export function foldSpace(text: string): string {
  return text.replace(UNEVEN_SPACE, ' ')
}

const UNEVEN_SPACE = /\s{2,}|[^\S ]/g

export function hasContent(nodes: readonly AnyNode[]): boolean {
  return nodes.some((node) => {
    if (isText(node)) return /\S/.test(node.data)
    if (!('children' in node)) return false
    if (isTag(node) && node.name === 'img') return true
    return !(isTag(node) && UNREADABLE.has(node.name)) && hasContent(node.children)
  })
}
