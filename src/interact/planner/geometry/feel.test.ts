import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { feel } from './feel.ts'

const area = { x: 2, y: 52, width: 156, height: 127 }

describe('a place that is told only by how near it is', () => {
  for (const [x, y] of [
    [80, 110],
    [12, 60],
    [150, 170],
    [40, 165],
    [140, 90],
  ] as const)
    it(`is found at ${x},${y}`, async () => {
      let asked = 0
      const found = await feel(
        area,
        async (point) => {
          asked++
          const far = Math.hypot(point.x - x, point.y - y)
          return far < 5 ? 'hot' : far < 10 ? 'warm' : far < 40 ? 'cold' : 'ice cold'
        },
        'hot',
      )
      assert.ok(found && Math.hypot(found.x - x, found.y - y) < 5, JSON.stringify(found))
      assert.ok(asked < 90, `${asked} looks`)
    })
  it('is given up where nothing changes', async () => {
    assert.equal(await feel(area, async () => '', 'hot'), undefined)
  })
})
