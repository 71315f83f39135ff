import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawnText } from '../../../test/support/drawn-text.ts'
import { rotated } from './grey-image.ts'
import type { GreyImage } from './grey-image.ts'
import { cleanPicture, letterHeight, skewOf } from './clean-picture.ts'

/** How far the shades of what should be white are apart. */
function spreadOfPaper({ width, height, pixels }: GreyImage, clean: GreyImage): number {
  let least = 255
  let most = 0
  for (let y = 60; y < height - 60; y++) {
    for (let x = 60; x < width - 60; x++) {
      const at = y * width + x
      const isBare = [-2, -1, 0, 1, 2].every(
        (by) => clean.pixels[at + by * width] === 255 && clean.pixels[at + by] === 255,
      )
      if (!isBare) continue
      least = Math.min(least, pixels[at]!)
      most = Math.max(most, pixels[at]!)
    }
  }
  return most - least
}

/** How far neighbours on the bare top of the page are apart. */
function grainAtTop({ width, pixels }: GreyImage): number {
  const top = pixels.subarray(width * 5, width * 30)
  return top.reduce((sum, pixel, at) => sum + Math.abs(pixel - (top[at + 1] ?? pixel)), 0) / top.length
}

describe('cleaning a picture', () => {
  const clean = drawnText()

  it('leaves a clean one as it is', () => assert.equal(cleanPicture(clean), clean))

  it('makes the light even', () => {
    const pixels = clean.pixels.map((pixel, at) => pixel * (1 - (0.6 * (at % clean.width)) / clean.width))
    assert.ok(spreadOfPaper({ ...clean, pixels }, clean) > 120)
    assert.ok(spreadOfPaper(cleanPicture({ ...clean, pixels }), clean) < 40)
  })

  it('takes grain away', () => {
    let seed = 1
    const pixels = clean.pixels.map((pixel) => {
      seed = (seed * 48_271) % 2_147_483_647
      return pixel * 0.6 + 40 + (seed % 60)
    })
    assert.ok(grainAtTop({ ...clean, pixels }) > 15)
    assert.ok(grainAtTop(cleanPicture({ ...clean, pixels })) < 8)
  })
})

describe('the slant of lines', () => {
  for (const degrees of [-7, -3, -0.6, 0, 0.6, 3, 7]) {
    it(`is found when they fall by ${degrees} degrees`, () => {
      const found = skewOf(rotated(drawnText(), degrees))
      assert.ok(Math.abs(found - degrees) <= 0.2, `found ${found}`)
    })
  }

  it('is none on a blank page', () => {
    assert.equal(skewOf({ width: 500, height: 500, pixels: new Uint8Array(250_000).fill(255) }), 0)
  })
})

describe('the height of letters', () => {
  for (const letter of [8, 20, 45]) {
    it(`is found when it is ${letter} pixels`, () =>
      assert.equal(letterHeight(drawnText({ letter })), letter))
  }

  it('is found in light letters on dark', () => {
    assert.equal(letterHeight(drawnText({ shade: 255, paper: 0 })), 20)
  })

  it('takes spots that touch as one, and lines as no letters', () => {
    const grey = drawnText()
    grey.pixels.fill(0, 0, grey.width * 3)
    // Bridges between the legs of a letter join its two halves.
    for (let y = 0; y < grey.height; y += 1)
      grey.pixels[y * grey.width + 47] = grey.pixels[y * grey.width + 46]!
    assert.equal(letterHeight(grey), 20)
  })

  it('is not known where there is hardly anything', () => {
    assert.equal(letterHeight(drawnText({ width: 200, height: 150 })), undefined)
  })
})
