import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { rotated, scaled, thresholdOf, turned } from './grey-image.ts'
import type { GreyImage } from './grey-image.ts'

function greyOf(...rows: number[][]): GreyImage {
  return { width: rows[0]!.length, height: rows.length, pixels: Uint8Array.from(rows.flat()) }
}

function rowsOf({ width, height, pixels }: GreyImage): number[][] {
  return Array.from({ length: height }, (_, y) => [...pixels.subarray(y * width, (y + 1) * width)])
}

describe('a picture in grey', () => {
  const grey = greyOf([1, 2, 3], [4, 5, 6])

  for (const [turn, rows] of [
    [
      0,
      [
        [1, 2, 3],
        [4, 5, 6],
      ],
    ],
    [
      90,
      [
        [4, 1],
        [5, 2],
        [6, 3],
      ],
    ],
    [
      180,
      [
        [6, 5, 4],
        [3, 2, 1],
      ],
    ],
    [
      270,
      [
        [3, 6],
        [2, 5],
        [1, 4],
      ],
    ],
  ] as const) {
    it(`turns clockwise by ${turn} degrees`, () => assert.deepEqual(rowsOf(turned(grey, turn)), rows))
  }

  it('shrinks to means and grows to what lies between', () => {
    assert.deepEqual(rowsOf(scaled(greyOf([0, 100, 10, 30], [100, 200, 20, 40]), 0.5)), [[100, 25]])
    assert.deepEqual(rowsOf(scaled(greyOf([0, 100]), 2)), [
      [0, 25, 75, 100],
      [0, 25, 75, 100],
    ])
  })

  it('rotates a level line clockwise, so that its right end falls', () => {
    const pixels = new Uint8Array(101 * 101).fill(255)
    pixels.fill(0, 50 * 101, 51 * 101)
    const { pixels: result } = rotated({ width: 101, height: 101, pixels }, 10)
    const darkest = (x: number) => {
      const column = Array.from({ length: 101 }, (_, y) => result[y * 101 + x]!)
      return column.indexOf(Math.min(...column))
    }
    assert.ok(darkest(10) < 46 && darkest(90) > 54)
  })

  it('rotates an upright line clockwise, so that its top goes right', () => {
    const pixels = Uint8Array.from({ length: 101 * 101 }, (_, at) => (at % 101 === 50 ? 0 : 255))
    const { pixels: result } = rotated({ width: 101, height: 101, pixels }, 10)
    const darkest = (y: number) => {
      const row = [...result.subarray(y * 101, (y + 1) * 101)]
      return row.indexOf(Math.min(...row))
    }
    assert.ok(darkest(10) > 54 && darkest(90) < 46)
  })

  it('parts dark from light', () => {
    const threshold = thresholdOf(greyOf([10, 20, 15, 200, 210, 220]))
    assert.ok(threshold >= 20 && threshold < 200)
  })
})
