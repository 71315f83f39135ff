/** A picture in shades of grey: 0 is black, 255 is white, row by row from the top left corner. */
export interface GreyImage {
  width: number
  height: number
  pixels: Uint8Array
}

export type Turn = 0 | 90 | 180 | 270

export function turned(grey: GreyImage, turn: Turn): GreyImage {
  const { width, height, pixels } = grey
  if (turn === 0) return grey
  const result = new Uint8Array(pixels.length)
  if (turn === 180) {
    for (let from = 0, to = pixels.length - 1; to >= 0; from++, to--) result[to] = pixels[from]!
    return { width, height, pixels: result }
  }
  for (let y = 0, from = 0; y < height; y++) {
    for (let x = 0; x < width; x++, from++) {
      const to = turn === 90 ? x * height + height - 1 - y : (width - 1 - x) * height + y
      result[to] = pixels[from]!
    }
  }
  return { width: height, height: width, pixels: result }
}

/** The picture rotated about its middle, clockwise by a few degrees; what comes in from outside is white. */
export function rotated(grey: GreyImage, degrees: number): GreyImage {
  const { width, height, pixels } = grey
  const result = new Uint8Array(pixels.length).fill(255)
  const sine = Math.sin((degrees * Math.PI) / 180)
  const cosine = Math.cos((degrees * Math.PI) / 180)
  for (let y = 0, to = 0; y < height; y++) {
    const dy = y - height / 2
    for (let x = 0; x < width; x++, to++) {
      const dx = x - width / 2
      const fromX = width / 2 + dx * cosine + dy * sine
      const fromY = height / 2 - dx * sine + dy * cosine
      const left = Math.floor(fromX)
      const top = Math.floor(fromY)
      if (left < 0 || top < 0 || left + 1 >= width || top + 1 >= height) continue
      const right = fromX - left
      const below = fromY - top
      const from = top * width + left
      const upper = pixels[from]! * (1 - right) + pixels[from + 1]! * right
      const lower = pixels[from + width]! * (1 - right) + pixels[from + width + 1]! * right
      result[to] = upper * (1 - below) + lower * below
    }
  }
  return { width, height, pixels: result }
}

/** The picture in another size; each pixel is the mean of what it covers, or lies between what it is made from. */
export function scaled(grey: GreyImage, scale: number): GreyImage {
  if (scale === 1) return grey
  return scale < 1 ? shrink(grey, scale) : enlarge(grey, scale)
}

function shrink({ width, height, pixels }: GreyImage, scale: number): GreyImage {
  const newWidth = Math.max(1, Math.floor(width * scale))
  const newHeight = Math.max(1, Math.floor(height * scale))
  const result = new Uint8Array(newWidth * newHeight)
  const columns = Int32Array.from({ length: newWidth + 1 }, (_, x) => Math.floor((x * width) / newWidth))
  for (let y = 0, to = 0; y < newHeight; y++) {
    const top = Math.floor((y * height) / newHeight)
    const bottom = Math.floor(((y + 1) * height) / newHeight)
    for (let x = 0; x < newWidth; x++, to++) {
      const left = columns[x]!
      const right = columns[x + 1]!
      let sum = 0
      for (let row = top; row < bottom; row++) {
        for (let from = row * width + left, end = row * width + right; from < end; from++)
          sum += pixels[from]!
      }
      result[to] = sum / ((bottom - top) * (right - left))
    }
  }
  return { width: newWidth, height: newHeight, pixels: result }
}

function enlarge({ width, height, pixels }: GreyImage, scale: number): GreyImage {
  const newWidth = Math.floor(width * scale)
  const newHeight = Math.floor(height * scale)
  const result = new Uint8Array(newWidth * newHeight)
  for (let y = 0, to = 0; y < newHeight; y++) {
    const fromY = Math.max(0, (y + 0.5) / scale - 0.5)
    const top = Math.min(height - 1, Math.floor(fromY))
    const below = fromY - top
    const upperRow = top * width
    const lowerRow = Math.min(height - 1, top + 1) * width
    for (let x = 0; x < newWidth; x++, to++) {
      const fromX = Math.max(0, (x + 0.5) / scale - 0.5)
      const left = Math.min(width - 1, Math.floor(fromX))
      const next = Math.min(width - 1, left + 1)
      const right = fromX - left
      const upper = pixels[upperRow + left]! * (1 - right) + pixels[upperRow + next]! * right
      const lower = pixels[lowerRow + left]! * (1 - right) + pixels[lowerRow + next]! * right
      result[to] = upper * (1 - below) + lower * below
    }
  }
  return { width: newWidth, height: newHeight, pixels: result }
}

