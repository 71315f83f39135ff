import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { spread } from './spread.ts'

describe('places for several things in a box', () => {
  const box = { width: 80, height: 45 }
  it('puts one into the middle', () => {
    assert.deepEqual(spread(1, { width: 17, height: 17 }, box), [{ x: 40, y: 22.5 }])
  })
  it('keeps all within the box and apart', () => {
    const places = spread(6, { width: 17, height: 17 }, box)
    assert.equal(places.length, 6)
    for (const { x, y } of places) assert.ok(x >= 8.5 && x <= 71.5 && y >= 8.5 && y <= 36.5, `${x},${y}`)
    assert.equal(new Set(places.map(({ x, y }) => `${x},${y}`)).size, 6)
  })
  it('lets them overlap rather than stick out', () => {
    for (const { x, y } of spread(40, { width: 17, height: 17 }, box))
      assert.ok(x >= 8.5 && x <= 71.5 && y >= 8.5 && y <= 36.5, `${x},${y}`)
  })
  it('centres what is larger than the box', () => {
    assert.deepEqual(spread(1, { width: 200, height: 100 }, box), [{ x: 40, y: 22.5 }])
  })
})
