import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { circleAround, lineThrough } from './strokes.ts'

const open = { x: 10, y: 50, width: 140, height: 100 }

describe('strokes', () => {
  it('go once round a point, all equally far from it, within the drawing', () => {
    const centre = { x: 60, y: 90 }
    const points = circleAround(centre, open)
    const radii = points.map((point) => Math.hypot(point.x - centre.x, point.y - centre.y))
    assert.ok(Math.max(...radii) - Math.min(...radii) < 1e-9)
    assert.ok(radii[0]! >= 20 && radii[0]! <= 40)
    assert.ok(Math.hypot(points[0]!.x - points.at(-1)!.x, points[0]!.y - points.at(-1)!.y) < 1e-9)
  })
  it('run upright through a point', () => {
    const points = lineThrough({ x: 60, y: 90 }, 'vertical', open)
    assert.ok(points.every((point) => point.x === 60))
    assert.deepEqual([points[0]!.y, points.at(-1)!.y], [50, 150])
  })
  it('run level through a point', () => {
    const points = lineThrough({ x: 60, y: 90 }, 'horizontal', open)
    assert.ok(points.every((point) => point.y === 90))
    assert.deepEqual([points[0]!.x, points.at(-1)!.x], [10, 150])
  })
})