/** The shade that best parts the dark of a picture from its light (Otsu's). */
export function thresholdOf({ pixels }: GreyImage): number {
  const counts = new Float64Array(256)
  for (const pixel of pixels) counts[pixel]!++
  let sum = 0
  for (let shade = 0; shade < 256; shade++) sum += shade * counts[shade]!
  let darkCount = 0
  let darkSum = 0
  let best = 127
  let bestDistance = 0
  for (let shade = 0; shade < 256; shade++) {
    darkCount += counts[shade]!
    darkSum += shade * counts[shade]!
    const lightCount = pixels.length - darkCount
    if (darkCount === 0 || lightCount === 0) continue
    const distance = darkCount * lightCount * (darkSum / darkCount - (sum - darkSum) / lightCount) ** 2
    if (distance > bestDistance) {
      bestDistance = distance
      best = shade
    }
  }
  return best
}

/** A straight line in a picture, as the box of its ink in pixels; right and bottom are past its end. */
export interface Stroke {
  left: number
  top: number
  right: number
  bottom: number
}

const MAX_GAP = 3
const MAX_STROKES = 5000

/** The lines of an upright picture: dark runs longer than any letter, and as thin as a line. */
export function findStrokes(
  grey: GreyImage,
  threshold: number,
  dpi: number,
): { horizontal: Stroke[]; vertical: Stroke[] } {
  const minLength = Math.round(dpi * 0.4)
  const maxThickness = Math.max(3, Math.round(dpi * 0.035))
  const isThin = ({ top, bottom }: Stroke) => bottom - top <= maxThickness
  const { width, height } = grey
  const across = { rows: height, length: width, rowStep: width, step: 1 }
  const down = { rows: width, length: height, rowStep: 1, step: width }
  const strokes = (way: ScanDirection) => joined(runsAlong(grey, threshold, minLength, way)).filter(isThin)
  return { horizontal: strokes(across), vertical: strokes(down).map(mirrored) }
}

/** The picture without these lines: each is painted over with what lies beside it, except where letters cross. */
export function eraseStrokes(grey: GreyImage, threshold: number, strokes: readonly Stroke[]): GreyImage {
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

interface ScanDirection {
  rows: number
  length: number
  rowStep: number
  step: number
}

function runsAlong(
  { pixels }: GreyImage,
  threshold: number,
  minLength: number,
  way: ScanDirection,
): Stroke[] {
  const runs: Stroke[] = []
  for (let row = 0; row < way.rows; row++) {
    let start = -1
    let last = -1
    for (let along = 0, at = row * way.rowStep; along <= way.length; along++, at += way.step) {
      if (along < way.length && pixels[at]! <= threshold) {
        if (start < 0) start = along
        last = along
      } else if (start >= 0 && (along === way.length || along - last > MAX_GAP)) {
        if (last + 1 - start >= minLength)
          runs.push({ left: start, top: row, right: last + 1, bottom: row + 1 })
        start = -1
      }
    }
  }
  return runs
}

function joined(runs: readonly Stroke[]): Stroke[] {
  const done: Stroke[] = []
  let open: Stroke[] = []
  for (const run of runs) {
    const stillOpen: Stroke[] = []
    let line: Stroke | undefined
    for (const candidate of open) {
      if (candidate.bottom < run.top) done.push(candidate)
      else if (candidate.left <= run.right && run.left <= candidate.right)
        line = line ? unionOf(line, candidate) : candidate
      else stillOpen.push(candidate)
    }
    stillOpen.push(line ? unionOf(line, run) : run)
    open = stillOpen
    if (done.length + open.length > MAX_STROKES) return []
  }
  return [...done, ...open]
}

function unionOf(a: Stroke, b: Stroke): Stroke {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  }
}
