import type { Box } from '../../converted.ts'
import { DisjointSets } from '../../disjoint-sets.ts'
import type { Word } from '../page.ts'
import type { Grid } from './build-table.ts'
import { THIN } from './ruling.ts'
import type { PageRuling, Ruling, Segment } from './ruling.ts'
import { middleOf } from './text-lines.ts'

/** Lines that meet, as borders of the cells of one table do. */
export interface Lattice {
  box: Box
  /** Whether its columns are parted by lines; else it is made of shades only. */
  isDrawn: boolean
  horizontals: Segment[]
  verticals: Segment[]
}

/** Lines that end this close to each other meet. */
const TOUCH = 4
/** A border is one when it covers this share of the side of a field. */
const MIN_COVER = 0.6
/** More lines than this in one place are a drawing. */
const MAX_LINES = 400

/** Groups lines that meet. Where cells are drawn with lines, shades inside of them border nothing. */
export function latticesOf({ drawn, all }: PageRuling): Lattice[] {
  const boxes = latticesIn(drawn)
    .filter(({ horizontals, verticals }) => horizontals.length > 2 && verticals.length > 2)
    .map(({ box }) => box)
  const lines = {
    horizontals: unitedWith(drawn.horizontals, all.horizontals, ({ at, from, to }) =>
      isInside(boxes, at, (from + to) / 2),
    ),
    verticals: unitedWith(drawn.verticals, all.verticals, ({ at, from, to }) =>
      isInside(boxes, (from + to) / 2, at),
    ),
  }
  return latticesIn(lines).map((lattice) => ({
    ...lattice,
    isDrawn: lattice.verticals.some((vertical) => isAmong(drawn.verticals, vertical)),
  }))
}

/** Whether one of the lines, which are sorted by where they lie, is this one for the most part. */
export function isAmong(segments: readonly Segment[], { at, from, to }: Segment): boolean {
  for (let index = firstFrom(segments, at - THIN); index < segments.length; index++) {
    const segment = segments[index]!
    if (segment.at > at + THIN) return false
    if (Math.min(segment.to, to) - Math.max(segment.from, from) > (to - from) / 2) return true
  }
  return false
}

function isInside(boxes: readonly Box[], y: number, x: number): boolean {
  return boxes.some(([left, top, right, bottom]) => x > left && x < right && y > top && y < bottom)
}

/** Drawn lines where cells are drawn, all lines elsewhere. */
function unitedWith(drawn: Segment[], all: Segment[], isDrawnArea: (segment: Segment) => boolean): Segment[] {
  return [...drawn.filter(isDrawnArea), ...all.filter((segment) => !isDrawnArea(segment))].toSorted(
    (a, b) => a.at - b.at,
  )
}

function latticesIn({ horizontals, verticals }: Ruling): Lattice[] {
  return groupTouching(horizontals, verticals)
    .filter(({ length }) => length > 2 && length <= MAX_LINES)
    .map((group) => toLattice(group, horizontals, verticals))
    .filter((lattice) => lattice.horizontals.length > 1 && lattice.verticals.length > 0)
}

/** Indexes of lines that meet; those of verticals follow those of horizontals. */
function groupTouching(horizontals: Segment[], verticals: Segment[]): number[][] {
  const sets = new DisjointSets()
  const members = [...horizontals, ...verticals].map(() => sets.add())
  for (const [index, { at, from, to }] of horizontals.entries()) {
    for (let v = firstFrom(verticals, from - TOUCH); v < verticals.length; v++) {
      const vertical = verticals[v]!
      if (vertical.at > to + TOUCH) break
      if (vertical.from - TOUCH <= at && at <= vertical.to + TOUCH) {
        sets.join(horizontals.length + v, index)
      }
    }
  }
  return [...Map.groupBy(members, (member) => sets.find(member)).values()]
}

function firstFrom(segments: readonly Segment[], place: number): number {
  let low = 0
  let high = segments.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (segments[middle]!.at < place) low = middle + 1
    else high = middle
  }
  return low
}

function toLattice(group: number[], horizontals: Segment[], verticals: Segment[]): Lattice {
  const rows = group.filter((index) => index < horizontals.length).map((index) => horizontals[index]!)
  const columns = group
    .filter((index) => index >= horizontals.length)
    .map((index) => verticals[index - horizontals.length]!)
  const box: Box = [
    Math.min(...rows.map(({ from }) => from), ...columns.map(({ at }) => at)),
    Math.min(...rows.map(({ at }) => at), ...columns.map(({ from }) => from)),
    Math.max(...rows.map(({ to }) => to), ...columns.map(({ at }) => at)),
    Math.max(...rows.map(({ at }) => at), ...columns.map(({ to }) => to)),
  ]
  return { box, isDrawn: true, horizontals: rows, verticals: columns }
}

/** The grid that lines border, with the sides of the table closed where no line is drawn there. */
export function gridOf({ box, horizontals, verticals }: Lattice, words: readonly Word[]): Grid {
  const xs = withoutGaps(
    placesOf([box[0], ...verticals.map(({ at }) => at), box[2]]),
    words.map((word) => (word.box[0] + word.box[2]) / 2),
  )
  const ys = withoutGaps(placesOf([box[1], ...horizontals.map(({ at }) => at), box[3]]), words.map(middleOf))
  const right = xs.slice(1).map((x) => verticals.filter(({ at }) => Math.abs(at - x) <= TOUCH))
  const below = ys.slice(1).map((y) => horizontals.filter(({ at }) => Math.abs(at - y) <= TOUCH))
  return {
    xs,
    ys,
    isClosedRight: (row, column) => isCovered(right[column]!, ys[row]!, ys[row + 1]!),
    isClosedBelow: (row, column) => isCovered(below[row]!, xs[column]!, xs[column + 1]!),
  }
}

/** Places that lie apart; those closer than the sides of one line are one. */
function placesOf(places: number[]): number[] {
  places.sort((a, b) => a - b)
  const apart: number[][] = []
  for (const place of places) {
    const last = apart.at(-1)
    if (last && place - last[0]! <= THIN + 1) last.push(place)
    else apart.push([place])
  }
  return apart.map((group) => group.reduce((sum, place) => sum + place, 0) / group.length)
}

/** Joins lines that are close to each other with no word between them, as the two of a double frame. */
function withoutGaps(lines: number[], places: readonly number[]): number[] {
  const kept: number[] = []
  for (const line of lines) {
    const last = kept.at(-1)
    const isGap =
      last !== undefined && line - last < TOUCH * 2 && !places.some((place) => place > last && place < line)
    if (isGap) kept[kept.length - 1] = (last + line) / 2
    else kept.push(line)
  }
  return kept
}

function isCovered(segments: Segment[], from: number, to: number): boolean {
  let covered = 0
  for (const segment of segments)
    covered += Math.max(0, Math.min(segment.to, to) - Math.max(segment.from, from))
  return covered >= (to - from) * MIN_COVER
}
