import type { PageView, ViewElement } from '../../../browser/browser.ts'

export class PageTree {
  readonly view: PageView
  readonly elements: readonly ViewElement[]
  readonly #byRef = new Map<string, ViewElement>()
  readonly #children = new Map<string | undefined, ViewElement[]>()
  readonly #order = new Map<string, number>()
  #dialog: { found: ViewElement | undefined } | undefined

  constructor(view: PageView) {
    this.view = view
    this.elements = view.elements
    for (const [index, element] of this.elements.entries()) {
      this.#byRef.set(element.ref, element)
      this.#order.set(element.ref, index)
      const siblings = this.#children.get(element.parent)
      if (siblings) siblings.push(element)
      else this.#children.set(element.parent, [element])
    }
  }

  get(ref: string | undefined): ViewElement | undefined {
    return ref === undefined ? undefined : this.#byRef.get(ref)
  }

  order(element: ViewElement): number {
    return this.#order.get(element.ref) ?? -1
  }

  children(element: ViewElement): readonly ViewElement[] {
    return this.#children.get(element.ref) ?? []
  }

  /** What stands in the same part of the page, itself included. */
  siblings(element: ViewElement): readonly ViewElement[] {
    return this.#children.get(element.parent) ?? []
  }

  parent(element: ViewElement): ViewElement | undefined {
    return this.get(element.parent)
  }

  ancestors(element: ViewElement): ViewElement[] {
    const found: ViewElement[] = []
    for (let at = this.parent(element); at && found.length < 200; at = this.parent(at)) found.push(at)
    return found
  }

  descendants(element: ViewElement): ViewElement[] {
    const found: ViewElement[] = []
    const pending = [...this.children(element)].toReversed()
    for (let next = pending.pop(); next; next = pending.pop()) {
      found.push(next)
      pending.push(...[...this.children(next)].toReversed())
    }
    return found
  }

  holds(outer: ViewElement, inner: ViewElement): boolean {
    return this.ancestors(inner).includes(outer)
  }

  /** The nearest of it and its ancestors that meets a test. */
  closest(element: ViewElement, test: (element: ViewElement) => boolean): ViewElement | undefined {
    return test(element) ? element : this.ancestors(element).find(test)
  }

  /** The dialog that lies over the rest, if one is open: one that says so, or a sheet that covers what can be used. */
  get dialog(): ViewElement | undefined {
    this.#dialog ??= { found: this.#findDialog() }
    return this.#dialog.found
  }

  #findDialog(): ViewElement | undefined {
    const said = this.elements.findLast((element) => DIALOG_ROLE.test(element.role) && hasRoom(element))
    if (said) return said
    const covered = this.elements.filter(({ clickable, covered, inView }) => clickable && covered && inView)
    if (covered.length === 0) return undefined
    return this.elements.find((element) => {
      if (element.covered || !hasRoom(element) || /^(html|body|main)$/.test(element.tag)) return false
      const inside = new Set(this.descendants(element))
      const over = covered.filter((other) => !inside.has(other) && liesOver(element, other))
      const free = this.elements.filter(
        (other) => other.clickable && !other.covered && other.inView && !inside.has(other),
      )
      const isSheet = over.length >= covered.length * 0.6 && free.length <= over.length
      const isOver = isSheet || (DIALOG_HINT.test(element.hints) && over.length > 0)
      return isOver && [...inside].some((inner) => inner.clickable && !inner.covered)
    })
  }
}

const DIALOG_ROLE = /^(alert)?dialog$/
const DIALOG_HINT = /\b(modal|dialog|dlg|popup|overlay|lightbox)\b/i

export function hasRoom({ box }: ViewElement): boolean {
  return box.width > 0 && box.height > 0
}

function liesOver({ box }: ViewElement, under: ViewElement): boolean {
  const [x, y] = [under.box.x + under.box.width / 2, under.box.y + under.box.height / 2]
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}
