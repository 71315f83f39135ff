import { scaled, thresholdOf } from './grey.ts'
import type { Grey } from './grey.ts'

/** Lines that slant more than this are hardly from a scanner. */
const MAX_DEGREES = 10
const WORKING_WIDTH = 1000

/**
 * By how many degrees the lines of text fall to the right; negative when they rise. Along the true angle the feet of the
 * letters gather in few rows, so the sum of squares of what falls into each row is the largest there.
 */
export function skewOf(grey: Grey): number {
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
function feetOf({ width, height, pixels, ...rest }: Grey): Int32Array {
  const threshold = thresholdOf({ width, height, pixels, ...rest })
  const feet: number[] = []
  for (let y = 0; y + 1 < height; y++) {
    for (let x = 0, at = y * width; x < width; x++, at++) {
      if (pixels[at]! <= threshold && pixels[at + width]! > threshold) feet.push(x, y)
    }
  }
  return Int32Array.from(feet)
}

function sharpnessAt(feet: Int32Array, { width, height }: Grey, degrees: number): number {
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
