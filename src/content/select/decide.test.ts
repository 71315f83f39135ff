import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { decide } from './decide.ts'
import type { Decision, Odds } from './decide.ts'

describe('decide', () => {
  it('is as good as the best of all subsets', () => {
    const next = numbers(17)
    for (let round = 0; round < 200; round++) {
      const length = 1 + Math.floor(next() * 8)
      const likely = Array.from({ length }, () => 0.01 + 0.98 * next())
      const words = Array.from({ length }, () => Math.floor(next() * 30) + (round % 2))
      const odds = { likely, words }
      const { taken, confidence } = decide(odds, 0)
      const best = Math.max(...subsets(length).map((subset) => match(odds, subset)))
      assert.ok(Math.abs(match(odds, [...taken]) - best) < 1e-9, JSON.stringify(odds))
      assert.ok(Math.abs(confidence - best) < 1e-9, JSON.stringify(odds))
    }
  })

  const cases: [string, number[], number[], string][] = [
    ['takes the likeliest of doubtful cards', [0.3, 0.3, 0.05], [10, 10, 10], '110'],
    ['leaves what is doubtful beside sure paragraphs', [0.99, 0.99, 0.3], [100, 100, 10], '110'],
    ['takes the only block', [0.2], [5], '1'],
    ['takes nothing of no words', [0.9, 0.9], [0, 0], '00'],
    ['takes certain blocks and leaves impossible ones', [1, 0, 1], [1, 1, 1], '101'],
    ['takes an empty page', [], [], ''],
  ]
  for (const [what, likely, words, expected] of cases) {
    it(what, () => assert.equal(decide({ likely, words }, 0).taken.join(''), expected))
  }

  it('has no confidence without content', () => {
    assert.equal(decide({ likely: [], words: [] }, 0.1).confidence, 0)
    assert.equal(decide({ likely: [0.5], words: [0] }, 0.1).confidence, 0)
  })

  it('has a confidence from 0 to 1, higher for clearer odds', () => {
    const next = numbers(3)
    for (let round = 0; round < 200; round++) {
      const likely = Array.from({ length: 6 }, () => Math.round(next() * 4) / 4)
      const words = Array.from({ length: 6 }, () => Math.floor(next() * 3))
      const { confidence } = decide({ likely, words }, next())
      assert.ok(confidence >= 0 && confidence <= 1 + 1e-12, `${confidence}`)
    }
    const sure = decide({ likely: [0.99, 0.01], words: [9, 9] }, 0)
    const doubtful = decide({ likely: [0.6, 0.4], words: [9, 9] }, 0)
    assert.ok(sure.confidence > 0.95 && doubtful.confidence < 0.8)
  })

  describe('with a least share', () => {
    const poor: Odds = { likely: [0.02, 0.01, 0.001], words: [10, 10, 10] }

    it('raises odds until that share is expected to be content', () => {
      // The confidence is computed from the raised odds.
      const { confidence } = decide({ likely: [0.001], words: [10] }, 0.4)
      assert.ok(Math.abs(confidence - (2 * 0.4) / 1.4) < 1e-3, `${confidence}`)
    })

    it('raises all together: the order stays the same', () => {
      const { taken } = decide(poor, 0.3)
      assert.equal(taken[0], 1)
      assert.ok(taken[0]! >= taken[1]! && taken[1]! >= taken[2]!)
    })

    it('raises the confidence', () => {
      assert.ok(decide(poor, 0.3).confidence > decide(poor, 0).confidence)
    })

    it('keeps odds that already reach the share', () => {
      const rich: Odds = { likely: [0.9, 0.8, 0.1], words: [10, 10, 10] }
      assert.deepEqual(plain(decide(rich, 0.3)), plain(decide(rich, 0)))
    })

    it('raises only up to a limit', () => {
      const { confidence } = decide({ likely: [0, 0], words: [1, 1] }, 1)
      assert.ok(confidence < 1, `${confidence}`)
    })
  })

  it('does not modify its arguments', () => {
    const likely = Float64Array.of(0.1, 0.9)
    const words = Float64Array.of(3, 4)
    decide({ likely, words }, 0.9)
    assert.deepEqual(
      [[...likely], [...words]],
      [
        [0.1, 0.9],
        [3, 4],
      ],
    )
  })
})

function plain({ taken, confidence }: Decision): [number[], number] {
  return [[...taken], confidence]
}

/** The expected F1 of a selection, by definition. */
function match({ likely, words }: Odds, taken: number[]): number {
  let hits = 0
  let size = 0
  let expected = 0
  taken.forEach((value, at) => {
    hits += value * likely[at]! * words[at]!
    size += value * words[at]!
    expected += likely[at]! * words[at]!
  })
  return size + expected > 0 ? (2 * hits) / (size + expected) : 0
}

function subsets(length: number): number[][] {
  return Array.from({ length: 1 << length }, (_, bits) =>
    Array.from({ length }, (__, at) => (bits >> at) & 1),
  )
}

function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
