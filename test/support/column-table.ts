import type { Table } from '../../src/learned/forest.ts'

/** Rows of numbers as input for a forest; the last `sharedColumns` columns are the same in all rows. */
export function columnTable(
  matrix: ArrayLike<number>,
  rows: number,
  columns: number,
  sharedColumns = 0,
): Table {
  const own = columns - sharedColumns
  const values = Float32Array.from(
    { length: rows * own },
    (_, at) => matrix[(at % rows) * columns + Math.floor(at / rows)]!,
  )
  const shared = Float32Array.from({ length: sharedColumns }, (_, at) => matrix[own + at]!)
  return { rows, values, columns: own, shared }
}
