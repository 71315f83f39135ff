import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { turned, turnedBack } from './page.ts'

describe('turned', () => {
  const sheet = { width: 600, height: 800 }
  for (const [turn, box] of [
    [0, [10, 20, 30, 60]],
    [90, [20, 570, 60, 590]],
    [180, [570, 740, 590, 780]],
    [270, [740, 10, 780, 30]],
  ] as const) {
    it(`turns a page back by ${turn} degrees, and again`, () => {
      assert.deepEqual(turned([10, 20, 30, 60], turn, sheet), box)
      assert.deepEqual(turnedBack(box, turn, sheet), [10, 20, 30, 60])
    })
  }
})
