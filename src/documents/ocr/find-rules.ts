import type { Grey } from './grey.ts'

/** A straight line in a picture, as the box of its ink in pixels; right and bottom are past its end. */
export interface Stroke {
  left: number
  top: number
  right: number
  bottom: number
}

/** What may be left white in a line, as scanners leave it. */
const MAX_GAP = 3
const MAX_STROKES = 5000

/**
 * The horizontal and vertical lines of an upright picture: dark runs longer than any letter is wide or high, and as thin
 * as a line.
 */
export function findStrokes(
  grey: Grey,
  threshold: number,
  dpi: number,
): { horizontal: Stroke[]; vertical: Stroke[] } {
  const minLength = Math.round(dpi * 0.4)
  const maxThickness = Math.max(3, Math.round(dpi * 0.035))
  const isThin = (thickness: number) => thickness <= maxThickness
  return {
    horizontal: joined(horizontalRuns(grey, threshold, minLength)).filter(({ top, bottom }) =>
      isThin(bottom - top),
    ),
    vertical: joined(verticalRuns(grey, threshold, minLength).map(mirrored))
      .map(mirrored)
      .filter(({ left, right }) => isThin(right - left)),
  }
}

/** The picture without these lines: each is painted over with what lies beside it, except where letters cross. */
export function eraseStrokes(grey: Grey, threshold: number, strokes: readonly Stroke[]): Grey {
  const { width, height } = grey
  const pixels = Uint8Array.from(grey.pixels)
  for (const { left, top, right, bottom } of strokes) {
    const isHorizontal = right - left > bottom - top
    const [step, across] = isHorizontal ? [1, width] : [width, 1]
    const length = isHorizontal ? right - left : bottom - top
    const first = isHorizontal ? Math.max(0, top - 2) : Math.max(0, left - 2)
    const last = isHorizontal ? Math.min(height, bottom + 2) - 1 : Math.min(width, right + 2) - 1
    const start = isHorizontal ? left : top * width
    for (let along = 0; along < length; along++) {
      const at = start + along * step
      const before = grey.pixels[at + first * across]!
      const after = grey.pixels[at + last * across]!
      if (before <= threshold || after <= threshold) continue
      const paper = Math.max(before, after)
      for (let place = first; place <= last; place++) pixels[at + place * across] = paper
    }
  }
  return { width, height, pixels }
}

function mirrored({ left, top, right, bottom }: Stroke): Stroke {
  return { left: top, top: left, right: bottom, bottom: right }
}

function horizontalRuns({ width, height, pixels }: Grey, threshold: number, minLength: number): Stroke[] {
  const runs: Stroke[] = []
  for (let y = 0; y < height; y++) {
    let start = -1
    let last = -1
    for (let x = 0, at = y * width; x <= width; x++, at++) {
      const isDark = x < width && pixels[at]! <= threshold
      if (isDark) {
        if (start < 0) start = x
        last = x
      } else if (start >= 0 && (x === width || x - last > MAX_GAP)) {
        if (last + 1 - start >= minLength) runs.push({ left: start, top: y, right: last + 1, bottom: y + 1 })
        start = -1
      }
    }
  }
  return runs
}

/** Reads row by row, as the picture lies in memory, and keeps a run for each column. */
function verticalRuns({ width, height, pixels }: Grey, threshold: number, minLength: number): Stroke[] {
  const runs: Stroke[] = []
  const starts = new Int32Array(width).fill(-1)
  const lasts = new Int32Array(width)
  for (let y = 0; y <= height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      const start = starts[x]!
      if (y < height && pixels[at]! <= threshold) {
        if (start < 0) starts[x] = y
        lasts[x] = y
      } else if (start >= 0 && (y === height || y - lasts[x]! > MAX_GAP)) {
        const end = lasts[x]! + 1
        if (end - start >= minLength) runs.push({ left: x, top: start, right: x + 1, bottom: end })
        starts[x] = -1
      }
    }
  }
  return runs.sort((a, b) => a.left - b.left || a.top - b.top)
}

/** Runs of neighbouring rows that touch are one line. They come by rows, from left to right. */
function joined(runs: readonly Stroke[]): Stroke[] {
  const done: Stroke[] = []
  let open: Stroke[] = []
  for (const run of runs) {
    const stillOpen: Stroke[] = []
    let line: Stroke | undefined
    for (const candidate of open) {
      if (candidate.bottom < run.top) done.push(candidate)
      else if (candidate.left <= run.right && run.left <= candidate.right)
        line = line ? around(line, candidate) : candidate
      else stillOpen.push(candidate)
    }
    stillOpen.push(line ? around(line, run) : run)
    open = stillOpen
    if (done.length + open.length > MAX_STROKES) return []
  }
  return [...done, ...open]
}

function around(a: Stroke, b: Stroke): Stroke {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}
