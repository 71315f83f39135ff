import type { ViewElement } from '../../live/page-view/page-view.ts'
import type { Box, RawElement } from '../calls.ts'
import { boxOf, collapseSpaces } from '../flat-tree.ts'
import * as page from '../platform.ts'
import { visibleColor } from '../colors.ts'
import { addFacts, selectorOf } from './facts.ts'
import { replacesSelect, nameOf } from './names.ts'
import { isEditable, roleOf, INTERACTIVE_ROLES } from './roles.ts'
import { isBackground, placementOf } from './layout.ts'
import type { ElementLayout } from './layout.ts'

/** Their text is all that is in them; parts that cannot be used by themselves are left out. */
const ATOMIC_ROLES = page.words('button link tab menuitem option summary')
const CONTAINER_ROLES = page.words('generic paragraph region')
/** They may listen for what is in them or take the focus, but they are not pressed. */
const UNPRESSED_ROLES = page.words(`
  dialog alertdialog tabpanel tablist toolbar menu menubar navigation region main form list table grid radiogroup
  status alert log`)
const LONGEST_TEXT = 300
const ICON = 48
const SHAPES = page.words('circle ellipse rect polygon polyline line path text image use')
const GRIP_CURSORS = /^(grab|grabbing|move|all-scroll|[nsew]{1,4}-resize|col-resize|row-resize)$/
const DRAG_HINT = /\bui-(draggable|sortable-handle|slider-handle|resizable-handle)\b/
const NO_DRAG_HINT = /\bui-(draggable|sortable)-disabled\b/

export interface ViewNode {
  entry: RawElement
  element?: Element
  /** Whether it stands for itself, and not in the line of a sentence. */
  apart?: boolean
  children: ViewNode[]
}

export interface InnerContent {
  entries: ViewNode[]
  text: string
  own: string
  /** Texts, with how many entries stand before each. */
  texts: { node: Text; at: number }[]
  breaks: boolean
  clip: Box
}

const listeners = new WeakMap<Element, number>()

/** Tells of listeners that the page has for clicks (1), and for what begins a drag (2). */
export function noteListeners(kinds: readonly number[], ...elements: unknown[]): void {
  for (const [index, element] of elements.entries()) {
    if (element instanceof Element) listeners.set(element, kinds[index]!)
  }
}

export function entriesOf(
  element: Element,
  tag: string,
  layout: ElementLayout,
  inner: InnerContent,
): ViewNode[] {
  const isDrawn = isShape(element)
  const ownRole = isIcon(tag, layout.box)
    ? 'image'
    : isDrawn
      ? tag === 'text'
        ? 'text'
        : 'graphics-symbol'
      : roleOf(element)
  const uses = usesOf(element, tag, ownRole, layout, inner.entries)
  const { clickable, editable, draggable } = uses
  const role = ownRole === 'generic' && clickable && replacesSelect(element) ? 'combobox' : ownRole
  const isUsed = clickable || editable || draggable
  const onlyHolds =
    CONTAINER_ROLES.has(role) && tag !== 'iframe' && inner.own === '' && !isUsed && !uses.scrollable
  if (onlyHolds && !isWorthListing(layout, inner.entries)) return inner.entries
  const isNamedByText = clickable && role === 'generic' && tag !== 'label' && !inner.entries.some(isUsable)
  const isInput = tag === 'input' && role === 'button'
  const text = isInput ? collapseSpaces((element as HTMLInputElement).value) : inner.text
  const entry: RawElement = {
    ...placementOf(element, layout),
    tag,
    role: role === 'generic' ? roleOfPlain(layout.css, inner) : role,
    name: nameOf(element, role, inner.text.slice(0, LONGEST_TEXT), isNamedByText),
    text: text.slice(0, LONGEST_TEXT),
    ownText: inner.own.slice(0, LONGEST_TEXT),
  }
  addFacts(entry, element, tag, layout.css)
  Object.assign(entry, uses)
  if (isUsed || role === 'iframe') {
    const selector = selectorOf(element, tag)
    if (selector !== undefined) entry.selector = selector
  }
  if ((entry.name === '' && entry.text === '') || isDrawn) entry.look = appearanceOf(element, layout.css)
  if (layout.label) entry.behindLabel = true
  const isWhole = ATOMIC_ROLES.has(role) && inner.text.length < 100
  const apart = editable || draggable || (clickable && role !== 'link') || !layout.inline
  return [
    { entry, element, apart, children: isWhole ? inner.entries.filter(isStandalone) : withTexts(inner) },
  ]
}

function usesOf(
  element: Element,
  tag: string,
  role: string,
  layout: ElementLayout,
  entries: readonly ViewNode[],
) {
  const listenerKinds = listeners.get(element) ?? 0
  return {
    clickable: isClickable(element, role, layout, listenerKinds),
    editable: isEditable(element, role),
    draggable: isDraggable(element, layout, entries, listenerKinds),
    scrollable: isScrollable(element, tag, layout),
  }
}

function isClickable(element: Element, role: string, layout: ElementLayout, listenerKinds: number): boolean {
  if (INTERACTIVE_ROLES.has(role) && role !== 'gridcell') return true
  if (element instanceof HTMLLabelElement) return element.control !== null
  if (layout.cursor === 'pointer' && layout.from.cursor !== 'pointer') return true
  if (UNPRESSED_ROLES.has(role)) return false
  if ((listenerKinds & 1) !== 0 || page.attribute(element, 'onclick') !== null)
    return !isBackground(layout.box)
  const tabIndex = page.attribute(element, 'tabindex')
  return tabIndex !== null && Number(tabIndex) >= 0
}

