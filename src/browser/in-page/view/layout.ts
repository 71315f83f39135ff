import { intersection } from '../calls.ts'
import type { Box, Point } from '../calls.ts'
import { elementOf, isHitAt, refOf, visibleLabelOf } from '../flat-tree.ts'
import * as page from '../platform.ts'

const OVERLAID = 'input,select,textarea,button,a[href]'

/** What holds for all of a look: where the frame lies in the window, and which part of it can be seen. */
let frame: { origin: Point; clip: Box; scrollX: number; scrollY: number; width: number; height: number }

export type ParentLayout = ReturnType<typeof beginView>

type PlainBox = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>

export interface ElementLayout {
  css: CSSStyleDeclaration
  box: PlainBox
  outer: Box
  from: ParentLayout
  below: ParentLayout
  inline: boolean
  cursor: string
  overflowX: string
  shown: boolean
  label?: Element
}

export function beginView({ origin, clip }: { origin: Point; clip: Box }) {
  frame = { origin, clip, scrollX, scrollY, width: innerWidth, height: innerHeight }
  // `positioned` is the part that absolutely positioned elements are seen in.
  return { clip, positioned: clip, cursor: 'auto', opacity: 1, level: 0 }
}

/** Where it is and what that means for what is in it; undefined when nothing in it is shown either. */
export function layoutOf(element: Element, from: ParentLayout): ElementLayout | undefined {
  const css = getComputedStyle(element)
  const { display } = css
  const label = visibleLabelOf(element)
  if (display === 'none') return label && hiddenControlLayout(label, css, from)
  const box = plainBox(element)
  const { visibility, position, overflowX, cursor } = css
  const opacity = from.opacity * Number(css.opacity)
  const tiny = box.width <= 1 && box.height <= 1
  if (label && (tiny || opacity === 0 || visibility !== 'visible'))
    return hiddenControlLayout(label, css, from)
  const outer = position === 'fixed' ? frame.clip : position === 'absolute' ? from.positioned : from.clip
  const inline = display.startsWith('inline') || display === 'contents'
  const clips = overflowX !== 'visible' && display !== 'inline' && display !== 'contents'
  // What was folded up, or is there for those who listen.
  const isFlat = overflowX === 'hidden' && (box.width === 0 || box.height === 0)
  if (clips && (tiny || isFlat)) return undefined
  if (/^(absolute|fixed)$/.test(position) && (tiny ? css.clip !== 'auto' : isClippedAway(css)))
    return undefined
  const clip = clips ? intersection(outer, toWindowBox(box)) : outer
  const positioned = position === 'static' ? from.positioned : clip
  return {
    css,
    box,
    outer,
    from,
    inline,
    cursor,
    overflowX,
    below: { clip, positioned, cursor, opacity, level: from.level + 1 },
    shown:
      visibility === 'visible' &&
      (box.width > 0 || box.height > 0) &&
      !isOffPage(box, position) &&
      (opacity > 0.02 || page.matches(element, OVERLAID)),
  }
}

/** The browser's own boxes are asked anew for each of their numbers. */
function plainBox(element: Element): PlainBox {
  const { left, top, width, height } = page.box(element)
  return { left, top, width, height }
}

function isClippedAway({ clip, clipPath }: CSSStyleDeclaration): boolean {
  if (/^inset\((100|[5-9]\d)%\)$/.test(clipPath)) return true
  const sides = /^rect\((.+)\)$/.exec(clip)?.[1]!.split(',').map(Number.parseFloat)
  if (sides === undefined) return false
  const [top, right, bottom, left] = sides as [number, number, number, number]
  return bottom <= top || right <= left
}

/** What lies left of or above all that one can scroll to. */
function isOffPage(box: PlainBox, position: string): boolean {
  const isFixed = position === 'fixed'
  const [right, bottom] = [box.left + box.width, box.top + box.height]
  return right + (isFixed ? 0 : frame.scrollX) <= 0 || bottom + (isFixed ? 0 : frame.scrollY) <= 0
}

function hiddenControlLayout(label: Element, css: CSSStyleDeclaration, from: ParentLayout): ElementLayout {
  const below = { ...from, level: from.level + 1 }
  const place = { box: plainBox(label), outer: from.clip, from, below }
  return { ...place, css, label, shown: true, inline: true, cursor: css.cursor, overflowX: 'visible' }
}

function toWindowBox({ left, top, width, height }: PlainBox): Box {
  return { x: left + frame.origin.x, y: top + frame.origin.y, width, height }
}

export function placementOf(
  node: Node,
  { box, outer, label }: Pick<ElementLayout, 'box' | 'outer' | 'label'>,
) {
  const place = toWindowBox(box)
  const visible = intersection(place, outer)
  const inView = isWithin(visible, outer)
  const tenth = (number: number) => Math.round(number * 10) / 10
  return {
    ref: refOf(node),
    box: { x: tenth(place.x), y: tenth(place.y), width: tenth(box.width), height: tenth(box.height) },
    inView,
    covered: inView && isCovered(label ?? node, visible),
  }
}

/** A line has no height, but is seen. */
function isWithin(visible: Box, outer: Box): boolean {
  if (outer.width <= 0 || outer.height <= 0) return false
  const inside = (start: number, size: number, from: number, length: number) =>
    size > 0 || (start >= from && start < from + length)
  return (
    inside(visible.x, visible.width, outer.x, outer.width) &&
    inside(visible.y, visible.height, outer.y, outer.height)
  )
}

function isCovered(node: Node, visible: Box): boolean {
  const element = elementOf(node)
  const x = visible.x + visible.width / 2 - frame.origin.x
  const y = visible.y + visible.height / 2 - frame.origin.y
  if (isHitAt(element, x, y)) return false
  // The middle of a line of text that wraps may be in neither of its lines.
  const [first] = page.boxes(element)
  return !first || !isHitAt(element, first.left + first.width / 2, first.top + first.height / 2)
}

/** What fills the window listens for what is in it. */
export function isBackground({ width, height }: PlainBox): boolean {
  return width * height > 0.8 * frame.width * frame.height
}
