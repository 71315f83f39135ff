import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { trainForest } from '../../bench/content/boost.ts'
import type { BoostSettings, Examples } from '../../bench/content/boost.ts'
import { compileForest, scoreRows, sigmoid } from '../../src/learned/forest.ts'
import { columnTable } from '../support/column-table.ts'
import type { Forest } from '../../src/learned/forest.ts'

const SMALL: Partial<BoostSettings> = { l2: 0, minChildWeight: 0, minRowsInLeaf: 1, learningRate: 0.3 }

describe('trainForest', () => {
  it('learns an interaction that no single split shows', () => {
    const examples = exclusiveOr(2000)
    const shareRight = (leaves: number) => {
      const predicted = predict(trainForest(examples, { trees: 30, leaves, learningRate: 0.3 }), examples)
      return mean(predicted.map((value, row) => Number(value > 0.5 === examples.labels[row]! > 0.5)))
    }
    assert.ok(shareRight(8) > 0.97)
    assert.ok(shareRight(2) < 0.7)
  })

  it('has the weighted mean as its base when no split is possible', () => {
    const examples = table([
      { features: [7], label: 1, weight: 1 },
      { features: [7], label: 0.5, weight: 2 },
      { features: [7], label: 0, weight: 5 },
    ])
    const forest = trainForest(examples, SMALL)
    assert.deepEqual(forest.trees, [])
    assert.ok(Math.abs(sigmoid(forest.base) - 0.25) < 1e-5)
  })

  for (const rowFraction of [1, 0.5]) {
    it(`converges to the mean of soft labels when trees see ${rowFraction} of the rows`, () => {
      const examples = table(
        Array.from({ length: 400 }, (_, row) => ({
          features: [row % 2],
          label: row % 2 ? (row % 4 === 1 ? 0.4 : 1) : 0.2,
          weight: 1,
        })),
      )
      const predicted = predict(trainForest(examples, { ...SMALL, trees: 60, rowFraction }), examples)
      assert.ok(Math.abs(predicted[0]! - 0.2) < 0.02, `${predicted[0]}`)
      assert.ok(Math.abs(predicted[1]! - 0.7) < 0.04, `${predicted[1]}`)
    })
  }

  it('treats a weight of two like a duplicated row', () => {
    const next = numbers(5)
    const rows = Array.from({ length: 300 }, (_, at) => {
      const features = [Math.floor(next() * 9), Math.floor(next() * 5)]
      const label = next() < (features[0]! > 4 === features[1]! > 2 ? 0.8 : 0.1) ? 1 : 0
      return { features, label, weight: at % 3 ? 1 : 2 }
    })
    const repeated = rows.flatMap((row) => Array.from({ length: row.weight }, () => ({ ...row, weight: 1 })))
    const settings = { ...SMALL, l2: 1, minChildWeight: 2, trees: 10, leaves: 6 }
    assert.deepEqual(trainForest(table(rows), settings), trainForest(table(repeated), settings))
  })

  it('builds the same forest for the same seed, and another for another seed', () => {
    const examples = exclusiveOr(500)
    const settings = { trees: 5, rowFraction: 0.7, featureFraction: 0.5, seed: 3 }
    const once = JSON.stringify(trainForest(examples, settings))
    assert.equal(JSON.stringify(trainForest(examples, settings)), once)
    assert.notEqual(JSON.stringify(trainForest(examples, { ...settings, seed: 4 })), once)
  })

  const limits: [Partial<BoostSettings>, (leaves: Leaf[]) => boolean][] = [
    [{ leaves: 5 }, (leaves) => leaves.length === 5],
    [{ maxDepth: 3 }, (leaves) => leaves.length > 4 && leaves.every(({ depth }) => depth <= 3)],
    [{ minRowsInLeaf: 40 }, (leaves) => leaves.length > 4 && leaves.every(({ rows }) => rows >= 40)],
    // All rows of a first tree have the same weight, a little under a quarter.
    [{ minChildWeight: 10 }, (leaves) => leaves.length > 4 && leaves.every(({ rows }) => rows >= 40)],
    [{ minChildWeight: 1000 }, (leaves) => leaves.length === 0],
    [{ minGain: 1000 }, (leaves) => leaves.length === 0],
  ]
  for (const [given, isKept] of limits) {
    it(`respects ${JSON.stringify(given)}`, () => {
      const examples = exclusiveOr(1000)
      const forest = trainForest(examples, { ...SMALL, trees: 1, ...given })
      assert.ok(isKept(forest.trees.flatMap((tree) => leavesOf(tree, examples))))
    })
  }

  it('separates neighbouring float32 values, also after serialization', () => {
    const values = [0, 1e-40, 0.1, 1 / 3, 16_777_215, 3e38].flatMap((value) => neighbours(Math.fround(value)))
    const examples = table(
      [...values, ...values.map((value) => -value)].map((value, at) => ({
        features: [value],
        label: at % 2,
        weight: 1,
      })),
    )
    const forest = trainForest(examples, { ...SMALL, trees: 20, leaves: 31 })
    const read = JSON.parse(JSON.stringify(forest)) as Forest
    const predicted = predict(read, examples)
    predicted.forEach((value, row) => {
      assert.equal(value > 0.5, row % 2 === 1, `row ${row}`)
    })
  })

  it('splits a column with more values than bins at its quantiles', () => {
    const next = numbers(9)
    const examples = table(
      Array.from({ length: 3000 }, (_, row) => {
        // Half of the rows have one value, the others are spread over many scales.
        const feature = row % 2 ? 0 : Math.exp(next() * 20 - 10)
        return { features: [feature], label: feature > 0 && feature < 0.01 ? 1 : 0, weight: 1 }
      }),
    )
    const predicted = predict(trainForest(examples, { ...SMALL, trees: 20, leaves: 4, bins: 32 }), examples)
    const wrong = predicted.filter((value, row) => value > 0.5 !== examples.labels[row]! > 0.5).length
    assert.ok(wrong < 3000 / 32, `${wrong}`)
  })

  it('rejects values that are not numbers', () => {
    for (const value of [NaN, Infinity, -Infinity]) {
      const examples = table([1, value].map((feature) => ({ features: [feature], label: 1, weight: 1 })))
      assert.throws(() => trainForest(examples, SMALL), TypeError)
    }
  })
})

