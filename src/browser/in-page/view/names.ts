import { flatParent, childrenOf, isShown, labelsOf, collapseSpaces } from '../flat-tree.ts'
import * as page from '../platform.ts'
import { FIELD_ROLES, isTickable, NAMED_BY_TEXT } from './roles.ts'

const LONGEST = 200
const LONGEST_LABEL = 80
const MAX_STEPS = 300
const CONTROLS = 'input:not([type=hidden]),select,textarea,button,[contenteditable]'
const ROW = 'tr,li,[role=row],[role=listitem],[role=option]'
const SENTENCE = /[.!]$|[.!?] \p{Lu}/u
const BLOCK = page.words('div p table ul ol li form section h1 h2 h3 h4 h5 h6 br hr tr')

/** `text` is what can be read in it, which also names what only its listeners make a control. */
export function nameOf(element: Element, role: string, text: string, clickable: boolean): string {
  const hidden = hiddenSelect(element, role)
  const given =
    (hidden && labelText(hidden)) ||
    labelledByText(element) ||
    labelText(element) ||
    collapseSpaces(page.attribute(element, 'aria-label') ?? '') ||
    nativeName(element, role)
  const beside = hidden && (given === '' || given === text) ? textBeside(hidden, 'combobox') : ''
  if (beside || given) return (beside || given).slice(0, LONGEST)
  const content =
    NAMED_BY_TEXT.has(role) || clickable
      ? text || innerName(element) || textOf(element, (one) => !isShown(one))
      : ''
  const name =
    content ||
    collapseSpaces(page.attribute(element, 'title') ?? page.attribute(element, 'placeholder') ?? '')
  if (name) return name.slice(0, LONGEST)
  return FIELD_ROLES.has(role) ? textBeside(element, role) : ''
}

/** The list of the browser that a drawn one was put in place of: it is hidden, and stands right before it. */
function hiddenSelect(element: Element, role: string): HTMLSelectElement | undefined {
  const levels = role === 'generic' ? 1 : FIELD_ROLES.has(role) ? 3 : 0
  let outer: Node | null = element
  for (let level = 0; level < levels && outer instanceof Element; level++, outer = flatParent(outer)) {
    const before = outer.previousElementSibling
    if (before instanceof HTMLSelectElement) return isHidden(before) ? before : undefined
  }
  return undefined
}

function isHidden(element: Element): boolean {
  const { width, height } = page.box(element)
  return (width <= 1 && height <= 1) || !isShown(element)
}

function labelledByText(element: Element): string {
  const ids = (page.attribute(element, 'aria-labelledby') ?? '').trim()
  if (ids === '') return ''
  const root = page.rootOf(element)
  const owner = root instanceof ShadowRoot ? DocumentFragment : Document
  const named = ids
    .split(/\s+/)
    .slice(0, 10)
    .map((id) => owner.prototype.getElementById.call(root as Document & ShadowRoot, id))
  return collapseSpaces(named.map((node) => (node ? textOf(node) || innerName(node) : '')).join(' '))
}

function nativeName(element: Element, role: string): string {
  const tag = page.localName(element)
  if (element instanceof HTMLInputElement && role === 'button') {
    if (element.type === 'image') return collapseSpaces(page.attribute(element, 'alt') ?? '')
    const said = element.type === 'submit' ? 'Submit' : element.type === 'reset' ? 'Reset' : ''
    if (element.type !== 'file') return collapseSpaces(element.value) || said
  }
  if (role === 'combobox') return innerLabel(element)
  if (tag === 'img' || tag === 'area') return collapseSpaces(page.attribute(element, 'alt') ?? '')
  if (tag === 'fieldset') return childText(element, 'legend')
  if (tag === 'table') return childText(element, 'caption')
  if (tag === 'figure') return childText(element, 'figcaption')
  if (element instanceof SVGElement) return childText(element, 'title')
  return ''
}

/** What its labels say, each once, and without what only those hear who do not see. */
function labelText(element: Element): string {
  const texts = labelsOf(element).map((label) => textOf(label, isHidden) || textOf(label))
  return collapseSpaces([...new Set(texts)].join(' '))
}

function innerLabel(element: Element): string {
  const field = page.within(element, 'input')
  return field === null ? '' : labelText(field)
}

function childText(element: Element, tag: string): string {
  for (const child of childrenOf(element)) {
    if (child instanceof Element && page.localName(child) === tag) return textOf(child)
  }
  return ''
}

function innerName(element: Element): string {
  for (const one of page.allWithin(element, 'img[alt],[aria-label],[title],svg title')) {
    const said = ['aria-label', 'alt', 'title'].map((name) => page.attribute(one, name))
    const name = collapseSpaces(said.find((text) => text !== null) ?? page.text(one)!)
    if (name) return name
  }
  return ''
}

