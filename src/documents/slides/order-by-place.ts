/** Something with an upper left corner, in any unit. */
export interface Placed {
  top: number
  left: number
}

/**
 * Things as a reader goes through them: from top to bottom, and in a row from left to right. A row is what follows each
 * other with upper edges that differ by no more than the tolerance.
 */
export function orderByPlace<T extends Placed>(things: readonly T[], tolerance: number): T[] {
  return rowsByPlace(things, tolerance).flat()
}

/** The same, row by row. */
export function rowsByPlace<T extends Placed>(things: readonly T[], tolerance: number): T[][] {
  const rows: T[][] = []
  let lastTop = -Infinity
  for (const thing of things.toSorted((a, b) => a.top - b.top)) {
    if (thing.top - lastTop <= tolerance) rows.at(-1)!.push(thing)
    else rows.push([thing])
    lastTop = thing.top
  }
  for (const row of rows) row.sort((a, b) => a.left - b.left)
  return rows
}
