import type { Range } from './workbook.ts'

/** The place that a reference like `B7` or `$B$7` names; undefined for anything else. */
export function placeOf(reference: string): { row: number; column: number } | undefined {
  const found = /^\$?([A-Za-z]{1,3})\$?(\d{1,7})$/.exec(reference)
  if (!found) return undefined
  const row = Number(found[2]) - 1
  return row < 0 ? undefined : { row, column: columnOf(found[1]!) }
}

/** The rectangle that a reference like `A1:C3` names; a single place counts as one. */
export function rangeOf(reference: string): Range | undefined {
  const [start, end = start] = reference.split(':', 2).map((part) => placeOf(part))
  if (!start || !end) return undefined
  return {
    top: Math.min(start.row, end.row),
    left: Math.min(start.column, end.column),
    bottom: Math.max(start.row, end.row),
    right: Math.max(start.column, end.column),
  }
}

function columnOf(letters: string): number {
  let column = 0
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64
  return column - 1
}
