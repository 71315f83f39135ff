import type { PageView, Point, ViewElement } from '../../browser/browser.ts'
import { MASK, isSecretField } from '../secrets.ts'
import { invertTable } from './parse/vocabulary.ts'

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

  contains(outer: ViewElement, inner: ViewElement): boolean {
    return this.ancestors(inner).includes(outer)
  }

  closest(element: ViewElement, test: (element: ViewElement) => boolean): ViewElement | undefined {
    return test(element) ? element : this.ancestors(element).find(test)
  }

  /** The dialog that lies over the rest, if one is open: one that says so, or a sheet that covers what can be used. */
  get dialog(): ViewElement | undefined {
    this.#dialog ??= { found: this.#findDialog() }
    return this.#dialog.found
  }

  #findDialog(): ViewElement | undefined {
    const said = this.elements.findLast((element) => DIALOG_ROLE.test(element.role) && hasSize(element))
    if (said) return said
    const covered = this.elements.filter(({ clickable, covered, inView }) => clickable && covered && inView)
    if (covered.length === 0) return undefined
    return this.elements.find((element) => {
      if (element.covered || !hasSize(element) || /^(html|body|main)$/.test(element.tag)) return false
      const inside = new Set(this.descendants(element))
      const over = covered.filter((other) => !inside.has(other) && covers(element, other))
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

export function hasSize({ box }: ViewElement): boolean {
  return box.width > 0 && box.height > 0
}

function covers(element: ViewElement, { box }: ViewElement): boolean {
  return isAt(element, { x: box.x + box.width / 2, y: box.y + box.height / 2 })
}

export function isAt({ box }: ViewElement, { x, y }: Point): boolean {
  return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height
}

const RECORD_ROLE = /^(row|listitem|article|treeitem|option)$/

function isRecord(element: ViewElement, tree: PageTree): boolean {
  if (element.text === '' && tree.children(element).length === 0) return false
  if (RECORD_ROLE.test(element.role)) return true
  if (tree.children(element).length === 0) return false
  return tree.siblings(element).some((other) => other !== element && areSimilar(other, element, tree))
}

export function recordOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  const outward = [element, ...tree.ancestors(element)]
  return outward.find(
    (outer) =>
      isRecord(outer, tree) && (outer.text.length > element.text.length || tree.children(outer).length > 0),
  )
}

const PAGE_FRAME_ROLES = /^(navigation|banner|contentinfo|menubar|tablist|toolbar)$/
const MAX_TEXT_PER_RECORD = 80

/** The entries of the list that a page is about, in order: the one that says most; in the dialog on top where there is one. */
export function mainRecords(tree: PageTree, former?: PageTree): ViewElement[] {
  const { dialog } = tree
  const lists = Map.groupBy(
    tree.elements.filter((element) => isRecord(element, tree) && !isHeaderRow(element, tree)),
    (element) => `${element.parent}|${element.tag}|${element.role}`,
  )
  const weight = ([first, ...others]: readonly ViewElement[]) => {
    if (!first || (others.length === 0 && !RECORD_ROLE.test(first.role))) return 0
    if (first.tag === 'label' || tree.descendants(first).some(({ role }) => role === 'radio')) return 0
    const isAside =
      tree.closest(first, ({ role, tag }) => PAGE_FRAME_ROLES.test(role) || tag === 'nav') !== undefined
    const isUnder = dialog !== undefined && !tree.contains(dialog, first)
    const said = [first, ...others].reduce(
      (sum, { text }) => sum + Math.min(MAX_TEXT_PER_RECORD, text.length),
      0,
    )
    const isNew =
      former !== undefined &&
      former.view.url === tree.view.url &&
      !former.get(first.ref) &&
      others.every(({ ref }) => !former.get(ref))
    return said * (isAside ? 0.1 : 1) * (isUnder ? 0.1 : 1) * (isNew ? 10 : 1)
  }
  return [...lists.values()].sort((a, b) => weight(b) - weight(a)).find((list) => weight(list) > 0) ?? []
}

function isHeaderRow(element: ViewElement, tree: PageTree): boolean {
  const cells = tree.children(element)
  return cells.length > 0 && cells.every(({ role, tag }) => role === 'columnheader' || tag === 'th')
}

function areSimilar(left: ViewElement, right: ViewElement, tree: PageTree): boolean {
  return (
    left.tag === right.tag &&
    left.role === right.role &&
    left.hints.split(' ')[0] === right.hints.split(' ')[0] &&
    haveSimilarChildren(tree.children(left), tree.children(right))
  )
}

function haveSimilarChildren(left: readonly ViewElement[], right: readonly ViewElement[]): boolean {
  if (left.length === 0) return false
  const tags = right.map((element) => element.tag)
  const common = left.filter(({ tag }) => {
    const at = tags.indexOf(tag)
    if (at >= 0) tags.splice(at, 1)
    return at >= 0
  })
  return common.length * 2 >= Math.max(left.length, right.length)
}

const KINDS: Record<string, (element: ViewElement, tree: PageTree) => boolean> = {
  button: ({ role, type }) => role === 'button' || type === 'submit' || type === 'button',
  link: ({ role }) => /^link$/.test(role),
  tab: ({ role }) => /^tab$/.test(role),
  field: (element) => acceptsText(element) || element.tag === 'select' || element.role === 'checkbox',
  checkbox: ({ role }) => /^(checkbox|switch|menuitemcheckbox)$/.test(role),
  radio: ({ role }) => /^(radio|menuitemradio)$/.test(role),
  option: ({ role }) => /^(option|radio|menuitem|menuitemradio|checkbox|button|gridcell)$/.test(role),
  list: ({ role, tag, expanded }) =>
    tag === 'select' || /^(combobox|listbox)$/.test(role) || expanded !== undefined,
  menu: ({ role, expanded }) => /^(menu|menubar|menuitem)$/.test(role) || expanded !== undefined,
  disclosure: ({ tag, expanded }) => tag === 'summary' || expanded !== undefined,
  section: ({ tag, role, expanded }) =>
    /^(region|heading|tab)$/.test(role) || tag === 'summary' || expanded !== undefined,
  slider: ({ role }) => /^slider$/.test(role),
  entry: (element, tree) => recordOf(element, tree) !== undefined,
}

/** Whether an element is of the kind that an instruction names; kinds that only describe a place fit everything. */
export function isKind(kind: string, element: ViewElement, tree: PageTree): boolean {
  return KINDS[kind]?.(element, tree) ?? true
}

export function acceptsText({ editable, role }: ViewElement): boolean {
  return editable || /^(textbox|searchbox|spinbutton)$/.test(role)
}

export const SEARCH = /\b(?:search|find|look ?up|query|keywords?)\b/i

const NOT_SEARCH = /e-?mail|newsletter|comment|message|phone|password|amount|quantity|address|number|date/i

export function isSearchField(element: ViewElement, tree: PageTree): boolean {
  if (!acceptsText(element) || element.disabled || element.readonly) return false
  const { type, role, name, placeholder = '', hints } = element
  if (type === 'search' || role === 'searchbox' || SEARCH.test(`${name} ${placeholder} ${hints}`)) return true
  const isOnly = tree.elements.filter(acceptsText).length === 1
  return isOnly && !NOT_SEARCH.test(`${name} ${placeholder} ${hints} ${type ?? ''}`)
}

export function isCheckable({ role }: ViewElement): boolean {
  return /^(checkbox|radio|switch|menuitemcheckbox|menuitemradio)$/.test(role)
}

export function acceptsValues(element: ViewElement): boolean {
  const { tag, role, type } = element
  if (type === 'submit' || type === 'button' || type === 'reset') return false
  return (
    acceptsText(element) ||
    tag === 'select' ||
    isCheckable(element) ||
    /^(combobox|listbox|slider|radiogroup)$/.test(role)
  )
}

export function labelOf({ name, text, title, placeholder }: ViewElement): string {
  return [name, text, title, placeholder].find((words) => /[\p{L}\p{N}]/u.test(words ?? '')) ?? name
}

/** The only thing there is; undefined if there are none or several different ones. */
export function onlyOf<Thing>(things: Iterable<Thing>): Thing | undefined {
  const [only, ...others] = new Set(things)
  return others.length === 0 ? only : undefined
}

export function formOf(element: ViewElement, tree: PageTree): ViewElement | undefined {
  return tree.closest(element, ({ tag, role }) => tag === 'form' || role.endsWith('dialog'))
}

export function buttonsBeside(field: ViewElement, tree: PageTree): ViewElement[] {
  const isForm = ({ tag, role }: ViewElement) => tag === 'form' || /^(form|search)$/.test(role)
  const form = tree.closest(field, isForm) ?? tree.parent(field)
  const inside = form ? tree.descendants(form) : []
  return inside.filter(
    (one) => one.clickable && !one.editable && !one.disabled && !/^(?:select|label)$/.test(one.tag),
  )
}

const NOUNS =
  invertTable(`field: textbox; search field: searchbox; list: combobox, listbox; number field: spinbutton;
picture: img, image; menu item: menuitem; item: listitem, treeitem; choice: radio; element: generic`)

/** An element as a person would call it: `the button "Save"`. */
export function describeElement(element: ViewElement): string {
  const name = element.name || element.text || element.placeholder || element.title || ''
  const noun = element.type === 'password' ? 'password field' : (NOUNS[element.role] ?? element.role)
  if (element.role === 'text') return name ? `"${shorten(name, 60)}"` : 'the text'
  return name ? `the ${noun} "${shorten(name, 60)}"` : `the ${noun}`
}

export function shorten(text: string, most: number): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  return flat.length <= most ? flat : `${flat.slice(0, most - 1).trimEnd()}…`
}

