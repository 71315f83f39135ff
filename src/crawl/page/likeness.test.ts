import assert from 'node:assert/strict'
import { it } from 'node:test'
import { differingParameter, isNearDuplicate, isSimilarPage, similarityMark } from './found-pages.ts'

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
    assert.equal(isNearDuplicate(one, other), expected))
}

it('treats similar pages, and pages that differ only in numbers, as alike', () => {
  const mark = (similar: string, undated: string) => similarityMark({ similar, undated })
  assert.ok(isSimilarPage(mark('00ff', 'a'), mark('00fe', 'b')))
  assert.ok(isSimilarPage(mark('ffff', 'a'), mark('0000', 'a')))
  assert.ok(!isSimilarPage(mark('ffff', 'a'), mark('0000', 'b')))
  assert.ok(!isSimilarPage(undefined, mark('0000', 'b')))
  assert.ok(!isSimilarPage(undefined, undefined))
})

const addresses: [string, string, string | undefined][] = [
  ['/a?s=1', '/a?s=2', 's'],
  ['/a?s=1', '/a', 's'],
  ['/a?x=1&s=1', '/a?s=2&x=1', 's'],
  ['/a?x=1&s=1', '/a?x=2&s=2', undefined],
  ['/a?s=1', '/a?s=1', undefined],
  ['/a?s=1&s=2', '/a?s=1', 's'],
  ['/a?page=98', '/a?page=99', undefined],
]
for (const [one, other, expected] of addresses) {
  it(`${one} and ${other} differ in ${expected ?? 'no single parameter'}`, () => {
    assert.equal(differingParameter(`http://site.example${one}`, `http://site.example${other}`), expected)
  })
}
