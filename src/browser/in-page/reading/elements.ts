import { clickPointOfNode, clickNode } from '../act/click-point.ts'
import type { ClickPoint, ReadingCalls, Scrolled } from '../calls.ts'
import * as page from '../platform.ts'

const MAX_SHADOWS = 5000
let found: Element[] = []

/** The elements of a selector, those in open shadow trees when the document itself has none. */
export function find(selector: string): number {
  found = select(selector)
  return found.length
}

function select(selector: string): Element[] {
  if (/^(\(*\/|xpath=)/.test(selector)) return selectByXPath(selector.replace(/^xpath=/, ''))
  const inDocument = [...page.all(selector)]
  if (inDocument.length > 0) return inDocument
  const inShadows: Element[] = []
  const shadows = shadowsOf(page.all('*'))
  for (let read = 0; read < shadows.length && read < MAX_SHADOWS; read++) {
    for (const element of page.allIn(shadows[read]!, selector)) inShadows.push(element)
    for (const shadow of shadowsOf(page.allIn(shadows[read]!, '*'))) shadows.push(shadow)
  }
  return inShadows
}

function shadowsOf(elements: Iterable<Element>): ShadowRoot[] {
  const shadows = []
  for (const element of elements) {
    const shadow = page.shadowRoot(element)
    if (shadow) shadows.push(shadow)
  }
  return shadows
}

function selectByXPath(path: string): Element[] {
  const kind = XPathResult.ORDERED_NODE_SNAPSHOT_TYPE
  const list = Document.prototype.evaluate.call(document, path, document, null, kind, null)
  const nodes = Array.from({ length: list.snapshotLength }, (_, index) => list.snapshotItem(index))
  return nodes.filter((node) => node instanceof Element)
}

export function clickPointAt(index: number): ClickPoint | { state: 'gone' } {
  const element = found[index]
  if (!element || !page.isConnected(element)) return { state: 'gone' }
  return clickPointOfNode(element, 1)
}

export function clickDirectly(index: number): void {
  const element = found[index]!
  if (element instanceof HTMLElement) HTMLElement.prototype.focus.call(element)
  clickNode(element)
}

export function hasFocus(): boolean {
  const active = page.activeElement()
  return active !== null && active !== page.body() && active !== page.root()
}

export function scroll({ direction, inFound }: Parameters<ReadingCalls['scroll']>[0]): void {
  const target = inFound ? found[0]! : scrollingArea()
  const height = target === page.scrollingElement() ? innerHeight : target.clientHeight
  target.scrollBy({ top: direction === 'up' ? -height : height, behavior: 'instant' })
}

function scrollingArea(): Element {
  const root = page.scrollingElement() ?? page.root()!
  if (root.scrollHeight > innerHeight) return root
  const scrolls = (element: Element) =>
    element.scrollHeight > element.clientHeight && /auto|scroll/.test(getComputedStyle(element).overflowY)
  return page.stackAt(document, innerWidth / 2, innerHeight / 2).find(scrolls) ?? root
}

export function scrollTo(screen: number): Scrolled {
  const area = scrollingArea()
  area.scrollTo({ top: screen * innerHeight, behavior: 'instant' })
  return {
    isAtEnd: area.scrollTop + innerHeight + 2 >= area.scrollHeight,
    screens: Math.ceil(area.scrollHeight / Math.max(innerHeight, 1)),
    hasLazy: page.one('[loading="lazy"],img[data-src],img[data-lazy-src],[class*="lazy"]') !== null,
  }
}
