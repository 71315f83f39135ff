import { sigmoid } from '../../src/learned/forest.ts'
import type { Forest } from '../../src/learned/forest.ts'
import { binColumns } from './boost-bins.ts'
import type { Bins } from './boost-bins.ts'
import { packSample, slopesOf } from './boost-histogram.ts'
import type { Sample } from './boost-histogram.ts'
import { growTree } from './boost-tree.ts'
import type { Growth, Node, TreeLimits } from './boost-tree.ts'

/** Training data: a row-major matrix, a label between 0 and 1 and a weight for every row. */
export interface Examples {
  matrix: Float32Array
  rows: number
  columns: number
  labels: Float32Array
  weights: Float32Array
  /**
   * The question of each row, ascending. Rows of one question compete with each other and with "no answer", which has the
   * score 0: a row's probability is its share of the sum. Without groups, each row is scored alone.
   */
  groups?: Int32Array | undefined
}

/**
 * Parameters of training. `minChildWeight` is the least sum of hessians in a leaf; `minGain` is the least gain of
 * gradient² / (hessian + l2) for a split. Both grow with the weights of the rows, while `minRowsInLeaf` counts rows.
 */
export interface BoostSettings extends TreeLimits {
  trees: number
  learningRate: number
  /** The share of all columns and rows that each tree sees. */
  featureFraction: number
  rowFraction: number
  bins: number
  seed: number
}

const DEFAULTS: BoostSettings = {
  trees: 100,
  leaves: 31,
  maxDepth: Infinity,
  learningRate: 0.1,
  l2: 1,
  minChildWeight: 1,
  minRowsInLeaf: 20,
  minGain: 0,
  featureFraction: 1,
  rowFraction: 1,
  bins: 255,
  seed: 1,
}

/**
 * Trains trees whose sum is the log-odds of a row's label (gradient boosting with logistic loss). The same examples and
 * settings give exactly the same forest, because stored values are rounded before the next tree is grown.
 */
export function trainForest(examples: Examples, given: Partial<BoostSettings> = {}): Forest {
  const settings = { ...DEFAULTS, ...given }
  const { rows, columns } = examples
  const bins = binColumns(examples.matrix, rows, columns, settings.bins)
  const draw = randomNumbers(settings.seed)
  const nextSample = sampler(bins, settings, draw)
  const base = rounded(logOdds(weightedMean(examples)))
  const slopesAt = examples.groups ? competingSlopes : logisticSlopes
  const scores = new Float64Array(rows).fill(base)
  const trees: number[][] = []
  for (let count = 0; count < settings.trees; count++) {
    const { sample, sampledRows } = nextSample()
    const slopes = slopesAt(examples, scores, sampledRows)
    const growth = growTree(sample, slopesOf(slopes.gradients, slopes.hessians), settings)
    if (!growth.root.split) continue
    const values = leafValues(growth, slopes, settings)
    addToScores({ scores, bins, values, growth, sampledRows })
    trees.push(written(growth.root, bins, values))
  }
  return { base, features: columns, trees }
}

function weightedMean({ rows, labels, weights }: Examples): number {
  let sum = 0
  let weight = 0
  for (let row = 0; row < rows; row++) {
    sum += labels[row]! * weights[row]!
    weight += weights[row]!
  }
  return weight > 0 ? sum / weight : 0.5
}

function logOdds(share: number): number {
  const bounded = Math.min(Math.max(share, 1e-6), 1 - 1e-6)
  return Math.log(bounded / (1 - bounded))
}

/** Six digits are more than a score needs and keep the stored forest small. */
function rounded(value: number): number {
  return Number(value.toPrecision(6))
}

interface Drawn {
  sample: Sample
  sampledRows: Int32Array
}

function sampler(bins: Bins, settings: BoostSettings, draw: () => number): () => Drawn {
  const { featureFraction, rowFraction } = settings
  const allRows = Int32Array.from({ length: bins.rows }, (_, row) => row)
  // A column with a single value has no information.
  const allColumns = Int32Array.from(bins.thresholds.keys()).filter((at) => bins.thresholds[at]!.length > 0)
  const pack = (sampledRows: Int32Array, columns: Int32Array) => ({
    sample: packSample(bins, sampledRows, columns),
    sampledRows,
  })
  if (featureFraction >= 1 && rowFraction >= 1) {
    const all = pack(allRows, allColumns)
    return () => all
  }
  return () =>
    pack(
      rowFraction < 1 ? allRows.filter(() => draw() < rowFraction) : allRows,
      featureFraction < 1 ? drawSome(allColumns, featureFraction, draw) : allColumns,
    )
}

