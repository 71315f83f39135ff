// The scripts of this folder run inside visited pages, in a world of its own: the page's scripts neither see it nor can
// they change what it calls. But a form answers with its fields, and a document with its named elements, where one asks
// for a property: `<input name="lastChild">`. So properties of elements and documents are read by the functions of the
// platform.

type Kind<Owner> = { prototype: Owner }
type Called<Owner, Name extends keyof Owner> = Owner[Name] extends (...args: infer Args) => infer Result
  ? (target: Owner, ...args: Args) => Result
  : never

export function getter<Owner extends object, Name extends keyof Owner>(
  owner: Kind<Owner>,
  name: Name,
): (target: Owner) => Owner[Name] {
  const { get } = Object.getOwnPropertyDescriptor(owner.prototype, name)!
  return (target) => Reflect.apply(get!, target, [])
}

export function method<Owner extends object, Name extends keyof Owner>(
  owner: Kind<Owner>,
  name: Name,
): Called<Owner, Name> {
  const call = owner.prototype[name] as (...args: unknown[]) => unknown
  return ((target: Owner, ...values: unknown[]) => Reflect.apply(call, target, values)) as never
}

function ofDocument<Result>(read: (target: Document) => Result): () => Result {
  return () => read(document)
}

export const type = getter(Node, 'nodeType')
export const parent = getter(Node, 'parentNode')
export const firstChild = getter(Node, 'firstChild')
export const lastChild = getter(Node, 'lastChild')
export const previous = getter(Node, 'previousSibling')
export const next = getter(Node, 'nextSibling')
export const text = getter(Node, 'textContent')
export const isConnected = getter(Node, 'isConnected')
export const rootOf = method(Node, 'getRootNode')
export const contains = method(Node, 'contains')
export const localName = getter(Element, 'localName')
export const tagName = getter(Element, 'tagName')
export const namespace = getter(Element, 'namespaceURI')
export const attributes = getter(Element, 'attributes')
export const attribute = method(Element, 'getAttribute')
export const hasAttributes = method(Element, 'hasAttributes')
export const shadowRoot = getter(Element, 'shadowRoot')
export const slot = getter(Element, 'assignedSlot')
export const box = method(Element, 'getBoundingClientRect')
export const boxes = method(Element, 'getClientRects')
export const scrollIntoView = method(Element, 'scrollIntoView')
export const closest = method(Element, 'closest')
export const matches = method(Element, 'matches')
export const within = method(Element, 'querySelector')
export const allWithin = method(Element, 'querySelectorAll')
export const allIn = method(DocumentFragment, 'querySelectorAll')
export const body: () => HTMLElement | null = ofDocument(getter(Document, 'body'))
export const root = ofDocument(getter(Document, 'documentElement'))
export const scripts = ofDocument(getter(Document, 'scripts'))
export const readyState = ofDocument(getter(Document, 'readyState'))
export const contentType = ofDocument(getter(Document, 'contentType'))
export const activeElement = ofDocument(getter(Document, 'activeElement'))
export const scrollingElement = ofDocument(getter(Document, 'scrollingElement'))

export function one(selector: string): Element | null {
  return Document.prototype.querySelector.call(document, selector)
}

export function all(selector: string): NodeListOf<Element> {
  return Document.prototype.querySelectorAll.call(document, selector)
}

export function walk(from: Node): TreeWalker {
  const shown = NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT
  return Document.prototype.createTreeWalker.call(document, from, shown)
}

/** Goes on behind a node without looking into it; no callback, because a page that is held up runs none. */
export function nextAfterSubtree(walker: TreeWalker): Node | null {
  for (;;) {
    const sibling = walker.nextSibling()
    if (sibling !== null || walker.parentNode() === null) return sibling
  }
}

export function stackAt(from: Node, x: number, y: number): Element[] {
  const owner = from instanceof ShadowRoot ? ShadowRoot : Document
  return owner.prototype.elementsFromPoint.call(from as Document & ShadowRoot, x, y)
}

export function hitAt(from: Node, x: number, y: number): Element | null {
  const owner = from instanceof ShadowRoot ? ShadowRoot : Document
  return owner.prototype.elementFromPoint.call(from as Document & ShadowRoot, x, y)
}

export function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}
