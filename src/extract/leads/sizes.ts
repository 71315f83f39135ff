import { isTag, isText } from 'domhandler'
import type { AnyNode, Document, Element } from 'domhandler'
import { isSilent } from '../findings/inside.ts'

/** How much an element holds. */
export interface Size {
  /** Characters of text, without the space between words. */
  chars: number
  /** Those of them that stand in links. */
  linked: number
  links: number
  /** Letters and digits that stand in it directly. */
  own: number
}

export interface Sizes {
  /** All of the page. */
  whole: Size
  /** Only elements that hold a link, or are one, have a size. */
  of: ReadonlyMap<Element, Size>
}

/** Measures what stands around links, in one walk over the page. */
export function sizesOf(root: Document): Sizes {
  const sizes = new Map<Element, Size>()
  return { whole: sizeIn(root, sizes), of: sizes }
}

function sizeIn(node: Document | Element, sizes: Map<Element, Size>): Size {
  const size: Size = { chars: 0, linked: 0, links: 0, own: 0 }
  for (const child of node.children as readonly AnyNode[]) {
    if (isText(child)) {
      size.chars += child.data.trim().length
      if (size.own < ENOUGH) size.own += lettersIn(child.data)
    } else if (isTag(child) && !isSilent(child)) {
      const inner = sizeIn(child, sizes)
      size.chars += inner.chars
      size.linked += inner.linked
      size.links += inner.links
    }
  }
  if (isLink(node)) {
    size.links++
    size.linked = size.chars
  }
  if (size.links > 0 && isTag(node)) sizes.set(node, size)
  return size
}

/** Beyond so many it does not matter how many there are. */
const ENOUGH = 100

function lettersIn(text: string): number {
  return text.slice(0, 4 * ENOUGH).match(/[\p{L}\p{N}]/gu)?.length ?? 0
}

export function isLink(node: AnyNode): node is Element {
  return isTag(node) && (node.name === 'a' || node.name === 'area') && node.attribs['href'] !== undefined
}
