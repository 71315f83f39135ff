import { DisjointSets } from '../groups.ts'
import { scaled, thresholdOf } from './grey-image.ts'
import type { GreyImage } from './grey-image.ts'

/** The picture with less grain and an even light, when it lacks them; a clean one stays as it is. */
export function cleanPicture(grey: GreyImage): GreyImage {
  let smooth = grey
  for (let round = 0; round < MAX_ROUNDS && grainOf(smooth) > MAX_GRAIN; round++) smooth = blurred(smooth)
  return evenLight(smooth)
}

const MAX_ROUNDS = 3
/** What the shades of neighbours on bare paper may differ by, as a share of what the ink differs from the paper. */
const MAX_GRAIN = 0.06

function grainOf(grey: GreyImage): number {
  const { width, height, pixels } = grey
  const threshold = thresholdOf(grey)
  let paper = 0
  let paperCount = 0
  let ink = 0
  let inkCount = 0
  let difference = 0
  // Every so many pixels tell enough.
  for (let y = 1; y < height - 1; y += 3) {
    for (let at = y * width + 1, end = (y + 1) * width - 1; at < end; at += 5) {
      const shade = pixels[at]!
      if (shade > threshold) {
        paper += shade
        paperCount++
        difference += Math.min(Math.abs(shade - pixels[at + 1]!), Math.abs(shade - pixels[at - 1]!))
      } else {
        ink += shade
        inkCount++
      }
    }
  }
  if (paperCount === 0 || inkCount === 0) return 0
  const contrast = paper / paperCount - ink / inkCount
  return contrast > 0 ? difference / paperCount / contrast : 0
}

function blurred({ width, height, pixels }: GreyImage): GreyImage {
  const result = Uint8Array.from(pixels)
  for (let y = 1; y < height - 1; y++) {
    for (let at = y * width + 1, end = (y + 1) * width - 1; at < end; at++) {
      const above = at - width
      const below = at + width
      result[at] =
        (pixels[above - 1]! +
          2 * pixels[above]! +
          pixels[above + 1]! +
          2 * pixels[at - 1]! +
          4 * pixels[at]! +
          2 * pixels[at + 1]! +
          pixels[below - 1]! +
          2 * pixels[below]! +
          pixels[below + 1]!) >>
        4
    }
  }
  return { width, height, pixels: result }
}

/** The paper is looked for in fields of so many pixels. */
const FIELD = 64
const UNEVEN = 0.8

function evenLight(grey: GreyImage): GreyImage {
  const paper = paperOf(grey)
  const sorted = paper.pixels.toSorted()
  const lightest = sorted[Math.floor(sorted.length * 0.95)]!
  const darkest = sorted[Math.floor(sorted.length * 0.05)]!
  if (darkest > lightest * UNEVEN || lightest < 100) return grey
  const light = scaled(paper, FIELD)
  const pixels = new Uint8Array(grey.pixels.length)
  for (let y = 0, at = 0; y < grey.height; y++) {
    const row = Math.min(y, light.height - 1) * light.width
    for (let x = 0; x < grey.width; x++, at++) {
      const here = Math.max(light.pixels[row + Math.min(x, light.width - 1)]!, lightest * 0.12)
      pixels[at] = Math.min(255, (grey.pixels[at]! * lightest) / here)
    }
  }
  return { ...grey, pixels }
}

/** The shade of the paper field by field: the lightest that is no mere speck, with its neighbours. */
function paperOf({ width, height, pixels }: GreyImage): GreyImage {
  const columns = Math.ceil(width / FIELD)
  const rows = Math.ceil(height / FIELD)
  const fields = new Uint8Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const counts = new Uint32Array(256)
      let count = 0
      for (let y = row * FIELD; y < Math.min(height, (row + 1) * FIELD); y += 2) {
        const line = y * width
        for (let x = column * FIELD; x < Math.min(width, (column + 1) * FIELD); x += 2, count++) {
          counts[pixels[line + x]!]!++
        }
      }
      let shade = 255
      for (let above = counts[255]!; above < count * 0.15 && shade > 0; above += counts[shade]!) shade--
      fields[row * columns + column] = shade
    }
  }
  return { width: columns, height: rows, pixels: fields }
}

/** Lines that slant more than this are hardly from a scanner. */
const MAX_DEGREES = 10
const WORKING_WIDTH = 1000

