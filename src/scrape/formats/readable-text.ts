import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'

/** Elements whose content no reader sees as text. Not `head`: a page that forgets to close it has all its text there. */
export const UNREADABLE: ReadonlySet<string> = new Set(
  (
    'script style noscript template title meta link base iframe frame frameset object embed applet param ' +
    'canvas svg audio video source track map datalist select textarea'
  ).split(' '),
)

/** How many characters, white space aside, a reader sees; `isDropped` leaves elements out. */
export function readableLength(
  nodes: readonly AnyNode[],
  isDropped: (element: Element) => boolean = () => false,
): number {
  let length = 0
  for (const node of nodes) {
    if (isText(node)) length += lengthWithoutSpace(node.data)
    else if ('children' in node && !(isTag(node) && (UNREADABLE.has(node.name) || isDropped(node)))) {
      length += readableLength(node.children, isDropped)
    }
  }
  return length
}

/** Counted rather than cut out: the text may be 50 MB long. */
function lengthWithoutSpace(text: string): number {
  let length = text.length
  for (let at = 0; at < text.length; at++) if (isSpace(text.charCodeAt(at))) length--
  return length
}

const WIDE_SPACE = /\s/

function isSpace(code: number): boolean {
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d)
  return code === 0xa0 || (code > 0x1000 && WIDE_SPACE.test(String.fromCharCode(code)))
}

/** Whether there is anything to read or to look at. */
export function hasContent(nodes: readonly AnyNode[]): boolean {
  return nodes.some((node) => {
    if (isText(node)) return /\S/.test(node.data)
    if (!('children' in node)) return false
    if (isTag(node) && node.name === 'img') return true
    return !(isTag(node) && UNREADABLE.has(node.name)) && hasContent(node.children)
  })
}