interface Row {
  features: number[]
  label: number
  weight: number
}

function table(rows: Row[]): Examples {
  return {
    matrix: Float32Array.from(rows.flatMap(({ features }) => features)),
    rows: rows.length,
    columns: rows[0]!.features.length,
    labels: Float32Array.from(rows, ({ label }) => label),
    weights: Float32Array.from(rows, ({ weight }) => weight),
  }
}

/** Two features together decide, four are noise. */
function exclusiveOr(count: number): Examples {
  const next = numbers(1)
  return table(
    Array.from({ length: count }, () => {
      const features = Array.from({ length: 6 }, next)
      return { features, label: Number(features[1]! > 0.5 !== features[4]! > 0.4), weight: 1 }
    }),
  )
}

function predict(forest: Forest, { matrix, rows, columns }: Examples): number[] {
  return Array.from(scoreRows(compileForest(forest), columnTable(matrix, rows, columns)), sigmoid)
}

interface Leaf {
  depth: number
  rows: number
}

function leavesOf(tree: number[], { matrix, rows, columns }: Examples): Leaf[] {
  const leaves: Leaf[] = []
  let at = 0
  const visit = (depth: number, inside: number[]) => {
    const [feature, number] = tree.slice(at, at + 2)
    at += 2
    if (feature! < 0) {
      leaves.push({ depth, rows: inside.length })
      return
    }
    const goesLeft = (row: number) => matrix[row * columns + feature!]! <= Math.fround(number!)
    visit(depth + 1, inside.filter(goesLeft))
    visit(
      depth + 1,
      inside.filter((row) => !goesLeft(row)),
    )
  }
  visit(0, [...Array(rows).keys()])
  return leaves
}

/** A float32 value and its successor. */
function neighbours(value: number): number[] {
  const bits = new Int32Array(Float32Array.of(value).buffer)
  bits[0]!++
  return [value, new Float32Array(bits.buffer)[0]!]
}

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}

function numbers(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}