/** What listens for the drags of things in it is not dragged itself. */
function isDraggable(
  element: Element,
  layout: ElementLayout,
  entries: readonly ViewNode[],
  listenerKinds: number,
): boolean {
  if (looksDraggable(element, layout.cursor === layout.from.cursor ? '' : layout.cursor)) return true
  if ((listenerKinds & 2) === 0 || isBackground(layout.box)) return false
  return !entries.some(({ entry }) => entry.draggable)
}

function isScrollable(element: Element, tag: string, { css, overflowX }: ElementLayout): boolean {
  if (overflowX === 'visible' || tag === 'textarea' || tag === 'select') return false
  const isTall = /auto|scroll/.test(css.overflowY) && element.scrollHeight > element.clientHeight + 1
  return isTall || (/auto|scroll/.test(overflowX) && element.scrollWidth > element.clientWidth + 1)
}

/** Of what only holds others, what holds several is told, and what is drawn around a smaller one. */
function isWorthListing({ box, css }: ElementLayout, entries: readonly ViewNode[]): boolean {
  if (entries.length > 1) return true
  const inner = entries[0]?.entry.box
  if (inner === undefined) return isPainted(box, css)
  return inner.width * inner.height < box.width * box.height * 0.5 && isPainted(box, css)
}

/** An empty box that is drawn is something a person sees: a square of colour, a grip, a field of a board. */
function isPainted({ width, height }: ElementLayout['box'], css: CSSStyleDeclaration): boolean {
  if (width < 4 || height < 4) return false
  if (css.backgroundImage !== 'none' || isPicture(css)) return true
  const background = solid(css.backgroundColor)
  if (background !== undefined && background !== '#ffffff') return true
  return css.borderTopStyle !== 'none' && css.borderTopWidth !== '0px'
}

function isPicture(css: CSSStyleDeclaration): boolean {
  return css.content.startsWith('url(')
}

function roleOfPlain(css: CSSStyleDeclaration, inner: InnerContent): string {
  if (inner.entries.length > 0) return 'generic'
  if (inner.own !== '') return 'text'
  return isPicture(css) ? 'image' : 'generic'
}

export function isIcon(tag: string, { width, height }: ElementLayout['box']): boolean {
  return tag === 'svg' && width <= ICON && height <= ICON
}

function isStandalone(one: ViewNode): boolean {
  return isUsable(one) || one.entry.draggable === true || one.entry.role === 'image'
}

function isUsable({ entry }: ViewNode): boolean {
  return entry.clickable === true || entry.editable === true
}

/** Text between controls and lines has a place of its own; within a sentence it is told by what holds it. */
export function withTexts(inner: InnerContent): ViewNode[] {
  const isMixed = inner.texts.length > 0 && (inner.breaks || inner.entries.some(({ apart }) => apart))
  if (!isMixed) return inner.entries
  const all = [...inner.entries]
  for (const { node, at } of inner.texts.toReversed()) all.splice(at, 0, textEntry(node, inner.clip))
  return all
}

function textEntry(node: Text, clip: Box): ViewNode {
  const text = collapseSpaces(node.data).slice(0, LONGEST_TEXT)
  const place = placementOf(node, { box: boxOf(node), outer: clip })
  return { entry: { ...place, tag: '#text', role: 'text', name: '', text, ownText: text }, children: [] }
}

function appearanceOf(element: Element, style: CSSStyleDeclaration): NonNullable<ViewElement['look']> {
  const shape = shapeOf(element)
  const background = shape === undefined ? solid(style.backgroundColor) : undefined
  const isRound = background !== undefined && style.borderTopLeftRadius === '50%'
  const seen = shape ?? (isRound ? 'circle' : undefined)
  return {
    color: background ?? solid(shape === undefined ? style.color : paintOf(style)) ?? '#000000',
    ...(seen !== undefined && { shape: seen }),
  }
}

function paintOf(style: CSSStyleDeclaration): string {
  return style.fill !== 'none' && solid(style.fill) !== undefined ? style.fill : style.stroke
}

function solid(notation: string): string | undefined {
  return visibleColor(notation)?.slice(0, 7)
}

function isShape(element: Element): boolean {
  return element instanceof SVGElement && SHAPES.has(page.localName(element))
}

function shapeOf(element: Element): string | undefined {
  if (!isShape(element)) return undefined
  const tag = page.localName(element)
  if (tag === 'rect') {
    const { width, height } = page.box(element)
    return Math.abs(width - height) < 1 ? 'square' : 'rectangle'
  }
  if (tag === 'polygon' || tag === 'polyline') {
    const points = (page.attribute(element, 'points') ?? '').match(/-?[\d.]+(e-?\d+)?/g) ?? []
    const corners = cornersOf(points)
    return corners === 3 ? 'triangle' : `${tag} ${corners}`
  }
  return tag
}

/** A point that is said again closes the line and is no corner. */
function cornersOf(numbers: readonly string[]): number {
  const points = []
  for (let index = 0; index + 1 < numbers.length; index += 2)
    points.push(`${numbers[index]},${numbers[index + 1]}`)
  return points.length > 1 && points[0] === points.at(-1) ? points.length - 1 : points.length
}

function looksDraggable(element: Element, cursor: string): boolean {
  if (GRIP_CURSORS.test(cursor)) return true
  const given = page.attribute(element, 'draggable')
  if (given !== null) return given.toLowerCase() === 'true'
  const classes = page.attribute(element, 'class') ?? ''
  return DRAG_HINT.test(classes) && !NO_DRAG_HINT.test(classes)
}
