import { boxOf, medianOf } from './page.ts'
import type { Columns, Placed } from './page.ts'

/** A page with more elements is not text in columns and is read from top to bottom. */
const MAX_ELEMENTS = 12_000
const MAX_DEPTH = 40

/**
 * Groups in reading order, each a column without a gap: cut along the tallest gap, then each part
 * recursively.
 */
export function readingOrder<T extends Placed>(elements: readonly T[], isRightToLeft: boolean): T[][] {
  if (elements.length > MAX_ELEMENTS) return [[...elements]]
  const groups: T[][] = []
  const cut = (rest: T[], depth: number): void => {
    if (rest.length === 0) return
    const gap = depth < MAX_DEPTH && rest.length > 3 ? columnGap(rest) : undefined
    if (gap === undefined) {
      groups.push(rest)
      return
    }
    const { above, left, right, below } = gap
    cut(above, depth + 1)
    cut(isRightToLeft ? right : left, depth + 1)
    cut(isRightToLeft ? left : right, depth + 1)
    cut(below, depth + 1)
  }
  cut(
    elements.toSorted((one, other) => one.box[1] - other.box[1]),
    0,
  )
  return groups
}

interface Strip {
  left: number
  right: number
  top: number
  bottom: number
}

const MAX_BINS = 300
const MAX_TRIALS = 40

function columnGap<T extends Placed>(elements: readonly T[]): Columns<T> | undefined {
  const em = Math.max(medianOf(elements.map(({ box }) => box[3] - box[1])) / 1.15, 3)
  const strips = emptyStrips(elements, em).filter(
    ({ left, right, top, bottom }) => right - left >= leastWidth((bottom - top) / em, em),
  )
  for (const strip of strips.slice(0, MAX_TRIALS)) {
    const columns = cutAlong(elements, strip, em)
    if (columns && areColumns(columns, strip, em)) return gridRow(columns, em) ?? columns
  }
  return undefined
}

function emptyStrips(elements: readonly Placed[], em: number): Strip[] {
  const [leftmost, , rightmost, lowest] = boxOf(elements)
  const step = Math.max((rightmost - leftmost) / MAX_BINS, 1)
  const count = Math.ceil((rightmost - leftmost) / step)
  if (count < 4) return []
  const top = elements[0]!.box[1]
  const bottoms = new Float64Array(count).fill(top)
  const runs: Run[] = []
  const least = 1.8 * em
  for (const { box } of elements) {
    const [left, above, right, bottom] = box
    const first = Math.max(Math.floor((left - leftmost) / step + 0.2), 0)
    const last = Math.min(Math.ceil((right - leftmost) / step - 0.2), count)
    for (let bin = first; bin < last; bin++) {
      const free = bottoms[bin]!
      if (above - free > least) runs.push({ bin, top: free, bottom: above })
      if (bottom > free) bottoms[bin] = bottom
    }
  }
  bottoms.forEach((free, bin) => {
    if (lowest - free > least) runs.push({ bin, top: free, bottom: lowest })
  })
  const reach = reachOf(elements, em)
  const between = runs.filter(({ bin, top: from, bottom: to }) =>
    reach(leftmost + (bin + 0.5) * step, from, to),
  )
  return widened(between, em).map(({ first, last, top: from, bottom: to }) => ({
    left: leftmost + first * step,
    right: leftmost + (last + 1) * step,
    top: from,
    bottom: to,
  }))
}

/** Whether at least two rows are on either side of a position, between two heights. */
function reachOf(
  elements: readonly Placed[],
  em: number,
): (x: number, top: number, bottom: number) => boolean {
  const start = elements[0]!.box[1]
  const rowAt = (y: number) => Math.min(Math.max(Math.floor((2 * (y - start)) / em), 0), MAX_ROWS)
  const lefts: number[] = []
  const rights: number[] = []
  for (const { box } of elements) {
    const row = rowAt((box[1] + box[3]) / 2)
    lefts[row] = Math.min(lefts[row] ?? Infinity, box[0])
    rights[row] = Math.max(rights[row] ?? -Infinity, box[2])
  }
  return (x, top, bottom) => {
    let left = 0
    let right = 0
    for (let row = rowAt(top) + 1; row < Math.min(rowAt(bottom), lefts.length); row++) {
      if (lefts[row]! < x) left++
      if (rights[row]! > x) right++
      if (left > 1 && right > 1) return true
    }
    return false
  }
}

const MAX_ROWS = 2000

interface Run {
  bin: number
  top: number
  bottom: number
}

const MAX_SEEDS = 80

function widened(runs: readonly Run[], em: number): (Omit<Run, 'bin'> & { first: number; last: number })[] {
  const byBin = Map.groupBy(runs, ({ bin }) => bin)
  const isFree = (bin: number, { top, bottom }: Run) =>
    byBin.get(bin)?.some((run) => run.top < top + 0.4 * em && run.bottom > bottom - 0.4 * em) ?? false
  const strips: ReturnType<typeof widened> = []
  const tallest = runs
    .toSorted((one, other) => other.bottom - other.top - (one.bottom - one.top))
    .slice(0, 3000)
  for (const run of tallest) {
    if (strips.length >= MAX_SEEDS) break
    const isKnown = strips.some(
      ({ first, last, top, bottom }) =>
        run.bin >= first &&
        run.bin <= last &&
        Math.abs(run.top - top) < 0.5 * em &&
        Math.abs(run.bottom - bottom) < 0.5 * em,
    )
    if (isKnown) continue
    let first = run.bin
    let last = run.bin
    while (isFree(first - 1, run)) first--
    while (isFree(last + 1, run)) last++
    strips.push({ first, last, top: run.top, bottom: run.bottom })
  }
  return strips
}