/** How far lines fall to the right, in degrees. At the true angle the feet of letters gather in the fewest rows. */
export function skewOf(grey: GreyImage): number {
  const small = scaled(grey, Math.min(1, WORKING_WIDTH / Math.max(grey.width, grey.height)))
  const feet = feetOf(small)
  if (feet.length < 50) return 0
  let best = 0
  let bestSharpness = 0
  const tryAngle = (degrees: number) => {
    const sharpness = sharpnessAt(feet, small, degrees)
    if (sharpness > bestSharpness) {
      bestSharpness = sharpness
      best = degrees
    }
  }
  const level = sharpnessAt(feet, small, 0)
  for (let step = 0.5; step <= MAX_DEGREES; step += 0.5) {
    tryAngle(step)
    tryAngle(-step)
  }
  tryAngle(0)
  const coarse = best
  for (let step = -0.4; step <= 0.4; step += 0.1) tryAngle(coarse + step)
  return bestSharpness > level * 1.02 ? best : 0
}

/** Dark pixels above a light one, as pairs of x and y. */
function feetOf({ width, height, pixels, ...rest }: GreyImage): Int32Array {
  const threshold = thresholdOf({ width, height, pixels, ...rest })
  const feet: number[] = []
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (pixels[at]! <= threshold && pixels[at + width]! > threshold) feet.push(x, y)
    }
  }
  return Int32Array.from(feet)
}

function sharpnessAt(feet: Int32Array, { width, height }: GreyImage, degrees: number): number {
  const slope = Math.tan((degrees * Math.PI) / 180)
  const margin = Math.ceil(Math.abs(slope) * width) + 1
  const rows = new Int32Array(height + 2 * margin)
  for (let at = 0; at < feet.length; at += 2) {
    rows[Math.round(feet[at + 1]! - feet[at]! * slope) + margin]!++
  }
  let sum = 0
  for (const count of rows) sum += count * count
  return sum
}

/** How high most spots of ink are, in pixels, which in a text are its letters; undefined when there are too few to tell. */
export function letterHeight(grey: GreyImage): number | undefined {
  const heights = spotHeights(grey).filter((height) => height >= MIN_HEIGHT)
  if (heights.length < MIN_SPOTS) return undefined
  return heights.toSorted((a, b) => a - b)[Math.floor(heights.length / 2)]
}

const MIN_HEIGHT = 4
const MIN_SPOTS = 30
/** Noise has more, and tells nothing. */
const MAX_RUNS = 3_000_000

/** The heights of spots that look like letters: runs of ink in a row that touch runs of the row before are one spot. */
function spotHeights(grey: GreyImage): number[] {
  const { width, height, pixels } = grey
  const { threshold, isInverted } = inkThresholdOf(grey)
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
      spot ??= spots.begin(left, y)
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

function inkThresholdOf(grey: GreyImage): { threshold: number; isInverted: boolean } {
  const threshold = thresholdOf(grey)
  let dark = 0
  for (const pixel of grey.pixels) if (pixel <= threshold) dark++
  return { threshold, isInverted: dark > grey.pixels.length / 2 }
}

class Spots {
  private readonly sets = new DisjointSets()
  private readonly boxes: { left: number; right: number; top: number; bottom: number }[] = []

  begin(left: number, top: number): number {
    this.boxes.push({ left, right: left, top, bottom: top })
    return this.sets.add()
  }

  find(spot: number): number {
    return this.sets.find(spot)
  }

  join(a: number, b: number): number {
    const [first, second] = [this.find(a), this.find(b)]
    const kept = this.sets.join(first, second)
    const { left, right, top, bottom } = this.boxes[kept === first ? second : first]!
    this.grow(kept, left, right, bottom)
    this.boxes[kept]!.top = Math.min(this.boxes[kept]!.top, top)
    return kept
  }

  grow(spot: number, left: number, right: number, y: number): void {
    const box = this.boxes[spot]!
    box.left = Math.min(box.left, left)
    box.right = Math.max(box.right, right)
    box.bottom = Math.max(box.bottom, y)
  }

  letterHeights(): number[] {
    return this.boxes.flatMap(({ left, right, top, bottom }, spot) => {
      const [width, height] = [right - left, bottom - top + 1]
      const isLetter = this.find(spot) === spot && width <= height * 3 && height <= width * 8
      return isLetter ? [height] : []
    })
  }
}
