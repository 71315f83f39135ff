import { Element, isTag, isText } from 'domhandler'
import type { AnyNode, Document, ParentNode } from 'domhandler'
import { readWordSets } from '../../language/data-files.ts'

const sets = readWordSets(new URL('words.txt', import.meta.url))
/** What an element holds, gathered from below so that a page is walked once. */
export interface ElementProfile {
  text: number
  linked: number
  elements: number
  near: number
  far: number
}

const INVISIBLE = new Set(
  'script style template noscript head meta link base svg math object iframe'.split(' '),
)

export function isInvisible({ name }: Element): boolean {
  return INVISIBLE.has(name)
}

export function elementsOf(node: ParentNode): Element[] {
  return node.children.filter((child): child is Element => isTag(child) && !isInvisible(child))
}

export function profileOf(
  element: ParentNode,
  children: readonly Element[],
  within: readonly ElementProfile[],
): ElementProfile {
  const inside: ElementProfile = { text: 0, linked: 0, elements: children.length, near: 0, far: 0 }
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

export function likeness(one: ElementProfile, other: ElementProfile): number {
  return (shared(one.near, other.near) * 2 + shared(one.far, other.far)) / 3
}

function shared(one: number, other: number): number {
  const all = countBits(one | other)
  return all === 0 ? 1 : countBits(one & other) / all
}

function countBits(bits: number): number {
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

const BLOCKS = sets('blocks')

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
      if (isInvisible(at) || at.attribs['hidden'] !== undefined || isNoteMark(at, parts.at(-1))) return
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

export function ancestorsOf(element: Element | undefined, most = 1000): Element[] {
  const found: Element[] = []
  for (
    let at = element;
    at && found.length < most;
    at = at.parent && isTag(at.parent) ? at.parent : undefined
  )
    found.push(at)
  return found
}

/** Where a reference leads on the web; nothing for mail, scripts and what cannot be read. */
export function webUrl(reference: string | undefined, base: string | undefined): URL | undefined {
  const written = reference?.trim() ?? ''
  const url = written === '' ? null : URL.parse(written, base)
  return url && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The body of a page; one that has none is taken as a whole. */
export function bodyOf(root: Document): Element {
  const html = root.children.find((child) => isTag(child) && child.name === 'html')
  for (const around of html && isTag(html) ? [html, root] : [root]) {
    const body = around.children.find((child) => isTag(child) && child.name === 'body')
    if (body && isTag(body)) return body
  }
  const made = new Element('body', {})
  made.children = root.children
  return made
}
