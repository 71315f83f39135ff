import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { blended, contrast, distance, isChromatic } from './color.ts'

describe('colours on top of each other', () => {
  const cases: [layers: string[], hex: string][] = [
    [['#0b7a4b'], '#0B7A4B'],
    [['#000000', '#ffffff80'], '#808080'],
    [['#0d0d12', '#ffffff05', '#ffffffe6'], '#E8E8E8'],
    [['#ffffff', '#00000000'], '#FFFFFF'],
    [['#ff0000', '#0000ff'], '#0000FF'],
    [[], '#FFFFFF'],
    [['#00000080'], '#7F7F7F'],
  ]
  for (const [layers, hex] of cases) {
    test(`${layers.join(' under ') || 'nothing'} is ${hex}`, () => assert.equal(blended(layers).hex, hex))
  }
})

test('contrast follows WCAG', () => {
  assert.equal(contrast(blended(['#000000']), blended(['#ffffff'])), 21)
  assert.equal(contrast(blended(['#767676']), blended(['#ffffff'])).toFixed(2), '4.54')
})

test('distance follows human perception', () => {
  const [red, nearRed, blue] = ['#ff0000', '#fa0505', '#0000ff'].map((hex) => blended([hex])) as [
    ReturnType<typeof blended>,
    ReturnType<typeof blended>,
    ReturnType<typeof blended>,
  ]
  assert.ok(distance(red, nearRed) < 0.02)
  assert.ok(distance(red, blue) > 0.4)
})

describe('a grey', () => {
  for (const hex of ['#000000', '#ffffff', '#64748b', '#0f172a', '#6c757d', '#2c3e50']) {
    test(`is ${hex}`, () => assert.equal(isChromatic(blended([hex])), false))
  }
  for (const hex of ['#0a2540', '#0b7a4b', '#ffc800', '#1460aa']) {
    test(`is not ${hex}`, () => assert.equal(isChromatic(blended([hex])), true))
  }
})
