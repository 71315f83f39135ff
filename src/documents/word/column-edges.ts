/** How many columns each cell of a table takes, from where the cells of its rows end. */
export function columnSpans(rowsOfEdges: readonly (readonly number[])[]): number[][] {
  const columns = columnsOf(rowsOfEdges.flat())
  return rowsOfEdges.map((edges) => {
    let left = -1
    return edges.map((edge) => {
      const right = columns.get(edge) ?? left + 1
      const span = Math.max(right - left, 1)
      left = Math.max(right, left + 1)
      return span
    })
  })
}

/** The column that each edge closes. Edges that are almost at the same place are the same. */
function columnsOf(edges: readonly number[]): ReadonlyMap<number, number> {
  const columns = new Map<number, number>()
  let column = -1
  let last = Number.NEGATIVE_INFINITY
  for (const edge of [...new Set(edges)].sort((one, other) => one - other)) {
    if (edge - last > TOLERANCE) {
      column++
      last = edge
    }
    columns.set(edge, column)
  }
  return columns
}

/** In twentieths of a point. */
const TOLERANCE = 40
