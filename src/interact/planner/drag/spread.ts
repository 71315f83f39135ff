import type { Point } from '../../../browser/browser.ts'

interface Size {
  width: number
  height: number
}

/** Places within a box, counted from its corner, for the middles of several things of one size: side by side around its middle. */
export function spread(count: number, thing: Size, box: Size): Point[] {
  // Some pages hold a thing a little beside the mouse, so the edge stays free.
  const columns = Math.max(
    1,
    Math.min(count, Math.floor((box.width - thing.width * EDGE) / (thing.width + GAP))),
  )
  const rows = Math.ceil(count / columns)
  return Array.from({ length: count }, (_, at) => ({
    x: along(at % columns, columns, thing.width, box.width),
    y: along(Math.floor(at / columns), rows, thing.height, box.height),
  }))
}

function along(at: number, of: number, size: number, room: number): number {
  const step = of > 1 ? Math.min(size + GAP, Math.max(0, room - size) / (of - 1)) : 0
  return room / 2 + (at - (of - 1) / 2) * step
}

const GAP = 2
const EDGE = 0.6
