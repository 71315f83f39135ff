import { Element, hasChildren, isTag, isText, Text } from 'domhandler'
import type { ChildNode } from 'domhandler'
import { absoluteUrl } from './absolute-url.ts'
import { imageAddress, isEmbedded } from './image-address.ts'
import { UNREADABLE } from './readable-text.ts'

export interface CopySettings {
  base: string | undefined
  removeBase64Images: boolean
  isDropped: (element: Element) => boolean
}

/** Copies what a reader sees: without scripts, comments and dropped elements, every address complete. */
export function cleanCopy(nodes: readonly ChildNode[], settings: CopySettings): ChildNode[] {
  const copies: ChildNode[] = []
  for (const node of nodes) {
    if (isText(node)) copies.push(new Text(node.data))
    else if (isTag(node)) copies.push(...copyElement(node, settings))
    else if (hasChildren(node)) copies.push(...cleanCopy(node.children, settings))
  }
  return copies
}

function copyElement(element: Element, settings: CopySettings): ChildNode[] {
  if (UNREADABLE.has(element.name) || settings.isDropped(element)) return []
  if (element.name === 'img') return copyImage(element, settings)
  return [
    new Element(element.name, cleanAttributes(element, settings.base), cleanCopy(element.children, settings)),
  ]
}

/** An embedded picture that is not wanted leaves its description behind, which may be all a formula has. */
function copyImage(image: Element, { base, removeBase64Images }: CopySettings): ChildNode[] {
  const address = imageAddress(image, base)
  const description = image.attribs['alt'] ?? ''
  if (address === undefined) return []
  if (removeBase64Images && isEmbedded(address)) return description === '' ? [] : [new Text(description)]
  const attributes = cleanAttributes(image, base)
  return [new Element('img', { ...attributes, src: address })]
}

const ADDRESSES = new Set(['href', 'src', 'action', 'cite', 'poster', 'formaction'])

/** Presentation and script have no place in the copy; sets of sources go because one source is chosen. */
const DROPPED_ATTRIBUTES = /^(on.+|style|srcset|sizes|data-srcset|nonce|integrity)$/

function cleanAttributes({ attribs }: Element, base: string | undefined): Record<string, string> {
  const kept: [string, string][] = []
  for (const [name, value] of Object.entries(attribs)) {
    if (DROPPED_ATTRIBUTES.test(name)) continue
    const clean = ADDRESSES.has(name) ? absoluteUrl(value, base) : value
    if (clean !== undefined) kept.push([name, clean])
  }
  return Object.fromEntries(kept)
}
