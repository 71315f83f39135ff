import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokenize } from './tokens.ts'

const CASES: [string, string[]][] = [
  ['Anna Schmidt, 42', ['Anna', 'Schmidt', ',', '42']],
  ["Anna's Jean-Luc's it's", ['Anna', "'s", 'Jean-Luc', "'s", 'it', "'s"]],
  ['ANNA’S O’Neil', ['ANNA', '’S', 'O’Neil']],
  ["a- -b c--d 'e'", ['a', '-', '-', 'b', 'c', '-', '-', 'd', "'", 'e', "'"]],
  ['one \r\n \n\ttwo', ['one', '\n', 'two']],
  ['e\u0301te\u0301 人名 ٣٤ 1a', ['e\u0301te\u0301', '人名', '٣٤', '1', 'a']],
  ['😀𝐀b\ud800', ['😀', '𝐀b', '\ud800']],
  ['\ufeff\u00a0 ', []],
  ['', []],
]

for (const [text, tokens] of CASES) {
  test(`splits ${JSON.stringify(text)}`, () => {
    assert.deepEqual(tokenize(text).texts, tokens)
  })
}

test('returns the offsets of tokens and shortens a long word to its start', () => {
  const { count, starts, ends, texts } = tokenize(`\n  ${'a'.repeat(50)}.`)
  assert.deepEqual([count, [...starts], [...ends]], [3, [0, 3, 53], [3, 53, 54]])
  assert.equal(texts[1]!.length, 40)
})
