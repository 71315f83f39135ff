import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { drawnText } from '../../../test/support/drawn-text.ts'
import { rotated } from './grey.ts'
import { skewOf } from './skew.ts'

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
