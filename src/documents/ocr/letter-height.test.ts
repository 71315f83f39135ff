import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawnText } from '../../../test/support/drawn-text.ts'
import { letterHeight } from './letter-height.ts'

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
