// The tree as it is shown: what is in a shadow tree instead of its host's children, what is given to a slot in its place.
import { GONE } from './calls.ts'
import * as page from './platform.ts'

const assignedNodes = page.method(HTMLSlotElement, 'assignedNodes')
const nodes = new Map<string, WeakRef<Node>>()
const refs = new WeakMap<Node, string>()
let key: string | undefined
let count = 0

export function childrenOf(element: Element): Node[] {
  const shadow = page.shadowRoot(element)
  if (shadow === null && element instanceof HTMLSlotElement) {
    const given = assignedNodes(element)
    if (given.length > 0) return given
  }
  const children = []
  for (let child = page.firstChild(shadow ?? element); child !== null; child = page.next(child))
    children.push(child)
  return children
}

export function flatParent(node: Node): Node | null {
  const slot = node instanceof Element ? page.slot(node) : null
  const parent = slot ?? page.parent(node)
  return parent instanceof ShadowRoot ? parent.host : parent
}

export function elementOf(node: Node): Element {
  return (node instanceof Element ? node : flatParent(node)) as Element
}

export function flatContains(outer: Node, inner: Node | null): boolean {
  for (let node = inner; node; node = flatParent(node)) if (node === outer) return true
  return false
}

export function elementAt(x: number, y: number): Element | null {
  let hit = page.hitAt(document, x, y)
  for (;;) {
    const shadow = hit && page.shadowRoot(hit)
    const inner = shadow ? page.hitAt(shadow, x, y) : null
    if (inner === null || inner === hit) return hit
    hit = inner
  }
}

/** A mouse there would do to the element what a person wants: it, something in it, or the label of it is touched. */
export function isHitAt(element: Element, x: number, y: number): boolean {
  const hit = elementAt(x, y)
  if (hit === null) return false
  if (flatContains(element, hit) || flatContains(hit, element)) return true
  return controlOf(hit) === element || letsClickThrough(element, hit)
}

/** What lets the mouse through, such as a label that floats in its field, gives it to what it lies in. */
function letsClickThrough(element: Element, hit: Element): boolean {
  const box = flatParent(element)
  return box !== null && getComputedStyle(element).pointerEvents === 'none' && flatContains(box, hit)
}

export function controlOf(element: Element): HTMLElement | null {
  const label = page.closest(element, 'label')
  return label instanceof HTMLLabelElement ? label.control : null
}

const LABELLED = page.words('input select textarea button meter output progress')

export function labelsOf(element: Element): HTMLElement[] {
  if (!LABELLED.has(page.localName(element))) return []
  return [...((element as HTMLInputElement).labels ?? [])]
}

export function visibleLabelOf(element: Node): HTMLElement | undefined {
  if (!(element instanceof HTMLInputElement) || !/^(checkbox|radio|file)$/.test(element.type))
    return undefined
  return labelsOf(element).find((label) => {
    const { width, height } = page.box(label)
    return width > 1 && height > 1 && isShown(label)
  })
}

export function isShown(element: Element): boolean {
  const asked = { visibilityProperty: true, opacityProperty: true }
  return Element.prototype.checkVisibility.call(element, asked)
}

export function boxOf(node: Node): DOMRect {
  if (node instanceof Element) return page.box(node)
  const range = new Range()
  range.selectNodeContents(node)
  return range.getBoundingClientRect()
}

export function collapseSpaces(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** A world names its elements by a word of its own, so that no ref of one document means something in another. */
export function claimKey(fresh: string): string {
  key ??= fresh
  return key
}

export function refOf(node: Node): string {
  let ref = refs.get(node)
  if (ref === undefined) {
    ref = `${key}${++count}`
    refs.set(node, ref)
    nodes.set(ref, new WeakRef(node))
  }
  return ref
}

export function nodeOf(ref: string): Node {
  const node = nodes.get(ref)?.deref()
  if (node === undefined || !page.isConnected(node)) throw new Error(GONE)
  return node
}
