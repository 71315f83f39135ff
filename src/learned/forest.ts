/**
 * Trees that together score a row of features, as plain data. A tree lists its nodes before their left and these before
 * their right branches, two numbers each: feature and threshold, or -1 and the value of a leaf. A row goes left when its
 * feature, as float32, is at most the threshold rounded to float32.
 */
export interface Forest {
  base: number
  features: number
  trees: number[][]
}

/** A forest laid out for scoring. The left branch of a node is the next one. */
export interface CompiledForest {
  base: number
  features: number
  roots: Int32Array
  feature: Int32Array
  threshold: Float32Array
  right: Int32Array
  value: Float64Array
}

export function compileForest({ base, features, trees }: Forest): CompiledForest {
  const nodes = trees.reduce((sum, tree) => sum + tree.length / 2, 0)
  const forest: CompiledForest = {
    base,
    features,
    roots: new Int32Array(trees.length),
    feature: new Int32Array(nodes),
    threshold: new Float32Array(nodes),
    right: new Int32Array(nodes),
    value: new Float64Array(nodes),
  }
  let root = 0
  trees.forEach((tree, at) => {
    forest.roots[at] = root
    const end = layOut(forest, tree, root, root)
    root += tree.length / 2
    if (end !== root) throw new TypeError(`Tree ${at} of the forest is not well formed.`)
  })
  return forest
}

function layOut(forest: CompiledForest, tree: number[], root: number, node: number): number {
  const feature = tree[(node - root) * 2]
  const number = tree[(node - root) * 2 + 1]
  if (feature === undefined || number === undefined || !(feature < forest.features)) return -1
  forest.feature[node] = feature
  if (feature < 0) {
    forest.value[node] = number
    return node + 1
  }
  forest.threshold[node] = number
  const right = layOut(forest, tree, root, node + 1)
  forest.right[node] = right
  return layOut(forest, tree, root, right)
}

/** Rows of numbers, column after column; what all rows have in common follows as further columns of one number each. */
export interface Table {
  rows: number
  values: Float32Array
  columns: number
  shared: Float32Array
}

/**
 * The log-odds of each row. Rows go down a tree together and are parted at each node, which beats sending one row after
 * another: there is no branch to guess wrongly, and a column is read from one place.
 */
export function scoreRows(forest: CompiledForest, table: Table): Float64Array {
  const { rows, columns, values, shared } = table
  if (columns + shared.length !== forest.features || values.length < rows * columns) {
    throw new RangeError(`The forest wants rows of ${forest.features} features.`)
  }
  const scores = new Float64Array(rows).fill(forest.base)
  const everyRow = Int32Array.from({ length: rows }, (_, row) => row)
  const descent: Descent = {
    forest,
    scores,
    table,
    even: new Int32Array(rows),
    odd: new Int32Array(rows),
  }
  if (rows > 0) for (const root of forest.roots) descend(descent, root, everyRow, 0, rows)
  return scores
}

interface Descent {
  forest: CompiledForest
  scores: Float64Array
  table: Table
  /** Where the rows of nodes at even and odd depths lie; a node's branches share its place in the other one. */
  even: Int32Array
  odd: Int32Array
}

/** Sends the rows that lie in `lying` between `from` and `to` down from a node. A row that is not a number goes right. */
function descend(descent: Descent, node: number, rows: Int32Array, from: number, to: number): void {
  const { forest, table } = descent
  const feature = forest.feature[node]!
  if (feature < 0) {
    addTo(descent.scores, forest.value[node]!, rows, from, to)
    return
  }
  const threshold = forest.threshold[node]!
  if (feature >= table.columns) {
    const isLeft = table.shared[feature - table.columns]! <= threshold
    descend(descent, isLeft ? node + 1 : forest.right[node]!, rows, from, to)
    return
  }
  const { values } = table
  const column = feature * table.rows
  const parted = rows === descent.odd ? descent.even : descent.odd
  let left = from
  let right = to - 1
  for (let at = from; at < to; at++) {
    const row = rows[at]!
    const goesLeft = Number(values[column + row]! <= threshold)
    // Written to both ends; the end that the row does not belong to is written again by the next row.
    parted[left] = row
    parted[right] = row
    left += goesLeft
    right += goesLeft - 1
  }
  if (left > from) descend(descent, node + 1, parted, from, left)
  if (left < to) descend(descent, forest.right[node]!, parted, left, to)
}

function addTo(scores: Float64Array, value: number, rows: Int32Array, from: number, to: number): void {
  for (let at = from; at < to; at++) scores[rows[at]!]! += value
}

export function sigmoid(score: number): number {
  return 1 / (1 + Math.exp(-score))
}
