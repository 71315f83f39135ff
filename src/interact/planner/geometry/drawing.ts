import type { Point, ViewElement } from '../../../browser/browser.ts'
import { hasRoom, middleOf } from '../page/page-tree.ts'
import type { PageTree } from '../page/page-tree.ts'

export type Box = ViewElement['box']

/** What is drawn on: the drawing or canvas that something can be done in, else the largest. */
export function drawingOf(tree: PageTree): ViewElement | undefined {
  const all = tree.elements.filter(
    (element) => /^(svg|canvas)$/.test(element.tag) && hasRoom(element) && !element.covered,
  )
  const usable = all.filter((element) => element.clickable || element.draggable)
  return (usable.length > 0 ? usable : all).toSorted((a, b) => areaOf(b) - areaOf(a))[0]
}

/** The part of it that can be pressed on: within the window, above what lies over its lower edge. */
export function openPart(drawing: ViewElement, tree: PageTree): Box {
  const { box } = drawing
  const over = tree.elements.filter(
    (element) =>
      /^(button|link)$/.test(element.role) &&
      element.box.y > box.y + box.height / 2 &&
      element.box.y < box.y + box.height &&
      element.box.x < box.x + box.width &&
      element.box.x + element.box.width > box.x,
  )
  const [left, top] = [Math.max(box.x, 0), Math.max(box.y, 0)]
  const right = Math.min(box.x + box.width, tree.view.width)
  const bottom = Math.min(box.y + box.height, tree.view.height, ...over.map((element) => element.box.y))
  return {
    x: left + MARGIN,
    y: top + MARGIN,
    width: right - left - 2 * MARGIN,
    height: bottom - top - 2 * MARGIN,
  }
}

/** Small round marks: points of a drawing. */
export function dotsOf(tree: PageTree): ViewElement[] {
  return tree.elements.filter(
    (element) =>
      /^(circle|ellipse)$/.test(element.look.shape ?? '') &&
      hasRoom(element) &&
      element.box.width <= DOT &&
      element.box.height <= DOT,
  )
}

/** The small thing to click that stands for a point: the nearest, where one is close. */
export function markAt(point: Point, tree: PageTree): ViewElement | undefined {
  const far = (element: ViewElement): number =>
    Math.hypot(middleOf(element).x - point.x, middleOf(element).y - point.y)
  return tree.elements
    .filter(
      (element) =>
        element.clickable && hasRoom(element) && element.box.width <= DOT && element.box.height <= DOT,
    )
    .filter((element) => far(element) <= Math.max(CLOSE, element.box.width / 2))
    .toSorted((a, b) => far(a) - far(b))[0]
}

export function linesOf(tree: PageTree): ViewElement[] {
  return tree.elements.filter((element) => element.look.shape === 'line')
}

/** Whether a point is at a corner of a line's box: one of its ends, as far as a box can tell. */
export function endsAt(line: ViewElement, dot: ViewElement): boolean {
  const { x, y } = middleOf(dot)
  const near = Math.max(dot.box.width, dot.box.height)
  const { box } = line
  const atX = Math.min(Math.abs(x - box.x), Math.abs(x - box.x - box.width))
  const atY = Math.min(Math.abs(y - box.y), Math.abs(y - box.y - box.height))
  return atX <= near && atY <= near
}

export function isWithin({ x, y }: Point, box: Box): boolean {
  return x >= box.x && y >= box.y && x <= box.x + box.width && y <= box.y + box.height
}

function areaOf(element: ViewElement): number {
  return element.box.width * element.box.height
}

const MARGIN = 3
const DOT = 24
const CLOSE = 8
