import assert from 'node:assert/strict'
import { it } from 'node:test'
import { formatNumber } from './conventions.ts'

const CASES: readonly (readonly [value: number, format: string, expected: string])[] = [
  [7, 'decimal', '7'],
  [7, 'decimalZero', '07'],
  [3, 'lowerLetter', 'c'],
  [28, 'upperLetter', 'BB'],
  [0, 'lowerLetter', '0'],
  [1994, 'lowerRoman', 'mcmxciv'],
  [9, 'upperRoman', 'IX'],
  [4000, 'upperRoman', '4000'],
  [21, 'chineseCounting', '二十一'],
  [10, 'chineseCounting', '十'],
  [3, 'decimalEnclosedCircle', '③'],
  [3, 'none', ''],
  [3, 'somethingElse', '3'],
]

for (const [value, format, expected] of CASES) {
  it(`writes ${value} as ${format}`, () => assert.equal(formatNumber(value, format), expected))
}
