import { isTag, isText } from 'domhandler'
import type { AnyNode } from 'domhandler'
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
      if (isSilent(at) || at.attribs['hidden'] !== undefined) return
      const isBlock = BLOCKS.has(at.name)
      if (isBlock) parts.push(' ')
      for (const child of at.children) gather(child)
      if (isBlock) parts.push(' ')
    } else if ('children' in at) for (const child of at.children) gather(child)
  }
}
