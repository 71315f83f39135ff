import type { Columns, Placed } from './columns.ts'

/** Two columns without what only seems to be the beginning or the end of one of them. */
export function withoutEnds<T extends Placed>(columns: Columns<T>, em: number): Columns<T> {
  return withoutTail(withoutHead(columns, em), em)
}

/** The last row on the left, with room above it, belongs to the text over both columns that it stands close above. */
function withoutTail<T extends Placed>(columns: Columns<T>, em: number): Columns<T> {
  const { left, right, below } = columns
  const [next] = below
  const last = left.at(-1)!
  if (!next || next.box[1] - last.box[3] > 1.5 * em || Math.abs(next.box[0] - last.box[0]) > em)
    return columns
  const start = left.findIndex(({ box }) => box[3] > last.box[1] + 1)
  const bottom = (elements: readonly T[]) =>
    elements.reduce((low, { box }) => Math.max(low, box[3]), -Infinity)
  const above = Math.max(bottom(left.slice(0, start)), bottom(right))
  if (start === 0 || last.box[1] - above < 1.6 * em) return columns
  return { ...columns, left: left.slice(0, start), below: [...left.slice(start), ...below] }
}

/** What stands on the right alone, with room below it, is read before both columns, such as a date. */
function withoutHead<T extends Placed>(columns: Columns<T>, em: number): Columns<T> {
  const start = columns.left[0]!.box[1]
  const { right } = columns
  let bottom = -Infinity
  for (let index = 0; index < right.length; index++) {
    const { box } = right[index]!
    if (index > 0 && box[1] - bottom > 1.5 * em && bottom < start + 0.3 * em) {
      return { ...columns, above: [...columns.above, ...right.slice(0, index)], right: right.slice(index) }
    }
    if (box[3] > start + 0.5 * em) break
    bottom = Math.max(bottom, box[3])
  }
  return columns
}
