import { isTag } from 'domhandler'
import type { Document, Element } from 'domhandler'
import { elementsOf } from '../findings/inside.ts'
import { soleElement } from './sole-element.ts'

/** What the main heading of a page stands in, which is no entry of a list; nothing where there are several. */
export function aroundTitle(root: Document | Element): ReadonlySet<Element> {
  const open: (Document | Element)[] = [root]
  const titles: Element[] = []
  for (let node = open.pop(); node !== undefined && titles.length < 2; node = open.pop()) {
    if (isTag(node) && node.name === 'h1') titles.push(node)
    else for (const child of elementsOf(node)) open.push(child)
  }
  const around = new Set<Element>()
  const [title] = titles
  // A heading that is nothing but a link is the name of the site.
  if (!title || titles.length > 1 || soleElement(title)?.name === 'a') return around
  for (let at: Element['parent'] = title; at !== null && isTag(at); at = at.parent) around.add(at)
  return around
}

/** Whether an element has the content of the page in it, although it may be called after what stands beside it. */
export function isAroundTitle(element: Element, around: ReadonlySet<Element>): boolean {
  return around.has(element) && !/^(?:nav|aside|footer)$/.test(element.name)
}
