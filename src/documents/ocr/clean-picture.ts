import { scaled, thresholdOf } from './grey.ts'
import type { Grey } from './grey.ts'

/** The picture with less grain and an even light, when it lacks them; a clean one stays as it is. */
export function cleanPicture(grey: Grey): Grey {
  let smooth = grey
  for (let round = 0; round < MAX_ROUNDS && grainOf(smooth) > MAX_GRAIN; round++) smooth = blurred(smooth)
  return evenLight(smooth)
}

const MAX_ROUNDS = 3
/** What the shades of neighbours on bare paper may differ by, as a share of what the ink differs from the paper. */
const MAX_GRAIN = 0.06

function grainOf(grey: Grey): number {
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

/** Each pixel as the mean of itself and its neighbours, the nearer the weightier. */
function blurred({ width, height, pixels }: Grey): Grey {
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
/** How unlike the light of two parts of the page must be to be made even. */
const UNEVEN = 0.8

/** Makes the paper as white everywhere as it is where it is whitest. */
function evenLight(grey: Grey): Grey {
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
function paperOf({ width, height, pixels }: Grey): Grey {
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
