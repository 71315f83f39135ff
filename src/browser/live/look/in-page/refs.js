// What looking and acting share: elements by their refs, and properties that the fields of a form cannot stand in for.
globalThis.winnow.seen = (() => {
  const page = globalThis.winnow.platform
  const { getter, method } = page
  const nodes = new Map()
  const refs = new WeakMap()
  let key
  let count = 0

  const parentOf = getter(Node, 'parentNode')
  const firstChild = getter(Node, 'firstChild')
  const nextSibling = getter(Node, 'nextSibling')
  const assignedNodes = method(HTMLSlotElement, 'assignedNodes')
  const assignedSlot = getter(Element, 'assignedSlot')
  const byId = (root, id) =>
    (root instanceof ShadowRoot ? DocumentFragment : Document).prototype.getElementById.call(root, id)

  // A world names its elements by a word of its own, so that no ref of one document means something in another.
  function claim(fresh) {
    key ??= fresh
    return key
  }

  function refOf(node) {
    let ref = refs.get(node)
    if (ref === undefined) {
      ref = key + ++count
      refs.set(node, ref)
      nodes.set(ref, new WeakRef(node))
    }
    return ref
  }

  function nodeOf(ref) {
    const node = nodes.get(ref)?.deref()
    return node !== undefined && page.isConnected(node) ? node : undefined
  }

  // Children as they are shown: those of a shadow tree instead of its host's, those given to a slot in its place.
  function childrenOf(element) {
    const shadow = page.shadowRoot(element)
    if (shadow === null && element instanceof HTMLSlotElement) {
      const given = assignedNodes(element)
      if (given.length > 0) return given
    }
    const children = []
    for (let child = firstChild(shadow ?? element); child !== null; child = nextSibling(child))
      children.push(child)
    return children
  }

  // The element around a node as it is shown.
  function around(node) {
    const slot = node instanceof Element ? assignedSlot(node) : null
    const parent = slot ?? parentOf(node)
    return parent instanceof ShadowRoot ? parent.host : parent
  }

  function holds(outer, inner) {
    for (let node = inner; node !== null && node !== undefined; node = around(node)) {
      if (node === outer) return true
    }
    return false
  }

  // What a mouse would touch there, through open shadow roots.
  function touchedAt(x, y) {
    let hit = page.hitAt(document, x, y)
    for (;;) {
      const shadow = hit && page.shadowRoot(hit)
      const inner = shadow ? page.hitAt(shadow, x, y) : null
      if (inner === null || inner === hit) return hit
      hit = inner
    }
  }

  // A mouse there would do to the element what a person wants: it, something in it, or the label of it is touched.
  function isTouched(element, x, y) {
    const hit = touchedAt(x, y)
    if (hit === null) return false
    if (holds(element, hit) || holds(hit, element)) return true
    return page.closest(hit, 'label')?.control === element || isPassedOn(element, hit)
  }

  // What lets the mouse through, such as a label that floats in its field, gives it to what it lies in.
  function isPassedOn(element, hit) {
    const box = around(element)
    return box !== null && getComputedStyle(element).pointerEvents === 'none' && holds(box, hit)
  }

  function boxOf(node) {
    if (node instanceof Element) return page.box(node)
    const range = new Range()
    range.selectNodeContents(node)
    return range.getBoundingClientRect()
  }

  const LABELLED = new Set('input select textarea button meter output progress'.split(' '))
  function labelsOf(element) {
    return LABELLED.has(page.localName(element)) ? [...(element.labels ?? [])] : []
  }

  // The label that stands in for a control that is not shown itself.
  function standIn(element) {
    if (!(element instanceof HTMLInputElement) || !/^(checkbox|radio|file)$/.test(element.type))
      return undefined
    return labelsOf(element).find((label) => {
      const { width, height } = page.box(label)
      return width > 1 && height > 1 && isShown(label)
    })
  }

  function isShown(element) {
    return Element.prototype.checkVisibility.call(element, {
      visibilityProperty: true,
      opacityProperty: true,
    })
  }

  const squeeze = (text) => text.replace(/\s+/g, ' ').trim()
  const attribute = page.attribute

  // What a person would call it, for messages.
  function describe(element) {
    const id = attribute(element, 'id')
    const words = squeeze(attribute(element, 'aria-label') ?? page.text(element) ?? '').slice(0, 60)
    return `<${page.localName(element)}${id ? ` id="${id.slice(0, 40)}"` : ''}>${words ? ` "${words}"` : ''}`
  }

  return {
    claim,
    refOf,
    nodeOf,
    childrenOf,
    around,
    holds,
    touchedAt,
    isTouched,
    boxOf,
    labelsOf,
    standIn,
    isShown,
    squeeze,
    attribute,
    describe,
    byId,
  }
})()
