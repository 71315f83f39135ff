import { bestCut, emptyHistogram, gather, subtract } from './boost-histogram.ts'
import type { Cut, CutLimits, Sample, Slopes, Sums } from './boost-histogram.ts'

export interface TreeLimits extends CutLimits {
  leaves: number
  maxDepth: number
}

/** A part of a tree's rows, which lie side by side in `Growth.order`. */
export interface Node {
  from: number
  to: number
  split: Split | undefined
}

/** Rows whose bin in the matrix's `column` is at most `code` are of the left node. */
interface Split {
  column: number
  code: number
  left: Node
  right: Node
}

export interface Growth {
  root: Node
  /** Rows of the sample, those of a node side by side. */
  order: Int32Array
}

/** A leaf that may still be cut. Its histogram is its own. */
interface GrowableLeaf {
  node: Node
  depth: number
  total: Sums
  histogram: Float64Array
  cut: Cut
}

/** What a tree is grown from; buffers are reused from cut to cut. */
interface GrowthState {
  sample: Sample
  slopes: Slopes
  limits: TreeLimits
  order: Int32Array
  rightRows: Int32Array
  gradients: Float64Array
  tallies: Float64Array
  spare: Float64Array[]
}

/** Grows a tree by always cutting the leaf where that lowers the loss most. */
export function growTree(sample: Sample, slopes: Slopes, limits: TreeLimits): Growth {
  const order = Int32Array.from({ length: sample.rows }, (_, row) => row)
  const state: GrowthState = {
    sample,
    slopes,
    limits,
    order,
    rightRows: new Int32Array(sample.rows),
    gradients: new Float64Array(sample.rows),
    tallies: new Float64Array(sample.rows),
    spare: [],
  }
  const root: Node = { from: 0, to: sample.rows, split: undefined }
  const histogram = histogramOf(state, root)
  const candidates = [...growableLeaf(state, { node: root, depth: 0, total: totalOf(slopes), histogram })]
  for (let leaves = 1; leaves < limits.leaves && candidates.length > 0; leaves++) {
    const at = bestLeafIndex(candidates)
    const [next] = candidates.splice(at, 1)
    candidates.push(...splitLeaf(state, next!, leaves + 1 === limits.leaves))
  }
  return { root, order }
}

function totalOf({ gradients, tallies }: Slopes): Sums {
  let gradient = 0
  let tally = 0
  for (let row = 0; row < gradients.length; row++) {
    gradient += gradients[row]!
    tally += tallies[row]!
  }
  return { gradient, tally }
}

function bestLeafIndex(candidates: GrowableLeaf[]): number {
  let best = 0
  candidates.forEach(({ cut }, at) => {
    if (cut.gain > candidates[best]!.cut.gain) best = at
  })
  return best
}

/** Cuts a leaf in two and gives what of it may be cut again. Only the smaller part's histogram is gathered. */
function splitLeaf(
  state: GrowthState,
  { node, depth, total, histogram, cut }: GrowableLeaf,
  isLast: boolean,
): GrowableLeaf[] {
  const middle = partition(state, node, cut)
  const left: Node = { from: node.from, to: middle, split: undefined }
  const right: Node = { from: middle, to: node.to, split: undefined }
  node.split = { column: state.sample.columns[cut.column]!, code: cut.code, left, right }
  const parts = [
    { node: left, total: cut.left },
    {
      node: right,
      total: { gradient: total.gradient - cut.left.gradient, tally: total.tally - cut.left.tally },
    },
  ].sort((a, b) => a.node.to - a.node.from - (b.node.to - b.node.from))
  const [smaller, larger] = [parts[0]!, parts[1]!]
  const rowsToCut = 2 * state.limits.minRowsInLeaf
  if (isLast || depth + 1 >= state.limits.maxDepth || larger.node.to - larger.node.from < rowsToCut) {
    state.spare.push(histogram)
    return []
  }
  const gathered = histogramOf(state, smaller.node)
  subtract(histogram, gathered)
  return [
    ...growableLeaf(state, { ...smaller, depth: depth + 1, histogram: gathered }),
    ...growableLeaf(state, { ...larger, depth: depth + 1, histogram }),
  ]
}

function growableLeaf(state: GrowthState, leaf: Omit<GrowableLeaf, 'cut'>): GrowableLeaf[] {
  const cut = bestCut(leaf.histogram, leaf.total, state)
  if (cut) return [{ ...leaf, cut }]
  state.spare.push(leaf.histogram)
  return []
}

function histogramOf(state: GrowthState, { from, to }: Node): Float64Array {
  const { order, slopes } = state
  for (let at = from; at < to; at++) {
    const row = order[at]!
    state.gradients[at - from] = slopes.gradients[row]!
    state.tallies[at - from] = slopes.tallies[row]!
  }
  const histogram = state.spare.pop() ?? emptyHistogram(state.sample)
  gather(histogram, state.sample, order.subarray(from, to), state)
  return histogram
}

/** Moves the rows that go left before those that go right, each in their order, and gives where the right ones begin. */
function partition(
  { sample, order, rightRows }: GrowthState,
  { from, to }: Node,
  { column, code }: Cut,
): number {
  const { packed } = sample
  const offset = (column >> 2) * sample.rows
  const shift = (column & 3) * 8
  let left = from
  let right = 0
  for (let at = from; at < to; at++) {
    const row = order[at]!
    if (((packed[offset + row]! >>> shift) & 255) <= code) order[left++] = row
    else rightRows[right++] = row
  }
  order.set(rightRows.subarray(0, right), left)
  return left
}
