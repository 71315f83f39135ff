import type { Point } from '../../../browser/browser.ts'
import type { Box } from './drawing.ts'

/** Once round a point, as large as the drawing allows. */
export function circleAround(centre: Point, open: Box): Point[] {
  const room = Math.min(
    centre.x - open.x,
    centre.y - open.y,
    open.x + open.width - centre.x,
    open.y + open.height - centre.y,
  )
  const radius = Math.max(SMALLEST, Math.min(LARGEST, room))
  return Array.from({ length: SIDES + 1 }, (_, at) => {
    const turn = (2 * Math.PI * (at % SIDES)) / SIDES
    return { x: centre.x + radius * Math.cos(turn), y: centre.y + radius * Math.sin(turn) }
  })
}

/** Across the whole drawing, through a point. */
export function lineThrough(point: Point, way: 'vertical' | 'horizontal', open: Box): Point[] {
  return way === 'vertical'
    ? [{ x: point.x, y: open.y }, point, { x: point.x, y: open.y + open.height }]
    : [{ x: open.x, y: point.y }, point, { x: open.x + open.width, y: point.y }]
}

const SIDES = 36
const SMALLEST = 8
const LARGEST = 40
