/** A matrix with at most 256 bins per column: bin `i` holds values above threshold `i - 1` up to threshold `i`. */
export interface Bins {
  rows: number
  /** In column order, one byte per row. */
  codes: Uint8Array
  /** Per column, ascending, one fewer than bins. */
  thresholds: number[][]
}

// Samples this many rows: sorting all takes long and hardly changes the quantiles.
const ROWS_FOR_QUANTILES = 100_000

/** Splits every column of a row-major matrix at its quantiles; a frequent value gets its own bin. */
export function binColumns(matrix: Float32Array, rows: number, columns: number, limit: number): Bins {
  const codes = new Uint8Array(rows * columns)
  const thresholds: number[][] = []
  const values = new Float32Array(rows)
  const step = Math.ceil(rows / ROWS_FOR_QUANTILES)
  const seen = new Float32Array(Math.ceil(rows / step))
  for (let column = 0; column < columns; column++) {
    for (let row = 0; row < rows; row++) values[row] = finite(matrix[row * columns + column]!)
    for (let at = 0; at < seen.length; at++) seen[at] = values[at * step]!
    const cuts = cutColumn(seen.sort(), limit)
    encode(values, cuts, codes.subarray(column * rows, (column + 1) * rows))
    thresholds.push(cuts)
  }
  return { rows, codes, thresholds }
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new TypeError('Features must be finite numbers.')
}

function cutColumn(sorted: Float32Array, limit: number): number[] {
  const { values, counts } = runsOf(sorted)
  const lastOfBins = values.length <= limit ? [...values.keys()] : quantiles(counts, sorted.length, limit)
  return lastOfBins.slice(0, -1).map((last) => thresholdBetween(values[last]!, values[last + 1]!))
}

function runsOf(sorted: Float32Array): { values: number[]; counts: number[] } {
  const values: number[] = []
  const counts: number[] = []
  for (let from = 0, to = 1; from < sorted.length; from = to++) {
    while (to < sorted.length && sorted[to] === sorted[from]) to++
    values.push(sorted[from]!)
    counts.push(to - from)
  }
  return { values, counts }
}

/** The index of the last distinct value in each bin. */
function quantiles(counts: number[], total: number, limit: number): number[] {
  const frequent = counts.map((count) => count >= total / limit)
  let binsLeft = limit - frequent.filter(Boolean).length
  let rowsLeft = counts.reduce((sum, count, at) => (frequent[at] ? sum : sum + count), 0)
  const lastOfBins: number[] = []
  let size = 0
  for (let at = 0; at < counts.length - 1; at++) {
    size += counts[at]!
    const share = rowsLeft / Math.max(1, binsLeft)
    const isFull = frequent[at] || size >= share || (frequent[at + 1] && size >= share / 2)
    if (!isFull || lastOfBins.length === limit - 1) continue
    lastOfBins.push(at)
    if (!frequent[at]) {
      rowsLeft -= size
      binsLeft--
    }
    size = 0
  }
  return [...lastOfBins, counts.length - 1]
}

/**
 * A short number between two float32 values: as near to their middle as the fewest digits allow. It stays
 * between them when written as text, read again and rounded to float32.
 */
function thresholdBetween(low: number, high: number): number {
  const middle = low + (high - low) / 2
  for (let digits = 3; digits <= 9; digits++) {
    const threshold = Number(middle.toPrecision(digits))
    const rounded = Math.fround(threshold)
    if (low <= rounded && rounded < high) return threshold
  }
  // Nine digits distinguish all float32 values.
  return Number(low.toPrecision(9))
}

/** Counts the thresholds below each value by branch-free binary search, which avoids mispredictions. */
function encode(values: Float32Array, cuts: number[], codes: Uint8Array): void {
  const padded = new Float32Array(255).fill(Infinity)
  padded.set(cuts)
  for (let row = 0; row < values.length; row++) {
    const value = values[row]!
    let below = 0
    for (let step = 128; step > 0; step >>= 1) below += step * Number(value > padded[below + step - 1]!)
    codes[row] = below
  }
}
