import type { Bins } from './boost-bins.ts'

/** The rows and columns of one tree. */
export interface Sample {
  rows: number
  /** Their indexes in the matrix. */
  columns: Int32Array
  /** The number of bins of each. */
  bins: Int32Array
  /**
   * The codes of four columns in one number, row after row, then the next four columns. One load serves four
   * bins, which made gathering a third faster than bytes by row or by column.
   */
  packed: Uint32Array
}

/**
 * Derivatives of the loss for every row of a sample. A tally holds a row's hessian in whole units, and one row as
 * `oneRow` units, so that one addition sums both. Integers also make the subtraction of histograms exact.
 */
export interface Slopes {
  gradients: Float64Array
  tallies: Float64Array
  oneRow: number
  hessianUnit: number
}

/** A split of a leaf: rows whose bin in the sample's `column` is at most `code` go left. */
export interface Cut {
  gain: number
  column: number
  code: number
  left: Sums
}

export interface Sums {
  gradient: number
  tally: number
}

export interface CutLimits {
  l2: number
  minChildWeight: number
  minRowsInLeaf: number
  minGain: number
}

// A gradient and a tally for each of 256 bins.
const COLUMN_STRIDE = 512

export function packSample(all: Bins, rows: Int32Array, columns: Int32Array): Sample {
  const packed = new Uint32Array(Math.ceil(columns.length / 4) * rows.length)
  columns.forEach((column, at) => {
    const from = column * all.rows
    const to = (at >> 2) * rows.length
    const shift = (at & 3) * 8
    for (let row = 0; row < rows.length; row++) {
      packed[to + row]! |= all.codes[from + rows[row]!]! << shift
    }
  })
  const bins = columns.map((column) => all.thresholds[column]!.length + 1)
  return { rows: rows.length, columns, bins, packed }
}

export function slopesOf(gradients: Float64Array, hessians: Float64Array): Slopes {
  const rows = gradients.length
  const oneRow = 2 ** (52 - Math.ceil(Math.log2(rows + 1)))
  let sum = 0
  for (let row = 0; row < rows; row++) sum += hessians[row]!
  // Half of a row's unit is reserved for rounding.
  const hessianUnit = (2 * sum) / oneRow || 1
  const tallies = hessians.map((hessian) => oneRow + Math.round(hessian / hessianUnit))
  return { gradients, tallies, oneRow, hessianUnit }
}

export function emptyHistogram(sample: Sample): Float64Array {
  return new Float64Array(Math.ceil(sample.columns.length / 4) * 4 * COLUMN_STRIDE)
}

/** Sums the slopes of some rows, given in the order of `rows`, by column and bin. */
export function gather(
  histogram: Float64Array,
  sample: Sample,
  rows: Int32Array,
  { gradients, tallies }: Pick<Slopes, 'gradients' | 'tallies'>,
): void {
  const { packed } = sample
  const count = rows.length
  histogram.fill(0)
  for (let group = 0; group * 4 < sample.columns.length; group++) {
    const from = group * sample.rows
    const first = group * 4 * COLUMN_STRIDE
    const second = first + COLUMN_STRIDE
    const third = second + COLUMN_STRIDE
    const fourth = third + COLUMN_STRIDE
    for (let at = 0; at < count; at++) {
      const codes = packed[from + rows[at]!]!
      const gradient = gradients[at]!
      const tally = tallies[at]!
      const a = first + ((codes << 1) & 510)
      const b = second + ((codes >>> 7) & 510)
      const c = third + ((codes >>> 15) & 510)
      const d = fourth + ((codes >>> 23) & 510)
      histogram[a]! += gradient
      histogram[a + 1]! += tally
      histogram[b]! += gradient
      histogram[b + 1]! += tally
      histogram[c]! += gradient
      histogram[c + 1]! += tally
      histogram[d]! += gradient
      histogram[d + 1]! += tally
    }
  }
}

/** Subtracts one child's histogram from the parent's, which leaves the other child's. */
export function subtract(parent: Float64Array, child: Float64Array): void {
  for (let at = 0; at < parent.length; at++) parent[at]! -= child[at]!
}

/** The split that lowers the loss most; undefined when none is allowed or worthwhile. */
export function bestCut(
  histogram: Float64Array,
  total: Sums,
  { sample, slopes, limits }: { sample: Sample; slopes: Slopes; limits: CutLimits },
): Cut | undefined {
  const { oneRow, hessianUnit } = slopes
  const { l2, minChildWeight, minRowsInLeaf } = limits
  const rows = Math.floor(total.tally / oneRow)
  const hessian = (total.tally - rows * oneRow) * hessianUnit
  const whole = total.gradient ** 2 / (hessian + l2)
  const best = { loss: whole + Math.max(limits.minGain, 1e-9), column: -1, code: 0, gradient: 0, tally: 0 }
  for (let column = 0; column < sample.columns.length; column++) {
    const last = sample.bins[column]! - 1
    let at = column * COLUMN_STRIDE
    let gradient = 0
    let tally = 0
    for (let code = 0; code < last; code++, at += 2) {
      gradient += histogram[at]!
      tally += histogram[at + 1]!
      const leftRows = Math.floor(tally / oneRow)
      if (leftRows < minRowsInLeaf) continue
      if (rows - leftRows < minRowsInLeaf) break
      const left = (tally - leftRows * oneRow) * hessianUnit
      const right = hessian - left
      if (left < minChildWeight) continue
      if (right < minChildWeight) break
      const loss = gradient ** 2 / (left + l2) + (total.gradient - gradient) ** 2 / (right + l2)
      if (loss > best.loss) Object.assign(best, { loss, column, code, gradient, tally })
    }
  }
  if (best.column < 0) return undefined
  const { column, code, gradient, tally } = best
  return { gain: best.loss - whole, column, code, left: { gradient, tally } }
}
