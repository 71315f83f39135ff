// Runs inside visited pages, in a world of its own: the page's scripts neither see it nor can they change what it
// calls. But a form answers with its fields, and a document with its named elements, where one asks for a property:
// `<input name="lastChild">`. So properties of elements and documents are read by the functions of the platform.
globalThis.winnow = {
  platform: (() => {
    const getter = (owner, name) => {
      const { get } = Object.getOwnPropertyDescriptor(owner.prototype, name)
      return (target) => Reflect.apply(get, target, [])
    }
    const method = (owner, name) => {
      const call = owner.prototype[name]
      return (target, ...values) => Reflect.apply(call, target, values)
    }
    const ofDocument = (read) => () => read(document)
    return {
      getter,
      method,
      type: getter(Node, 'nodeType'),
      parent: getter(Node, 'parentNode'),
      lastChild: getter(Node, 'lastChild'),
      previous: getter(Node, 'previousSibling'),
      text: getter(Node, 'textContent'),
      isConnected: getter(Node, 'isConnected'),
      rootOf: method(Node, 'getRootNode'),
      contains: method(Node, 'contains'),
      localName: getter(Element, 'localName'),
      tagName: getter(Element, 'tagName'),
      namespace: getter(Element, 'namespaceURI'),
      attributes: getter(Element, 'attributes'),
      attribute: method(Element, 'getAttribute'),
      hasAttributes: method(Element, 'hasAttributes'),
      shadowRoot: getter(Element, 'shadowRoot'),
      box: method(Element, 'getBoundingClientRect'),
      scrollIntoView: method(Element, 'scrollIntoView'),
      closest: method(Element, 'closest'),
      body: ofDocument(getter(Document, 'body')),
      root: ofDocument(getter(Document, 'documentElement')),
      scripts: ofDocument(getter(Document, 'scripts')),
      readyState: ofDocument(getter(Document, 'readyState')),
      contentType: ofDocument(getter(Document, 'contentType')),
      activeElement: ofDocument(getter(Document, 'activeElement')),
      scrollingElement: ofDocument(getter(Document, 'scrollingElement')),
      one: (selector) => Document.prototype.querySelector.call(document, selector),
      all: (selector) => Document.prototype.querySelectorAll.call(document, selector),
      allIn: (shadow, selector) => DocumentFragment.prototype.querySelectorAll.call(shadow, selector),
      walk: (root) =>
        Document.prototype.createTreeWalker.call(
          document,
          root,
          NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT,
        ),
      // Goes on behind a node without looking into it; no callback, because a page that is held up runs none.
      nextBehind: (walker) => {
        for (;;) {
          const sibling = walker.nextSibling()
          if (sibling !== null || walker.parentNode() === null) return sibling
        }
      },
      stackAt: (x, y) => Document.prototype.elementsFromPoint.call(document, x, y),
      hitAt: (root, x, y) =>
        (root instanceof ShadowRoot ? ShadowRoot : Document).prototype.elementFromPoint.call(root, x, y),
      byPath: (path) =>
        Document.prototype.evaluate.call(
          document,
          path,
          document,
          null,
          XPathResult.ORDERED_NODE_SNAPSHOT_TYPE,
          null,
        ),
    }
  })(),
}