/** A value as it may be told: what goes into a password field is not. */
export function maskedValue(element: ViewElement | undefined, value: string): string {
  return element && isSecretField(element) ? MASK : value
}

export interface Changes {
  /** In one clause: `the page now shows "Saved"`; undefined if nothing is different. */
  description: string | undefined
  /** Whether more is different than how far the page is scrolled. */
  isEffect: boolean
}

const STATES = [
  'value',
  'checked',
  'selected',
  'expanded',
  'pressed',
  'current',
  'disabled',
  'invalid',
  'ownText',
  'hints',
] as const

export function changesBetween(before: PageTree, after: PageTree): Changes {
  const appeared = after.elements.filter((element) => !before.get(element.ref))
  const gone = before.elements.filter((element) => !after.get(element.ref))
  const [from, to] = [before.view, after.view]
  const isScrolled = from.scroll.x !== to.scroll.x || from.scroll.y !== to.scroll.y
  const isTurned = after.elements.some((element) => {
    const former = before.get(element.ref)
    return former !== undefined && hasChanged(former, element, isScrolled)
  })
  const isMoved = from.url !== to.url || from.title !== to.title
  if (!isMoved && !isTurned && appeared.length === 0 && gone.length === 0)
    return { description: isScrolled ? 'the page scrolled' : undefined, isEffect: false }
  if (pathOf(from.url) !== pathOf(to.url)) return { description: `the page is now ${to.url}`, isEffect: true }
  return { description: describeChanges(appeared, gone, newTextsBetween(before, after)), isEffect: true }
}

