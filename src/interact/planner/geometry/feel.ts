import type { Point } from '../../../browser/browser.ts'
import type { Box } from './drawing.ts'
import { isWithin } from './drawing.ts'

/** What the page says while the mouse is at a point. */
type Sense = (point: Point) => Promise<string>

/**
 * Finds a place that a page tells only by what it says wherever the mouse is: looks for where it says something else
 * than mostly, follows the edge of that part, and goes to the middle of it.
 */
export async function feel(area: Box, sense: Sense, wanted: string): Promise<Point | undefined> {
  const looks: { point: Point; said: string }[] = []
  const at = async (point: Point): Promise<string> => {
    const said = await sense(point)
    looks.push({ point, said })
    return said
  }
  const found = (): Point | undefined => looks.find((look) => look.said === wanted)?.point
  for (const point of lattice(area)) if ((await at(point)) === wanted) return point
  const outer = commonest(looks.map((look) => look.said))
  const inner = looks.find((look) => look.said !== outer)?.point
  if (!inner) return undefined
  const isInside = async (point: Point): Promise<boolean> => (await at(point)) !== outer
  const edge: Point[] = []
  for (let turn = 0; turn < RAYS && edge.length < ENOUGH && !found(); turn++) {
    const point = await edgeAlong(inner, (2 * Math.PI * turn * APART) / RAYS, area, isInside)
    if (point) edge.push(point)
  }
  const middle = found() ? undefined : circleThrough(edge)
  for (const point of middle ? around(middle) : [])
    if (isWithin(point, area) && (await at(point)) === wanted) return point
  return found()
}

function lattice(area: Box): Point[] {
  const [columns, rows] = [4, 3]
  return Array.from({ length: columns * rows }, (_, index) => ({
    x: area.x + (area.width * ((index % columns) + 0.5)) / columns,
    y: area.y + (area.height * (Math.floor(index / columns) + 0.5)) / rows,
  }))
}

function commonest(texts: readonly string[]): string | undefined {
  const count = (text: string): number => texts.filter((other) => other === text).length
  return texts.toSorted((a, b) => count(b) - count(a))[0]
}

/** Where a part ends in a direction; undefined where it goes on to the edge of the area. */
async function edgeAlong(
  from: Point,
  angle: number,
  area: Box,
  isInside: (point: Point) => Promise<boolean>,
): Promise<Point | undefined> {
  const point = (far: number): Point => ({
    x: from.x + far * Math.cos(angle),
    y: from.y + far * Math.sin(angle),
  })
  let outside = 0
  while (isWithin(point(outside + 1), area)) outside++
  if (outside < PRECISE || (await isInside(point(outside)))) return undefined
  let inside = 0
  while (outside - inside > PRECISE) {
    const half = (inside + outside) / 2
    if (await isInside(point(half))) inside = half
    else outside = half
  }
  return point((inside + outside) / 2)
}

/** The middle of the circle that lies best through points. */
function circleThrough(points: readonly Point[]): Point | undefined {
  if (points.length < 3) return undefined
  const mean = (of: (point: Point) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)]
  const moved = points.map((point) => ({ u: point.x - x, v: point.y - y }))
  const sum = (of: (point: { u: number; v: number }) => number): number =>
    moved.reduce((total, point) => total + of(point), 0)
  const [uu, vv, uv] = [sum(({ u }) => u * u), sum(({ v }) => v * v), sum(({ u, v }) => u * v)]
  const [right, below] = [
    sum(({ u, v }) => u * (u * u + v * v)) / 2,
    sum(({ u, v }) => v * (u * u + v * v)) / 2,
  ]
  const area = uu * vv - uv * uv
  if (Math.abs(area) < 1e-6) return undefined
  return { x: x + (right * vv - below * uv) / area, y: y + (below * uu - right * uv) / area }
}

/** A point and those around it, the nearest first. */
function around(point: Point): Point[] {
  const rings = [4, 8].flatMap((radius) =>
    Array.from({ length: 6 }, (_, at) => ({
      x: point.x + radius * Math.cos((Math.PI * at) / 3),
      y: point.y + radius * Math.sin((Math.PI * at) / 3),
    })),
  )
  return [point, ...rings]
}

/** Directions that are followed, each far from the one before, until the edge is known at enough places. */
const RAYS = 13
const APART = 5
const ENOUGH = 5
const PRECISE = 2
