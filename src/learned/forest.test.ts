import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { columnTable } from '../../test/support/column-table.ts'
import { compileForest, scoreRows, sigmoid } from './forest.ts'
import type { Forest } from './forest.ts'

const STUMP: Forest = { base: 0.5, features: 2, trees: [[1, 0.1, -1, -2, -1, 3]] }

describe('a compiled forest', () => {
  it('scores like a walk down each tree', () => {
    const next = numbers(11)
    const features = 9
    const trees = Array.from({ length: 40 }, (_, at) => randomTree(next, features, at % 12))
    const forest = { base: -0.25, features, trees }
    const rows = 257
    // Few distinct values, so that many rows are equal to thresholds.
    const matrix = Float32Array.from({ length: rows * features }, () => Math.floor(next() * 20) / 20)
    const scores = scoreRows(compileForest(forest), columnTable(matrix, rows, features))
    for (let row = 0; row < rows; row++) {
      const one = matrix.subarray(row * features, (row + 1) * features)
      const expected = trees.reduce((sum, tree) => sum + walk(tree, one), forest.base)
      assert.ok(Math.abs(scores[row]! - expected) < 1e-9, `row ${row}`)
    }
  })

  it('scores common columns alike, repeated in each row or given once', () => {
    const next = numbers(5)
    const trees = Array.from({ length: 20 }, (_, at) => randomTree(next, 6, at % 9))
    const forest = compileForest({ base: 0, features: 6, trees })
    const shared = [next(), next()]
    const matrix = Array.from({ length: 50 }, () => [next(), next(), next(), next(), ...shared]).flat()
    const repeated = scoreRows(forest, columnTable(matrix, 50, 6))
    assert.deepEqual(scoreRows(forest, columnTable(matrix, 50, 6, 2)), repeated)
    assert.ok(new Set(repeated).size > 10)
  })

  it('sends a row left when its value is at most the threshold as float32', () => {
    const threshold = Math.fround(0.1)
    const above = threshold + 2 ** -27
    assert.deepEqual(scoresOf(STUMP, [0, threshold, 0, above]), [-1.5, 3.5])
  })

  it('sends NaN right and terminates', () => {
    assert.deepEqual(scoresOf(STUMP, [0, NaN, NaN, 0, 0, -Infinity, 0, Infinity]), [3.5, -1.5, -1.5, 3.5])
  })

  it('scores zero rows, and forests without trees', () => {
    assert.deepEqual(scoresOf(STUMP, []), [])
    assert.deepEqual(scoresOf({ base: 2, features: 2, trees: [] }, [1, 1]), [2])
  })

  it('rejects rows of another width and too few rows', () => {
    const forest = compileForest(STUMP)
    assert.throws(() => scoreRows(forest, columnTable(new Float32Array(6), 2, 3)), RangeError)
    const short = { ...columnTable(new Float32Array(6), 3, 2), rows: 4 }
    assert.throws(() => scoreRows(forest, short), RangeError)
  })

  const broken: [string, number[]][] = [
    ['without nodes', []],
    ['cut off', [1, 0.1, -1, -2, -1]],
    ['with a branch missing', [1, 0.1, -1, -2]],
    ['with a node too many', [-1, 1, -1, 2]],
    ['with an unknown feature', [2, 0.1, -1, -2, -1, 3]],
  ]
  for (const [what, tree] of broken) {
    it(`rejects a tree ${what}`, () => {
      assert.throws(() => compileForest({ base: 0, features: 2, trees: [tree] }), TypeError)
    })
  }
})

describe('sigmoid', () => {
  it('turns log-odds into a probability', () => {
    assert.equal(sigmoid(0), 0.5)
    assert.ok(Math.abs(sigmoid(Math.log(3)) - 0.75) < 1e-12)
    assert.equal(sigmoid(-1000), 0)
  })
})

function scoresOf(forest: Forest, matrix: number[]): number[] {
  const { features } = forest
  return [...scoreRows(compileForest(forest), columnTable(matrix, matrix.length / features, features))]
}

function walk(tree: number[], row: Float32Array): number {
  let at = 0
  while (tree[at]! >= 0) {
    const goesLeft = row[tree[at]!]! <= Math.fround(tree[at + 1]!)
    at = goesLeft ? at + 2 : endOf(tree, at + 2)
  }
  return tree[at + 1]!
}

function endOf(tree: number[], at: number): number {
  return tree[at]! < 0 ? at + 2 : endOf(tree, endOf(tree, at + 2))
}

function randomTree(next: () => number, features: number, depth: number): number[] {
  if (depth === 0 || next() < 0.1) return [-1, next() - 0.5]
  const split = [Math.floor(next() * features), Math.floor(next() * 20) / 20]
  // One branch is shallow, as in trees that grow leaf by leaf.
  return [...split, ...randomTree(next, features, depth - 1), ...randomTree(next, features, depth >> 1)]
}

function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
