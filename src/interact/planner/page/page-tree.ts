import type { PageView, ViewElement } from '../../../browser/browser.ts'
import { hasRoom } from './boxes.ts'
import { coverIn } from './cover.ts'

export { gapBetween, hasRoom, middleOf } from './boxes.ts'

/** A view of a page with the ways through it: up, down, and in its order. */
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

  /** Place in the order of the document. */
  order(element: ViewElement): number {
    return this.#order.get(element.ref) ?? -1
  }

  children(element: ViewElement): readonly ViewElement[] {
    return this.#children.get(element.ref) ?? []
  }

  /** What is in nothing else. */
  get roots(): readonly ViewElement[] {
    return this.#children.get(undefined) ?? []
  }

  /** What stands in the same part of the page, itself included. */
  siblings(element: ViewElement): readonly ViewElement[] {
    return this.#children.get(element.parent) ?? []
  }

  parent(element: ViewElement): ViewElement | undefined {
    return this.get(element.parent)
  }

  /** From the parent up to the root. */
  ancestors(element: ViewElement): ViewElement[] {
    const found: ViewElement[] = []
    for (let at = this.parent(element); at && found.length < 200; at = this.parent(at)) found.push(at)
    return found
  }

  /** All that is in it, in order. */
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

  /** How far up the nearest ancestor that both share is from the first; large when they share none. */
  distanceToShared(from: ViewElement, other: ViewElement): number {
    const up = new Set([other, ...this.ancestors(other)])
    const way = [from, ...this.ancestors(from)]
    const at = way.findIndex((element) => up.has(element))
    return at === -1 ? 1000 : at
  }

  /** The smallest element that holds both. */
  shared(left: ViewElement, right: ViewElement): ViewElement | undefined {
    const up = new Set([right, ...this.ancestors(right)])
    return [left, ...this.ancestors(left)].find((element) => up.has(element))
  }

  /** The dialog that lies over the rest, if one is open: one that says so, or a sheet that covers what can be used. */
  get dialog(): ViewElement | undefined {
    this.#dialog ??= { found: this.#findDialog() }
    return this.#dialog.found
  }

  #findDialog(): ViewElement | undefined {
    const said = this.elements.findLast((element) => DIALOG_ROLE.test(element.role) && hasRoom(element))
    if (said) return said
    const covered = this.elements.filter((element) => element.clickable && element.covered && element.inView)
    if (covered.length === 0) return undefined
    const hinted = this.elements.find((element) => {
      if (!DIALOG_HINT.test(element.hints) || !hasRoom(element)) return false
      const inside = this.descendants(element)
      return inside.some((inner) => inner.clickable) && covered.some((other) => !inside.includes(other))
    })
    return hinted ?? coverIn(this)
  }
}

const DIALOG_ROLE = /^(alert)?dialog$/
const DIALOG_HINT = /\b(modal|dialog|dlg|popup|overlay|lightbox)\b/i
