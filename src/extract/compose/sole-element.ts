import { isTag, isText } from 'domhandler'
import type { AnyNode, Element } from 'domhandler'
import { isSilent } from '../findings/inside.ts'

/** The only element of a parent that has no text beside it. */
export function soleElement(parent: AnyNode | null | undefined): Element | undefined {
  if (!parent || !('children' in parent) || parent.children.length > 12) return undefined
  let only: Element | undefined
  for (const child of parent.children) {
    if (isText(child) && child.data.trim() !== '') return undefined
    if (!isTag(child) || isSilent(child)) continue
    if (only) return undefined
    only = child
  }
  return only
}
