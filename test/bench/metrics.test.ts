import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  mean,
  segmentF1,
  segments,
  shingleF1,
  shingles,
  wordF1,
  wordsOf,
} from '../../bench/content/metrics.ts'

describe('wordsOf', () => {
  const cases: [string, string[]][] = [
    ['', []],
    ['... --- !', []],
    ['The Cat, the cat.', ['the', 'cat', 'the', 'cat']],
    ["don't well-known a_b 3.14", ['don', 't', 'well', 'known', 'a_b', '3', '14']],
    ['Über straße', ['über', 'straße']],
    ['日本語 テスト。はい', ['日本語', 'テスト', 'はい']],
    ['привет, мир', ['привет', 'мир']],
  ]
  for (const [text, expected] of cases) {
    it(`finds the words of ${JSON.stringify(text)}`, () => assert.deepEqual(wordsOf(text), expected))
  }
})

describe('wordF1', () => {
  const cases: [string, string, number][] = [
    ['', '', 1],
    ['a', '', 0],
    ['', 'a', 0],
    ['a b c', 'a b c', 1],
    ['A, b. C', 'c B a', 1],
    ['a b', 'c d', 0],
    // Three of four are right and three of five found: 6 / 9.
    ['a b c d e', 'a b c x', 6 / 9],
    // A word counts as often as it is in both.
    ['a a b', 'a a a a', 4 / 7],
    ['a', 'a a a', 0.5],
  ]
  for (const [reference, found, expected] of cases) {
    it(`is ${expected} of "${found}" for "${reference}"`, () => near(wordF1(reference, found), expected))
  }
})

describe('shingles', () => {
  const cases: [string, string, [number, number, number]][] = [
    ['a b c d', 'a b c d', [1, 0, 0]],
    ['a, b; c d!', 'a b c d', [1, 0, 0]],
    // Case is kept.
    ['a b c d', 'A b c d', [0, 0.5, 0.5]],
    // abcd is in both, bcde missing, bcdx extra.
    ['a b c d e', 'a b c d x', [1 / 3, 1 / 3, 1 / 3]],
    // Fewer than four words are one run.
    ['a b', 'a b', [1, 0, 0]],
    ['a b', 'a b c', [0, 0.5, 0.5]],
    ['', '', [0, 0, 0]],
    ['a b c d', '', [0, 0, 1]],
    ['', 'a b c d', [0, 1, 0]],
    // The run is in the reference once and found twice, with three others between.
    ['a b c d', 'a b c d a b c d', [1 / 5, 4 / 5, 0]],
  ]
  for (const [reference, found, [hits, extra, missing]] of cases) {
    it(`compares "${found}" with "${reference}"`, () => {
      const parts = shingles(reference, found)
      near(parts.hits, hits)
      near(parts.extra, extra)
      near(parts.missing, missing)
    })
  }
})

describe('shingleF1', () => {
  it('is the F1 of mean precision and mean recall', () => {
    const pages = [
      { hits: 0.5, extra: 0.5, missing: 0 },
      { hits: 0.25, extra: 0, missing: 0.75 },
    ]
    // Precision (0.5 + 1) / 2, recall (1 + 0.25) / 2.
    near(shingleF1(pages), (2 * 0.75 * 0.625) / (0.75 + 0.625))
  })

  it('skips pages without found runs in the precision, and pages without wanted runs in the recall', () => {
    near(
      shingleF1([
        { hits: 1, extra: 0, missing: 0 },
        { hits: 0, extra: 0, missing: 0 },
      ]),
      1,
    )
    near(
      shingleF1([
        { hits: 1, extra: 0, missing: 0 },
        { hits: 0, extra: 0, missing: 1 },
      ]),
      2 / 3,
    )
    near(
      shingleF1([
        { hits: 1, extra: 0, missing: 0 },
        { hits: 0, extra: 1, missing: 0 },
      ]),
      2 / 3,
    )
  })

  it('is zero without pages and without matches', () => {
    assert.equal(shingleF1([]), 0)
    assert.equal(shingleF1([{ hits: 0, extra: 1, missing: 1 }]), 0)
  })
})

describe('segments', () => {
  it('counts found, extra and missing segments', () => {
    const truth = { with: ['one two', 'three'], without: ['menu', 'footer'] }
    assert.deepEqual(segments(truth, 'one two and the menu'), { hits: 1, extra: 1, missing: 1 })
    assert.deepEqual(segments(truth, ''), { hits: 0, extra: 0, missing: 2 })
  })

  it('ignores white space, but not case', () => {
    const truth = { with: ['one  two', ' Three '], without: [] }
    assert.deepEqual(segments(truth, 'one\n two three'), { hits: 1, extra: 0, missing: 1 })
  })

  it('computes one F1 over all pages', () => {
    // 2 * 3 / (2 * 3 + 1 + 2)
    near(
      segmentF1([
        { hits: 1, extra: 1, missing: 0 },
        { hits: 2, extra: 0, missing: 2 },
      ]),
      6 / 9,
    )
  })
})

describe('mean', () => {
  it('is the mean of the values, and zero without any', () => {
    assert.equal(mean([1, 2, 6]), 3)
    assert.equal(mean([]), 0)
  })
})

function near(found: number, expected: number): void {
  assert.ok(Math.abs(found - expected) < 1e-12, `${found} for ${expected}`)
}
