// Where to press the mouse so that an element gets it. Positions are those of the frame.
import type { Box, ClickPoint, Point } from '../calls.ts'
import {
  flatParent,
  boxOf,
  elementOf,
  flatContains,
  isShown,
  isHitAt,
  nodeOf,
  collapseSpaces,
  visibleLabelOf,
  elementAt,
} from '../flat-tree.ts'
import * as page from '../platform.ts'

const BLOCKS = ['center', 'start', 'end', 'nearest'] as const

export function clickPointOf(ref: string, tries: number): ClickPoint {
  return clickPointOfNode(nodeOf(ref), tries)
}

export function clickPointOfNode(node: Node, tries: number): ClickPoint {
  const target = targetOf(node)
  if (tries > 0) scrollNode(target, BLOCKS[(tries - 1) % BLOCKS.length]!)
  const box = boxOf(target)
  if (box.width === 0 && box.height === 0) return { state: 'nowhere' }
  const hitElement = elementOf(target)
  const points = candidatePoints(target, box)
  const inWindow = points.filter(isInWindow)
  const isHit = ({ x, y }: Point) => flatContains(hitElement, elementAt(x, y))
  const isGood = ({ x, y }: Point) => isHitAt(hitElement, x, y) && !isClippedAt(hitElement, x, y)
  const point = inWindow.find(isHit) ?? inWindow.find(isGood)
  if (point)
    return { state: 'ready', ...point, disabled: node instanceof Element && page.matches(node, ':disabled') }
  const [first] = inWindow
  if (first === undefined) return { state: 'away', ...points[0]! }
  const over = elementAt(first.x, first.y)
  return { state: 'covered', by: over ? describe(over) : 'nothing that can be touched', ...first }
}

function isInWindow({ x, y }: Point): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight
}

function describe(element: Element): string {
  const id = page.attribute(element, 'id')
  const words = collapseSpaces(page.attribute(element, 'aria-label') ?? page.text(element) ?? '').slice(0, 60)
  return `<${page.localName(element)}${id ? ` id="${id.slice(0, 40)}"` : ''}>${words ? ` "${words}"` : ''}`
}

/** Whether a place of the element is outside of what it scrolls in, so that only what is around it is there. */
function isClippedAt(element: Element, x: number, y: number): boolean {
  for (let outer = element.parentElement; outer; outer = outer.parentElement) {
    if (getComputedStyle(outer).overflow === 'visible') continue
    const { left, top, right, bottom } = page.box(outer)
    if (outer !== document.body && (x < left || y < top || x >= right || y >= bottom)) return true
  }
  return false
}

/** A control that is not shown is used by its label. */
function targetOf(node: Node): Node {
  const label = visibleLabelOf(node)
  if (label === undefined) return node
  const { width, height } = page.box(node as Element)
  return width > 1 && height > 1 && isShown(node as Element) ? node : label
}

function scrollNode(node: Node, block: (typeof BLOCKS)[number]): void {
  page.scrollIntoView(elementOf(node), {
    block,
    inline: block === 'nearest' ? 'nearest' : 'center',
    behavior: 'instant',
  })
}

/** Its middle; the middles of its lines when it wraps; then points where something over its middle may leave it free. */
function candidatePoints(node: Node, box: DOMRect): Point[] {
  const rects = node instanceof Element ? [...page.boxes(node)] : []
  const lines = rects.slice(0, 5).filter(({ width, height }) => width > 0 && height > 0)
  const visible = {
    left: Math.max(box.left, 0),
    top: Math.max(box.top, 0),
    right: Math.min(box.right, innerWidth),
    bottom: Math.min(box.bottom, innerHeight),
  }
  const middle = ({ left, right, top, bottom }: Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>) => ({
    x: (left + right) / 2,
    y: (top + bottom) / 2,
  })
  const within = (x: number, y: number) => ({ x: box.left + box.width * x, y: box.top + box.height * y })
  const shown = visible.right > visible.left && visible.bottom > visible.top ? [middle(visible)] : []
  const others = [within(0.2, 0.5), within(0.8, 0.5), within(0.5, 0.2), within(0.5, 0.8)]
  return [...shown, middle(box), ...lines.map(middle), ...others, ...outlineOf(node)]
}

/** The middle of a ring or a bent line is none of it. */
function outlineOf(node: Node): Point[] {
  if (!(node instanceof SVGGeometryElement)) return []
  const matrix = node.getScreenCTM()
  if (matrix === null) return []
  const length = node.getTotalLength()
  return [0.5, 0.25, 0.75, 0.1, 0.9].map((share) => {
    const { x, y } = node.getPointAtLength(length * share).matrixTransform(matrix)
    return { x, y }
  })
}

export function contentBoxOf(ref: string): Box {
  const frame = nodeOf(ref) as Element
  const box = page.box(frame)
  const style = getComputedStyle(frame)
  const left = frame.clientLeft + Number.parseFloat(style.paddingLeft)
  const top = frame.clientTop + Number.parseFloat(style.paddingTop)
  return {
    x: box.left + left,
    y: box.top + top,
    width: box.width - 2 * left,
    height: box.height - 2 * top,
  }
}

export function wouldHit(ref: string, point: Point): boolean {
  return isInWindow(point) && isHitAt(nodeOf(ref) as Element, point.x, point.y)
}

export function boxInFrame(ref: string): Box {
  const { left, top, width, height } = boxOf(targetOf(nodeOf(ref)))
  return { x: left, y: top, width, height }
}

export function bringIntoView(ref: string): void {
  scrollNode(targetOf(nodeOf(ref)), 'center')
}

export function clickByScript(ref: string): void {
  clickNode(nodeOf(ref))
}

export function clickNode(node: Node): void {
  const element = elementOf(node)
  if (element instanceof HTMLElement) HTMLElement.prototype.click.call(element)
  else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, composed: true }))
}

export function scrollElement(ref: string | undefined, { x, y }: Point): Point {
  const node = ref === undefined ? scrollingArea() : nodeOf(ref)
  const area = scrollableOf(elementOf(node), x, y)
  const [left, top] = [area.scrollLeft, area.scrollTop]
  area.scrollBy({ left: x, top: y, behavior: 'instant' })
  return { x: area.scrollLeft - left, y: area.scrollTop - top }
}

function scrollableOf(element: Node, x: number, y: number): Element {
  for (let one: Node | null = element; one instanceof Element; one = flatParent(one)) {
    const { overflowX, overflowY } = getComputedStyle(one)
    if (y !== 0 && one.scrollHeight > one.clientHeight + 1 && /auto|scroll/.test(overflowY)) return one
    if (x !== 0 && one.scrollWidth > one.clientWidth + 1 && /auto|scroll/.test(overflowX)) return one
    if (one instanceof HTMLTextAreaElement) return one
  }
  return page.scrollingElement() ?? page.root()!
}

/** Some pages scroll inside an element that fills the window. */
function scrollingArea(): Element {
  const root = page.scrollingElement() ?? page.root()!
  if (root.scrollHeight > innerHeight + 1) return root
  return page.stackAt(document, innerWidth / 2, innerHeight / 2)[0] ?? root
}
