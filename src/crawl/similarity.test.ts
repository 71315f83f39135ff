import assert from 'node:assert/strict'
import { it } from 'node:test'
import { isAlike } from './similarity.ts'

const cases: [string | undefined, string | undefined, boolean][] = [
  ['00000000000000ff', '00000000000000ff', true],
  ['00000000000000ff', '00000000000000f8', true],
  ['00000000000000ff', '00000000000000f0', false],
  ['ffffffffffffffff', '7fffffffffffffff', true],
  ['ffffffffffffffff', '0000000000000000', false],
  [undefined, '00000000000000ff', false],
  ['00000000000000ff', undefined, false],
  [undefined, undefined, false],
]
for (const [one, other, expected] of cases) {
  it(`${one} and ${other} are ${expected ? '' : 'not '}alike`, () =>
    assert.equal(isAlike(one, other), expected))
}
