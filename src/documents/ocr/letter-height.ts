import { thresholdOf } from './grey.ts'
import type { Grey } from './grey.ts'

/** How high most spots of ink are, in pixels, which in a text are its letters; undefined when there are too few to tell. */
export function letterHeight(grey: Grey): number | undefined {
  const heights = spotHeights(grey).filter((height) => height >= MIN_HEIGHT)
  if (heights.length < MIN_SPOTS) return undefined
  return heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]
}

const MIN_HEIGHT = 4
const MIN_SPOTS = 30
/** Noise has more, and tells nothing. */
const MAX_RUNS = 3_000_000

/** The heights of spots that look like letters: runs of ink in a row that touch runs of the row before are one spot. */
function spotHeights(grey: Grey): number[] {
  const { width, height, pixels } = grey
  const { threshold, isInverted } = inkOf(grey)
  const spots = new Spots()
  let before: Run[] = []
  let count = 0
  for (let y = 0; y < height; y++) {
    const runs: Run[] = []
    let next = 0
    for (let x = 0, row = y * width; x < width; x++) {
      if (pixels[row + x]! <= threshold === isInverted) continue
      const left = x
      while (x < width && pixels[row + x]! <= threshold !== isInverted) x++
      if (++count > MAX_RUNS) return []
      while (next < before.length && before[next]!.right < left) next++
      let spot: number | undefined
      for (let at = next; at < before.length && before[at]!.left <= x; at++) {
        spot = spot === undefined ? spots.find(before[at]!.spot) : spots.join(spot, before[at]!.spot)
      }
      spot ??= spots.add(left, y)
      spots.grow(spot, left, x, y)
      runs.push({ left, right: x, spot })
    }
    before = runs
  }
  return spots.letterHeights()
}

interface Run {
  left: number
  right: number
  spot: number
}

/** Ink is what there is less of. */
function inkOf(grey: Grey): { threshold: number; isInverted: boolean } {
  const threshold = thresholdOf(grey)
  let dark = 0
  for (const pixel of grey.pixels) if (pixel <= threshold) dark++
  return { threshold, isInverted: dark > grey.pixels.length / 2 }
}

class Spots {
  private readonly parents: number[] = []
  private readonly lefts: number[] = []
  private readonly rights: number[] = []
  private readonly tops: number[] = []
  private readonly bottoms: number[] = []

  add(left: number, top: number): number {
    this.lefts.push(left)
    this.rights.push(left)
    this.tops.push(top)
    this.bottoms.push(top)
    return this.parents.push(this.parents.length) - 1
  }

  find(spot: number): number {
    let root = spot
    while (this.parents[root] !== root) root = this.parents[root]!
    while (this.parents[spot] !== root) {
      const parent = this.parents[spot]!
      this.parents[spot] = root
      spot = parent
    }
    return root
  }

  join(a: number, b: number): number {
    const [kept, lost] = [this.find(a), this.find(b)]
    if (kept === lost) return kept
    this.parents[lost] = kept
    this.lefts[kept] = Math.min(this.lefts[kept]!, this.lefts[lost]!)
    this.rights[kept] = Math.max(this.rights[kept]!, this.rights[lost]!)
    this.tops[kept] = Math.min(this.tops[kept]!, this.tops[lost]!)
    this.bottoms[kept] = Math.max(this.bottoms[kept]!, this.bottoms[lost]!)
    return kept
  }

  grow(spot: number, left: number, right: number, y: number): void {
    this.lefts[spot] = Math.min(this.lefts[spot]!, left)
    this.rights[spot] = Math.max(this.rights[spot]!, right)
    this.bottoms[spot] = Math.max(this.bottoms[spot]!, y)
  }

  /** Of spots about as wide as high: neither lines nor frames. */
  letterHeights(): number[] {
    const heights: number[] = []
    for (const [spot, parent] of this.parents.entries()) {
      if (spot !== parent) continue
      const width = this.rights[spot]! - this.lefts[spot]!
      const height = this.bottoms[spot]! - this.tops[spot]! + 1
      if (width <= height * 3 && height <= width * 8) heights.push(height)
    }
    return heights
  }
}
