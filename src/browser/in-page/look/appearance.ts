import type { ViewElement } from '../../live/look/page-view.ts'
import { colorOf, isClear } from '../colors.ts'
import * as page from '../platform.ts'

const SHAPES = page.words('circle ellipse rect polygon polyline line path text image use')
const GRIPS = /^(grab|grabbing|move|all-scroll|[nsew]{1,4}-resize|col-resize|row-resize)$/
const DRAG_HINT = /\bui-(draggable|sortable-handle|slider-handle|resizable-handle)\b/
const NO_DRAG_HINT = /\bui-(draggable|sortable)-disabled\b/

export function lookOf(element: Element, style: CSSStyleDeclaration): NonNullable<ViewElement['look']> {
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

export function solid(notation: string): string | undefined {
  const color = colorOf(notation)
  return color === undefined || isClear(color) ? undefined : color.slice(0, 7)
}

export function isShape(element: Element): boolean {
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

export function looksDraggable(element: Element, cursor: string): boolean {
  if (GRIPS.test(cursor)) return true
  const given = page.attribute(element, 'draggable')
  if (given !== null) return given.toLowerCase() === 'true'
  const classes = page.attribute(element, 'class') ?? ''
  return DRAG_HINT.test(classes) && !NO_DRAG_HINT.test(classes)
}
