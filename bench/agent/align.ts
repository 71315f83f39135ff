/**
 * Pairs rows with columns so that their weights are as great as can be; pairs without weight are left out. In order,
 * pairs never cross.
 */
export function align(
  rows: number,
  columns: number,
  weightOf: (row: number, column: number) => number,
  isOrdered: boolean,
): [row: number, column: number][] {
  const weights = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (_, column) => weightOf(row, column)),
  )
  return isOrdered ? uncrossed(weights, columns) : greedy(weights)
}

function greedy(weights: readonly number[][]): [number, number][] {
  const all = weights
    .flatMap((line, row) => line.map((weight, column) => ({ row, column, weight })))
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const rows = new Set<number>()
  const columns = new Set<number>()
  const pairs: [number, number][] = []
  for (const { row, column } of all) {
    if (rows.has(row) || columns.has(column)) continue
    rows.add(row)
    columns.add(column)
    pairs.push([row, column])
  }
  return pairs
}

function uncrossed(weights: readonly number[][], columns: number): [number, number][] {
  const rows = weights.length
  const best = Array.from({ length: rows + 1 }, () => new Float64Array(columns + 1))
  for (let row = rows - 1; row >= 0; row--) {
    for (let column = columns - 1; column >= 0; column--) {
      const paired = weights[row]![column]! + best[row + 1]![column + 1]!
      best[row]![column] = Math.max(paired, best[row + 1]![column]!, best[row]![column + 1]!)
    }
  }
  const pairs: [number, number][] = []
  for (let row = 0, column = 0; row < rows && column < columns;) {
    const here = best[row]![column]!
    if (here === best[row + 1]![column]) row++
    else if (here === best[row]![column + 1]) column++
    else pairs.push([row++, column++])
  }
  return pairs
}
