import assert from 'node:assert/strict'
import { it } from 'node:test'
import { differingParameter } from './noise.ts'

const cases: [string, string, string | undefined][] = [
  ['/a?s=1', '/a?s=2', 's'],
  ['/a?s=1', '/a', 's'],
  ['/a?x=1&s=1', '/a?s=2&x=1', 's'],
  ['/a?x=1&s=1', '/a?x=2&s=2', undefined],
  ['/a?s=1', '/a?s=1', undefined],
  ['/a?s=1&s=2', '/a?s=1', 's'],
  ['/a?page=98', '/a?page=99', undefined],
]
for (const [one, other, expected] of cases) {
  it(`${one} and ${other} differ in ${expected ?? 'no single parameter that tells'}`, () => {
    assert.equal(differingParameter(`http://site.example${one}`, `http://site.example${other}`), expected)
  })
}