function cutAlong<T extends Placed>(
  elements: readonly T[],
  strip: Strip,
  em: number,
): Columns<T> | undefined {
  const x = (strip.left + strip.right) / 2
  const columns: Columns<T> = { above: [], left: [], right: [], below: [] }
  for (const element of elements) {
    const [left, top, right, bottom] = element.box
    const middle = (top + bottom) / 2
    if (middle < strip.top) columns.above.push(element)
    else if (middle > strip.bottom) columns.below.push(element)
    else if ((left + right) / 2 < x) columns.left.push(element)
    else columns.right.push(element)
  }
  if (columns.left.length === 0 || columns.right.length === 0) return undefined
  return withoutTail(withoutHead(columns, em), em)
}

/** The first row of a grid of cards, split off so that it is read before the content below it. */
function gridRow<T extends Placed>(
  { above, left, right, below }: Columns<T>,
  em: number,
): Columns<T> | undefined {
  const starts = cardStarts(left, em)
  const others = cardStarts(right, em)
  if (starts.length < 2 || starts.length !== others.length) return undefined
  if (!starts.every((start, index) => Math.abs(start - others[index]!) < 0.3 * em)) return undefined
  const isFirst = ({ box }: T) => (box[1] + box[3]) / 2 < starts[1]!
  const elements = [...left, ...right].sort((one, other) => one.box[1] - other.box[1])
  return {
    above: [...above, ...elements.filter(isFirst)],
    left: [],
    right: [],
    below: [...elements.filter((element) => !isFirst(element)), ...below],
  }
}

function cardStarts(elements: readonly Placed[], em: number): number[] {
  const starts: number[] = []
  let bottom = -Infinity
  for (const { box } of elements) {
    if (box[1] - bottom > 1.6 * em) starts.push(box[1])
    bottom = Math.max(bottom, box[3])
  }
  return starts
}

interface Side {
  rows: number[]
  top: number
  bottom: number
  width: number
  fill: number
}

function areColumns<T extends Placed>({ left, right }: Columns<T>, strip: Strip, em: number): boolean {
  const one = sideOf(left)
  const other = sideOf(right)
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  const rows = Math.min(one.rows.length, other.rows.length)
  if (rows < 2 || shared < 1.8 * em) return false
  if (strip.right - strip.left < leastWidth(rows, em)) return false
  // List markers and numbers after entries belong to the text beside them.
  if (one.width < 3.5 * em || other.width < 3.5 * em) return false
  const narrower = Math.min(one.width, other.width)
  const isFarApart = narrower < 12 * em && strip.right - strip.left > 0.5 * narrower
  if (Math.max(one.width, other.width) < 9 * em && areRowsOfCells(one, other, true)) return false
  return !areRowsOfCells(one, other, isFarApart) && !(isFarApart && areLabels(left, right, em))
}

/**
 * Whether one side consists of short pieces level with short pieces of the other side, such as amounts after
 * their names.
 */
function areLabels(left: readonly Placed[], right: readonly Placed[], em: number): boolean {
  const [few, many] = left.length <= right.length ? [left, right] : [right, left]
  const { top, bottom } = sideOf(few)
  const beside = many.filter(({ box }) => box[3] > top + 1 && box[1] < bottom - 1)
  if (beside.length === 0) return false
  const [one, other] = [sideOf(few), sideOf(beside)]
  return one.width < 12 * em && other.width < 12 * em && areRowsOfCells(one, other, true)
}

/** Gaps between words are aligned by chance, but not in many rows. */
function leastWidth(rows: number, em: number): number {
  return (rows >= 7 ? 0.4 : rows >= 4 ? 0.8 : 1.5) * em
}

function sideOf(elements: readonly Placed[]): Side {
  const rows: number[] = []
  const [left, , right, bottom] = boxOf(elements)
  let filled = 0
  let rowBottom = -Infinity
  for (const { box } of elements) {
    filled += box[2] - box[0]
    if ((box[1] + box[3]) / 2 > rowBottom) {
      rows.push((box[1] + box[3]) / 2)
      rowBottom = box[3]
    }
  }
  const width = right - left
  return { rows, top: elements[0]!.box[1], bottom, width, fill: filled / (width * rows.length) }
}

/** Short pieces at the same heights on both sides, or far apart, are read row by row. */
function areRowsOfCells(one: Side, other: Side, isFarApart: boolean): boolean {
  const [few, many] = one.rows.length <= other.rows.length ? [one, other] : [other, one]
  if (!isFarApart) {
    if (few.fill > 0.6 && many.fill > 0.6) return false
    if (few.fill > 0.75 && few.rows.length > 4) return false
  }
  let aligned = 0
  let at = 0
  for (const row of few.rows) {
    while (at < many.rows.length && many.rows[at]! < row - 2) at++
    if (at < many.rows.length && Math.abs(many.rows[at]! - row) <= 2) aligned++
  }
  return aligned >= 0.8 * few.rows.length && few.rows.length >= 0.8 * many.rows.length
}

/**
 * The last row on the left, with space above it, belongs to the text just below, which spans both columns.
 */
function withoutTail<T extends Placed>(columns: Columns<T>, em: number): Columns<T> {
  const { left, right, below } = columns
  const [next] = below
  const last = left.at(-1)!
  if (!next || next.box[1] - last.box[3] > 1.5 * em || Math.abs(next.box[0] - last.box[0]) > em)
    return columns
  const start = left.findIndex(({ box }) => box[3] > last.box[1] + 1)
  const above = boxOf([...left.slice(0, start), ...right])[3]
  if (start === 0 || last.box[1] - above < 1.6 * em) return columns
  return { ...columns, left: left.slice(0, start), below: [...left.slice(start), ...below] }
}

/** Text that is alone on the right with space below it, such as a date, is read before both columns. */
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
