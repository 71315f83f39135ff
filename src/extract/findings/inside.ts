import { isTag, isText } from 'domhandler'
import type { Element, ParentNode, AnyNode } from 'domhandler'

/** What an element holds, gathered from below so that a page is walked once. */
export interface Inside {
  /** Characters of text, without the space between words. */
  text: number
  /** Those of them that stand in links. */
  linked: number
  elements: number
  /** Which kinds of elements stand in it, two levels deep, one bit per kind. */
  near: number
  far: number
}

/** What is there for programs and not for readers. */
const SILENT: ReadonlySet<string> = new Set(
  'script style template noscript head meta link base svg math object iframe'.split(' '),
)

export function isSilent({ name }: Element): boolean {
  return SILENT.has(name)
}

/** The children of a node that a reader can see. */
export function elementsOf(node: ParentNode): Element[] {
  return node.children.filter((child): child is Element => isTag(child) && !isSilent(child))
}

/** What an element holds, from what its children hold; texts of its own are counted here. */
export function insideOf(
  element: ParentNode,
  children: readonly Element[],
  within: readonly Inside[],
): Inside {
  const inside: Inside = { text: 0, linked: 0, elements: children.length, near: 0, far: 0 }
  for (const child of element.children) {
    if (isText(child)) inside.text += lengthOf(child.data)
  }
  for (const [index, child] of children.entries()) {
    const { text, linked, elements, near } = within[index]!
    inside.text += text
    inside.linked += child.name === 'a' ? text : linked
    inside.elements += elements
    inside.near |= bitOf(child.name)
    inside.far |= near
  }
  return inside
}

/** How alike two elements are made, from 0 to 1. */
export function likeness(one: Inside, other: Inside): number {
  return (shared(one.near, other.near) * 2 + shared(one.far, other.far)) / 3
}

function shared(one: number, other: number): number {
  const all = ones(one | other)
  return all === 0 ? 1 : ones(one & other) / all
}

function ones(bits: number): number {
  let count = 0
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++
  return count
}

function bitOf(name: string): number {
  let hash = name.length
  for (let at = 0; at < name.length && at < 16; at++) hash = (hash * 31 + name.charCodeAt(at)) | 0
  return 1 << (hash & 31)
}

function lengthOf(text: string): number {
  const trimmed = text.trim()
  return trimmed.length
}

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
      if (isSilent(at) || at.attribs['hidden'] !== undefined || isNoteMark(at, parts.at(-1))) return
      const isBlock = BLOCKS.has(at.name)
      if (isBlock) parts.push(' ')
      for (const child of at.children) gather(child)
      if (isBlock) parts.push(' ')
    } else if ('children' in at) for (const child of at.children) gather(child)
  }
}

/** The mark of a note, or of a link to the heading that it stands in: there to be pressed and no part of the text. */
export function isNoteMark(element: Element, before = ''): boolean {
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