function textOf(node: Node, isLeftOut?: (element: Element) => boolean): string {
  const pieces: string[] = []
  let left = MAX_STEPS
  const visit = (one: Node) => {
    if (left-- <= 0) return
    if (one instanceof Text) pieces.push(one.data)
    else if (
      one instanceof Element &&
      !/^(script|style|select|textarea|datalist)$/.test(page.localName(one)) &&
      !(isLeftOut && one !== node && isLeftOut(one))
    ) {
      if (BLOCK.has(page.localName(one))) pieces.push(' ')
      for (const child of childrenOf(one)) visit(child)
    }
  }
  visit(node)
  return collapseSpaces(pieces.join('')).slice(0, LONGEST)
}

/** What stands right before a field is meant for it; what stands behind a box to tick is. */
function textBeside(element: Element, role: string): string {
  const ticked = role === 'checkbox' || role === 'radio' || role === 'switch'
  const frame = ticked ? element : fieldBoxOf(element)
  const first = ticked ? siblingText(element, false) : siblingText(frame, true)
  const name =
    first ||
    (frame === element ? '' : aboveText(frame)) ||
    (ticked ? siblingText(element, true) : '') ||
    cellText(element) ||
    (ticked ? rowText(element) : '') ||
    aboveText(element)
  return name || (ticked ? '' : siblingText(element, false))
}

/** A field without a border of its own is drawn by a box around it: what stands in there is what was chosen in it. */
function fieldBoxOf(element: Element): Element {
  if (hasBorder(element)) return element
  let outer = flatParent(element)
  for (let level = 0; level < 4 && outer instanceof Element; level++, outer = flatParent(outer)) {
    if (hasBorder(outer))
      return page.allWithin(outer, 'input:not([type=hidden]),textarea').length === 1 &&
        page.box(outer).height < 120
        ? outer
        : element
  }
  return element
}

function hasBorder(element: Element): boolean {
  const { borderBottomStyle, borderBottomWidth } = getComputedStyle(element)
  return borderBottomStyle !== 'none' && borderBottomWidth !== '0px'
}

function siblingText(element: Element, before: boolean): string {
  const parent = flatParent(element)
  if (!(parent instanceof Element)) return ''
  const siblings = childrenOf(parent)
  const step = before ? -1 : 1
  let text = ''
  for (let index = siblings.indexOf(element) + step; siblings[index] !== undefined; index += step) {
    const node = siblings[index]!
    if (node instanceof Element && (hasControl(node) || (text.trim() && BLOCK.has(page.localName(node)))))
      break
    const piece = node instanceof Element ? (isShown(node) ? textOf(node) : '') : ((node as Text).data ?? '')
    if (node instanceof Comment) continue
    text = before ? `${piece} ${text}` : `${text} ${piece}`
    if (text.length > LONGEST) break
  }
  const name = collapseSpaces(text)
  return name.length <= LONGEST_LABEL ? name : ''
}

function hasControl(element: Element): boolean {
  return page.matches(element, CONTROLS) || page.within(element, CONTROLS) !== null
}

function cellText(element: Element): string {
  const cell = page.closest(element, 'td,th') as HTMLTableCellElement | null
  const row = cell && (page.closest(cell, 'tr') as HTMLTableRowElement | null)
  if (!row) return ''
  const head = (page.closest(row, 'table') as HTMLTableElement | null)?.rows[0]
  const title = head !== row ? head?.cells[cell.cellIndex] : undefined
  const above = title ? textOf(title) : ''
  const first = row.cells[0]
  const isOneOfSeveral = controlsIn(row).length > 1 && first !== cell && first && !hasControl(first)
  if (above && isOneOfSeveral) return `${textOf(first)} ${above}`
  const before = row.cells[cell.cellIndex - 1]
  if (before && !hasControl(before)) return textOf(before)
  return above
}

/** The only box to tick of an entry is for all of it. */
function rowText(element: Element): string {
  const row = page.closest(element, ROW)
  if (!row || controlsIn(row).filter(isTickable).length !== 1) return ''
  return textOf(row).slice(0, LONGEST_LABEL)
}

function controlsIn(element: Element): Element[] {
  return [...page.allWithin(element, CONTROLS)].slice(0, 50)
}

function aboveText(element: Element): string {
  let inner: Node | null = element
  for (let level = 0; level < 3; level++) {
    inner = flatParent(inner)
    if (!(inner instanceof Element) || page.localName(inner) === 'body') return ''
    if (page.matches(inner, ROW)) return ''
    const text = siblingText(inner, true)
    if (text) return SENTENCE.test(text) ? '' : text
  }
  return ''
}

export function replacesSelect(element: Element): boolean {
  return hiddenSelect(element, 'generic') !== undefined
}
