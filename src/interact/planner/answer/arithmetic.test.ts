import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { solve } from './arithmetic.ts'

test('solves sums and equations with one unknown, and nothing else', () => {
  for (const [text, value] of [
    ['3 + 4 * 2 =', 11],
    ['0 + 0 =', 0],
    ['12 ÷ 4 = ?', 3],
    ['(2 + 3) × 4', 20],
    ['3x + 2 = 11', 3],
    ['0 + x = 8', 8],
    ['7 - x = 2', 5],
    ['x / 2 = 6', 12],
    ['1 / 0 =', undefined],
    ['Total price', undefined],
    ['x =', undefined],
    ['process.exit(1)', undefined],
  ] as const)
    assert.equal(solve(text), value, text)
})
