import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { viewOf } from '../../../../test/support/views.ts'
import type { MadeElement } from '../../../../test/support/views.ts'
import { readInstruction } from '../language/read-instruction.ts'
import { PageTree } from '../page/page-tree.ts'
import { bisectorPoint, rightAnglePoint } from './angles.ts'
import { pointMeant } from './point-meant.ts'

const around = (x: number, y: number, size: number, more: MadeElement = {}): MadeElement => ({
  role: 'graphics-symbol',
  tag: 'circle',
  parent: 'svg',
  box: { x: x - size / 2, y: y - size / 2, width: size, height: size },
  look: { shape: 'circle', color: '#000000' },
  ...more,
})
const svg: MadeElement = {
  ref: 'svg',
  role: 'graphics-document',
  tag: 'svg',
  clickable: true,
  box: { x: 0, y: 50, width: 150, height: 130 },
}
const line = (x: number, y: number, width: number, height: number): MadeElement => ({
  role: 'graphics-symbol',
  tag: 'line',
  parent: 'svg',
  box: { x, y, width, height },
  look: { shape: 'line', color: '#000000' },
})
const label = (text: string, x: number, y: number): MadeElement => ({
  role: 'text',
  ownText: text,
  text,
  box: { x: x - 4, y: y - 5, width: 8, height: 10 },
})

function meant(words: string, elements: MadeElement[]) {
  const [step] = readInstruction(words)
  assert.equal(step?.do, 'click')
  return pointMeant(step.target, new PageTree(viewOf(elements)))
}

describe('a point that is described, not drawn', () => {
  it('is the centre of a circle', () => {
    assert.deepEqual(meant('Click on the center of the circle', [svg, around(65, 144, 58)]), {
      x: 65,
      y: 144,
    })
  })
  it('is halfway between two points', () => {
    const dots = [svg, around(40, 110, 7), around(120, 90, 7)]
    assert.deepEqual(meant('Click the midpoint between the two points', dots), { x: 80, y: 100 })
  })
  it('is halfway between two that are named', () => {
    const towns = [label('Rome', 100, 100), label('Paris', 200, 300)]
    const target = {
      words: 'middle',
      quoted: false,
      relations: [{ how: 'between' as const, target: { words: 'Rome and Paris', quoted: false } }],
    }
    assert.deepEqual(pointMeant(target, new PageTree(viewOf(towns))), { x: 150, y: 200 })
  })
  it('is a coordinate of the axes', () => {
    const axes = [
      svg,
      ...[-2, -1, 1, 2].map((at) => label(String(at), 80 + at * 30, 138)),
      ...[-2, -1, 1, 2].map((at) => label(String(at), 70, 130 - at * 30)),
      label('0', 72, 138),
    ]
    const point = meant('Click on the grid coordinate (-2,1)', axes)
    assert.ok(point && Math.abs(point.x - 20) < 2 && Math.abs(point.y - 100) < 2, JSON.stringify(point))
  })
  it('is none where the words name something else', () => {
    assert.equal(
      meant('Click the button "Center"', [{ role: 'button', name: 'Center', clickable: true }]),
      undefined,
    )
  })
})

describe('angles', () => {
  it('are halved from the point where both lines meet', () => {
    const tree = new PageTree(
      viewOf([
        svg,
        around(40, 110, 7),
        around(120, 110, 7),
        around(40, 60, 7),
        line(40, 110, 80, 0),
        line(40, 60, 0, 50),
      ]),
    )
    const point = bisectorPoint(tree)!
    assert.ok(Math.abs(point.x - 40 - (110 - point.y)) < 0.01, JSON.stringify(point))
    assert.ok(point.x > 50)
  })
  it('are made right at the point that stands out', () => {
    const tree = new PageTree(
      viewOf([
        svg,
        around(40, 110, 7),
        around(100, 90, 7, { look: { shape: 'circle', color: '#0000ff' } }),
        line(40, 90, 60, 20),
      ]),
    )
    const point = rightAnglePoint(tree)!
    assert.ok(
      Math.abs((point.x - 100) * (40 - 100) + (point.y - 90) * (110 - 90)) < 1e-6,
      JSON.stringify(point),
    )
    assert.ok(point.x > 0 && point.x < 150 && point.y > 50 && point.y < 180)
  })
})
