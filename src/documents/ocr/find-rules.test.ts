import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { eraseStrokes, findStrokes } from './grey-image.ts'
import type { GreyImage, Stroke } from './grey-image.ts'

const DPI = 100

function drawn(...boxes: Stroke[]): GreyImage {
  const grey = { width: 300, height: 200, pixels: new Uint8Array(300 * 200).fill(255) }
  for (const { left, top, right, bottom } of boxes) {
    for (let y = top; y < bottom; y++) grey.pixels.fill(0, y * 300 + left, y * 300 + right)
  }
  return grey
}

describe('lines in a picture', () => {
  const across = { left: 20, top: 50, right: 220, bottom: 52 }
  const down = { left: 100, top: 20, right: 103, bottom: 180 }

  it('are found where they are long and thin', () => {
    const letter = { left: 200, top: 100, right: 230, bottom: 102 }
    const block = { left: 150, top: 120, right: 290, bottom: 160 }
    assert.deepEqual(findStrokes(drawn(across, down, letter, block), 128, DPI), {
      horizontal: [across],
      vertical: [down],
    })
  })

  it('are one when they slant over rows, or have small gaps', () => {
    const steps = [0, 1, 2].map((step) => ({
      left: 20 + step * 80,
      top: 50 + step,
      right: 102 + step * 80,
      bottom: 51 + step,
    }))
    const gap = { left: 20, top: 150, right: 90, bottom: 151 }
    const { horizontal } = findStrokes(drawn(...steps, gap, { ...gap, left: 92, right: 180 }), 128, DPI)
    assert.deepEqual(horizontal, [
      { left: 20, top: 50, right: 262, bottom: 53 },
      { left: 20, top: 150, right: 180, bottom: 151 },
    ])
  })

  it('are painted over, but not what crosses them', () => {
    const leg = { left: 150, top: 30, right: 153, bottom: 50 }
    const grey = drawn(across, down, leg)
    const { pixels } = eraseStrokes(grey, 128, [across])
    const at = (x: number, y: number) => pixels[y * 300 + x]
    assert.deepEqual([at(50, 50), at(101, 50), at(101, 100), at(151, 49)], [255, 0, 0, 0])
    assert.equal(grey.pixels[50 * 300 + 50], 0)
  })

  it('are none in what has lines without number', () => {
    const many = { width: 4000, height: 4000, pixels: new Uint8Array(16_000_000).fill(255) }
    for (let y = 0; y < 4000; y += 2) {
      for (let x = 0; x < 4000; x += 50) many.pixels.fill(0, y * 4000 + x, y * 4000 + x + 44)
    }
    assert.deepEqual(findStrokes(many, 128, DPI).horizontal, [])
  })
})
