import * as page from '../platform.ts'

export const LONGEST_DRAWING = 50_000
const MOST_DRAWN = 300
const SVG = 'http://www.w3.org/2000/svg'
const UNPAINTED = /^(?:defs|symbol|linearGradient|radialGradient|stop|clipPath|mask|title|desc)$/
const LETTERED = /^(?:title|desc|text|tspan)$/
const ACTIVE = /^(?:script|foreignObject|iframe|animate|set|style)$/i

/** A drawing on its own: colours that come from the page's styles are written into it, what it uses is brought along. */
export function drawingOf(svg: Element): string | undefined {
  const copy = plainCopy(svg)
  const style = getComputedStyle(svg)
  const { width, height } = page.box(svg)
  copy.setAttribute('xmlns', SVG)
  copy.setAttribute('width', String(Math.round(width)))
  copy.setAttribute('height', String(Math.round(height)))
  copy.setAttribute('color', style.color)
  copy.removeAttribute('id')
  paint(copy, style)
  const room = { left: MOST_DRAWN }
  const isWhole = drawAll(svg, copy, room, 0)
  if (!isWhole || copy.firstElementChild === null) return undefined
  const text = new XMLSerializer().serializeToString(copy)
  const uri = `data:image/svg+xml,${encodeURIComponent(text.toWellFormed())}`
  return uri.length <= LONGEST_DRAWING ? uri : undefined
}

interface Room {
  left: number
}

/** False when there is more than is drawn. */
function drawAll(from: Element, to: Element, room: Room, depth: number): boolean {
  for (const child of from.children) if (!draw(child, to, room, depth)) return false
  return true
}

function draw(element: Element, to: Element, room: Room, depth: number): boolean {
  if (room.left-- <= 0 || depth > 20) return false
  const name = page.localName(element)
  if (!(element instanceof SVGElement) || ACTIVE.test(name)) return true
  if (name === 'use') return drawUsed(element, to, room, depth)
  const copy = plainCopy(element)
  if (!UNPAINTED.test(name)) paint(copy, getComputedStyle(element))
  if (LETTERED.test(name)) copy.textContent = page.text(element)!.slice(0, 500)
  else if (!drawAll(element, copy, room, depth + 1)) return false
  to.append(copy)
  return true
}

/** What is used from elsewhere in the page stands in its place; a symbol becomes a drawing within the drawing. */
function drawUsed(use: Element, to: Element, room: Room, depth: number): boolean {
  const used = usedBy(use)
  if (!used) return false
  const isSymbol = /^(?:symbol|svg)$/.test(page.localName(used))
  const holder = Document.prototype.createElementNS.call(document, SVG, isSymbol ? 'svg' : 'g')
  const [x, y, width, height, transform] = ['x', 'y', 'width', 'height', 'transform'].map((name) =>
    page.attribute(use, name),
  ) as [string | null, string | null, string | null, string | null, string | null]
  const moves = isSymbol || (x ?? y) === null ? '' : ` translate(${x ?? 0}, ${y ?? 0})`
  const placed = {
    ...(isSymbol && { x, y, width, height }),
    transform: (transform ?? '') + moves || null,
  }
  for (const [name, value] of Object.entries(placed)) if (value !== null) holder.setAttribute(name, value)
  const viewBox = page.attribute(used, 'viewBox')
  if (isSymbol && viewBox !== null) holder.setAttribute('viewBox', viewBox)
  paint(holder, getComputedStyle(use))
  const isWhole = isSymbol ? drawAll(used, holder, room, depth + 1) : draw(used, holder, room, depth + 1)
  if (isWhole) to.append(holder)
  return isWhole
}

function plainCopy(element: Element): Element {
  const copy = Node.prototype.cloneNode.call(element, false) as Element
  for (const name of copy.getAttributeNames())
    if (/^(?:on|class$|style$)/i.test(name)) copy.removeAttribute(name)
  return copy
}

function usedBy(use: Element): Element | null | undefined {
  const reference = page.attribute(use, 'href') ?? page.attribute(use, 'xlink:href') ?? ''
  return /^#[^\s]{1,100}$/.test(reference) ? page.one(`[id="${CSS.escape(reference.slice(1))}"]`) : undefined
}

function paint(copy: Element, { fill, stroke, strokeWidth }: CSSStyleDeclaration): void {
  if (fill !== 'rgb(0, 0, 0)' || copy.hasAttribute('fill')) copy.setAttribute('fill', fill.slice(0, 100))
  if (stroke === 'none') return
  copy.setAttribute('stroke', stroke.slice(0, 100))
  copy.setAttribute('stroke-width', strokeWidth.slice(0, 20))
}
