import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesOf } from './matches-of.ts'

const places = (text: string, pattern: RegExp) => matchesOf(text, pattern).map(({ index }) => index)

test('finds the same as matchAll, from the beginning each time', () => {
  const pattern = /b?/g
  pattern.lastIndex = 2
  for (const text of ['abba', '', 'bbb', 'aaa']) {
    const expected = [...text.matchAll(/b/g)].map(({ index }) => index)
    assert.deepEqual(places(text, /b/g), expected)
    assert.deepEqual(places(text, /b/g), expected)
  }
  assert.deepEqual(places('ab', pattern), [0, 1, 2])
})

test('continues at its position when another search uses the pattern in between', () => {
  const pattern = /\d/g
  const seen: string[] = []
  for (const outer of matchesOf('1 2 3', pattern)) {
    for (const inner of matchesOf('7 8', pattern)) seen.push(outer[0] + inner[0])
  }
  assert.deepEqual(seen, ['17', '18', '27', '28', '37', '38'])
})