function drawSome(all: Int32Array, fraction: number, draw: () => number): Int32Array {
  const count = Math.min(all.length, Math.max(1, Math.round(all.length * fraction)))
  const shuffled = all.slice()
  for (let at = 0; at < count; at++) {
    const other = at + Math.floor(draw() * (shuffled.length - at))
    const drawn = shuffled[other]!
    shuffled[other] = shuffled[at]!
    shuffled[at] = drawn
  }
  return shuffled.subarray(0, count).toSorted()
}

/** A small generator of numbers from 0 up to 1 (a mixed Weyl sequence): a seed gives the same numbers everywhere. */
function randomNumbers(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x9e3779b9) | 0
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad)
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97)
    return ((mixed ^ (mixed >>> 15)) >>> 0) / 2 ** 32
  }
}

interface LossSlopes {
  gradients: Float64Array
  hessians: Float64Array
}

function logisticSlopes(
  { labels, weights }: Examples,
  scores: Float64Array,
  sampledRows: Int32Array,
): LossSlopes {
  const gradients = new Float64Array(sampledRows.length)
  const hessians = new Float64Array(sampledRows.length)
  for (let at = 0; at < sampledRows.length; at++) {
    const row = sampledRows[at]!
    const probability = sigmoid(scores[row]!)
    gradients[at] = (probability - labels[row]!) * weights[row]!
    hessians[at] = probability * (1 - probability) * weights[row]!
  }
  return { gradients, hessians }
}

/**
 * The derivatives of -log of the probability that one of the right rows of a question is chosen, or "no
 * answer" when none is right.
 */
function competingSlopes(
  { labels, weights, groups }: Examples,
  scores: Float64Array,
  sampledRows: Int32Array,
): LossSlopes {
  const count = groups!.at(-1)! + 1
  const all = new Float64Array(count).fill(1)
  const right = new Float64Array(count)
  scores.forEach((score, row) => {
    const part = Math.exp(score)
    all[groups![row]!]! += part
    if (labels[row]! > 0.5) right[groups![row]!]! += part
  })
  const gradients = new Float64Array(sampledRows.length)
  const hessians = new Float64Array(sampledRows.length)
  for (let at = 0; at < sampledRows.length; at++) {
    const row = sampledRows[at]!
    const group = groups![row]!
    const part = Math.exp(scores[row]!)
    const probability = part / all[group]!
    const wanted = labels[row]! > 0.5 ? part / right[group]! : 0
    gradients[at] = (probability - wanted) * weights[row]!
    hessians[at] = Math.max(probability * (1 - probability), 1e-4) * weights[row]!
  }
  return { gradients, hessians }
}

function leafValues(
  { root, order }: Growth,
  { gradients, hessians }: LossSlopes,
  { l2, learningRate }: BoostSettings,
): Map<Node, number> {
  const values = new Map<Node, number>()
  for (const leaf of leavesOf(root)) {
    let gradient = 0
    let hessian = 0
    for (let at = leaf.from; at < leaf.to; at++) {
      gradient += gradients[order[at]!]!
      hessian += hessians[order[at]!]!
    }
    values.set(leaf, rounded((-gradient / (hessian + l2)) * learningRate))
  }
  return values
}

function leavesOf(node: Node): Node[] {
  return node.split ? [...leavesOf(node.split.left), ...leavesOf(node.split.right)] : [node]
}

interface Step {
  scores: Float64Array
  bins: Bins
  values: Map<Node, number>
  growth: Growth
  sampledRows: Int32Array
}

/** Rows in the tree's sample are already in its leaves; other rows walk down the tree. */
function addToScores({ scores, bins, values, growth, sampledRows }: Step): void {
  for (const [leaf, value] of values) {
    for (let at = leaf.from; at < leaf.to; at++) scores[sampledRows[growth.order[at]!]!]! += value
  }
  if (sampledRows.length === bins.rows) return
  const isSampled = new Uint8Array(bins.rows)
  for (const row of sampledRows) isSampled[row] = 1
  for (let row = 0; row < bins.rows; row++) {
    if (isSampled[row]) continue
    let node = growth.root
    while (node.split) {
      const code = bins.codes[node.split.column * bins.rows + row]!
      node = code <= node.split.code ? node.split.left : node.split.right
    }
    scores[row]! += values.get(node)!
  }
}

function written(node: Node, bins: Bins, values: Map<Node, number>): number[] {
  const { split } = node
  if (!split) return [-1, values.get(node)!]
  const threshold = bins.thresholds[split.column]![split.code]!
  return [
    split.column,
    threshold,
    ...written(split.left, bins, values),
    ...written(split.right, bins, values),
  ]
}
