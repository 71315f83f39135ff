import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { isSilent } from './inside.ts'

const BLOCKS: ReadonlySet<string> = new Set(
  'address article aside blockquote br dd div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tbody td tfoot th thead tr ul'.split(
    ' ',
  ),
)

/** The text of a node as a reader sees it, white space folded, and no more of it than is wanted. */
export function textOf(node: AnyNode, most = 4000): string {
  const parts: string[] = []
  let length = 0
  gather(node)
  return parts.join('').replaceAll(/\s+/g, ' ').trim().slice(0, most)

  function gather(at: AnyNode): void {
    if (length > most) return
    if (isText(at)) {
      const text = at.data.slice(0, most * 4)
      parts.push(text)
      length += text.length
    } else if (isTag(at)) {
      if (isSilent(at) || at.attribs['hidden'] !== undefined || isMark(at, parts.at(-1))) return
      const isBlock = BLOCKS.has(at.name)
      if (isBlock) parts.push(' ')
      for (const child of at.children) gather(child)
      if (isBlock) parts.push(' ')
    } else if ('children' in at) for (const child of at.children) gather(child)
  }
}

/** The mark of a note, or of a link to the heading that it stands in: there to be pressed and no part of the text. */
function isMark(element: Element, before = ''): boolean {
  const { name, attribs, children } = element
  if (name === 'a' && attribs['href']?.startsWith('#')) return !/[\p{L}\p{N}]/u.test(plainOf(children))
  if (name !== 'sup') return false
  const text = plainOf(children).trim()
  if (/^\[?\d{1,2}\]?$/.test(text) && children.some((child) => isTag(child) && child.name === 'a'))
    return true
  if (/^[*†‡]{1,3}$/.test(text)) return true
  // A number over a word of some length, or over a price, is that of a note; over a unit it is a power.
  return /^\d$/.test(text) && /(?:\p{L}{4}|[$€£]\s?[\d.,]*\d|\)|\.)\s?$/u.test(before)
}

function plainOf(nodes: readonly AnyNode[]): string {
  return nodes
    .map((node) => (isText(node) ? node.data : 'children' in node ? plainOf(node.children) : ''))
    .join('')
}
