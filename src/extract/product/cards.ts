import { isTag } from 'domhandler'
import type { Element } from 'domhandler'
import type { Place } from './survey.ts'

/** Whether something stands in one of several like boxes with links: products that the page shows besides its own. */
export type IsInCard = (element: Element) => boolean

/** Finds the boxes by what each of them holds, prices and buttons; the box of the heading is never one of them. */
export function cardsAround(anchors: readonly Place[], heading: Element | undefined): IsInCard {
  const above = new Set(ancestorsOf(heading))
  const boxes = new Map<Element, Map<string, Set<Element>>>()
  for (const { element } of anchors) {
    for (const box of ancestorsOf(element).slice(0, MAX_CLIMB)) {
      if (above.has(box)) break
      const parent = box.parent
      if (!parent || !isTag(parent)) break
      const kinds = boxes.get(parent) ?? new Map<string, Set<Element>>()
      boxes.set(parent, kinds)
      const kind = `${box.name} ${(box.attribs['class'] ?? '').slice(0, 100).split(/\s/, 1)[0]}`
      kinds.set(kind, (kinds.get(kind) ?? new Set()).add(box))
    }
  }
  const cards = new Set<Element>()
  for (const kinds of boxes.values()) {
    for (const alike of kinds.values()) {
      if (alike.size >= 3 && [...alike].slice(0, 3).every((box) => leadsElsewhere(box)))
        for (const box of alike) cards.add(box)
    }
  }
  return (element) => ancestorsOf(element).some((box) => cards.has(box) || (isLink(box) && !above.has(box)))
}

const MAX_CLIMB = 10
/** Walks end here at the latest; deeper than this nothing is nested. */
const MAX_DEPTH = 600

/** The element and all that it stands in, from the inside. */
export function ancestorsOf(element: Element | undefined): Element[] {
  const ancestors: Element[] = []
  for (let node: Element | undefined = element; node !== undefined && ancestors.length < MAX_DEPTH;) {
    ancestors.push(node)
    node = node.parent !== null && isTag(node.parent) ? node.parent : undefined
  }
  return ancestors
}

function isLink({ name, attribs }: Element): boolean {
  return name === 'a' && !/^(?:#|javascript:|$)/.test(attribs['href'] ?? '')
}

function leadsElsewhere(box: Element): boolean {
  let left = 300
  const look = (element: Element): boolean => {
    if (left-- <= 0) return false
    return isLink(element) || element.children.some((child) => isTag(child) && look(child))
  }
  return look(box)
}