function describeChanges(
  appeared: readonly ViewElement[],
  gone: readonly ViewElement[],
  texts: readonly string[],
): string {
  const isDialog = ({ role }: ViewElement) => role.endsWith('dialog')
  const dialog = appeared.find(isDialog)
  if (dialog) return `a dialog${dialog.name ? ` ${quote(dialog.name)}` : ''} opened`
  const alert = appeared.find(({ role, text }) => /^(alert|status)$/.test(role) && text)
  if (alert) return `the page now shows ${quote(alert.text)}`
  if (texts.length > 0) return `the page now shows ${texts.slice(0, 3).map(quote).join(', ')}`
  const closed = gone.find(isDialog)
  return closed ? `the dialog${closed.name ? ` ${quote(closed.name)}` : ''} closed` : 'the page changed'
}

function hasChanged(before: ViewElement, after: ViewElement, isScrolled: boolean): boolean {
  const sides = isScrolled ? (['width', 'height'] as const) : (['width', 'height', 'x', 'y'] as const)
  return (
    STATES.some((state) => before[state] !== after[state]) ||
    before.look?.color !== after.look?.color ||
    sides.some((side) => Math.abs(before.box[side] - after.box[side]) > 1)
  )
}

export function newTextsBetween(before: PageTree, after: PageTree): string[] {
  const known = new Set(before.elements.map(({ ownText }) => ownText))
  const texts = new Set(after.elements.map(({ ownText }) => ownText))
  return [...texts].filter((text) => text !== '' && !known.has(text))
}

function quote(text: string): string {
  return `"${shorten(text, 80)}"`
}

export function pathOf(url: string): string {
  return url.replace(/#.*$/, '')
}
