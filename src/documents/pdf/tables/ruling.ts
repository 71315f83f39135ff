import type { Box } from '../../converted.ts'
import type { PdfPage, Rule, Word } from '../page.ts'
import { grouped } from '../../groups.ts'

/** A straight line: its position across its direction, and its range along it. */
export interface Segment {
  at: number
  from: number
  to: number
}

/** Lines of a page that may be cell borders, joined and sorted by position. */
export interface Ruling {
  horizontals: Segment[]
  verticals: Segment[]
}

/** Drawn lines, and the same together with the edges of shaded areas. */
export interface PageRuling {
  drawn: Ruling
  all: Ruling
}

/** Two lines at most this far apart are the two sides of one. */
export const THIN = 3
/** Pieces of a line without a wider gap are one line; dots and dashes may be farther apart. */
const MAX_GAP = 1
const MAX_DASH_GAP = 3
const MAX_DASH = 12
const MIN_LENGTH = 7
const MAX_RULES = 60_000
const MAX_SEGMENTS = 2500
const MAX_EDGES_AT_ONE_PLACE = 200
const NO_RULING: Ruling = { horizontals: [], verticals: [] }

/** Joins the pieces of lines, and leaves out invisible edges. */
export function rulingOf(page: PdfPage): PageRuling {
  if (page.rules.length + page.fills.length > MAX_RULES) return { drawn: NO_RULING, all: NO_RULING }
  const edges = edgesOf(page)
  const seen: Rule[] = []
  const drawn: Rule[] = []
  for (const rule of [...page.rules, ...dashedRules(page.words)]) {
    const isLine = rule.width > 0 || isAlong(edges.lines, rule)
    const isShade = !isLine && isAlong(edges.shades, rule)
    if (!isLine && !isShade && isAlong(edges.paper, rule)) continue
    seen.push(rule)
    if (!isShade) drawn.push(rule)
  }
  return { drawn: toRuling(drawn), all: toRuling(seen) }
}

/** Whether a word is a horizontal line typed with dashes. */
export function isTypedRule({ text }: Word): boolean {
  return text.length >= 8 && /^[-_=—–]+$/.test(text)
}

function dashedRules(words: readonly Word[]): Rule[] {
  return words.filter(isTypedRule).map(({ box }) => {
    const y = (box[1] + box[3]) / 2
    return { x1: box[0], x2: box[2], y1: y, y2: y, width: 1 }
  })
}

function toRuling(rules: readonly Rule[]): Ruling {
  const horizontals: Segment[] = []
  const verticals: Segment[] = []
  for (const rule of rules) (isHorizontal(rule) ? horizontals : verticals).push(toSegment(rule))
  return { horizontals: mergeCollinear(horizontals), verticals: mergeCollinear(verticals) }
}

function isHorizontal({ x1, y1, x2, y2 }: Rule): boolean {
  return y2 - y1 <= x2 - x1
}

function toSegment(rule: Rule): Segment {
  const { x1, y1, x2, y2 } = rule
  return isHorizontal(rule)
    ? { at: (y1 + y2) / 2, from: x1, to: x2 }
    : { at: (x1 + x2) / 2, from: y1, to: y2 }
}

interface Edges {
  horizontals: ReadonlyMap<number, Segment[]>
  verticals: ReadonlyMap<number, Segment[]>
}

/**
 * Thin areas are lines. Areas in the color of the paper or behind the whole page are invisible, others are
 * shades.
 */
function edgesOf({ fills, width, height }: PdfPage): Record<'lines' | 'shades' | 'paper', Edges> {
  const boxes: Record<'lines' | 'shades' | 'paper', Box[]> = { lines: [], shades: [], paper: [] }
  for (const { box, color } of fills) {
    const [x1, y1, x2, y2] = box
    const isLine = Math.min(x2 - x1, y2 - y1) <= THIN
    const isPaper = color === 'ffffff' || (x2 - x1 > width * 0.9 && y2 - y1 > height * 0.9)
    boxes[isLine ? 'lines' : isPaper ? 'paper' : 'shades'].push(box)
  }
  return { lines: toEdges(boxes.lines), shades: toEdges(boxes.shades), paper: toEdges(boxes.paper) }
}

function toEdges(boxes: readonly Box[]): Edges {
  return {
    horizontals: byPlace(boxes.flatMap(([from, y1, to, y2]) => [y1, y2].map((at) => ({ at, from, to })))),
    verticals: byPlace(boxes.flatMap(([x1, from, x2, to]) => [x1, x2].map((at) => ({ at, from, to })))),
  }
}

/** Each edge is stored under the half points on both sides of it. Adjacent edges are joined. */
function byPlace(edges: readonly Segment[]): Map<number, Segment[]> {
  const places = new Map<number, Segment[]>()
  for (const edge of edges.toSorted(byStart)) {
    for (const place of [Math.floor(edge.at * 2), Math.floor(edge.at * 2) + 1]) {
      const same = places.get(place)
      const last = same?.at(-1)
      if (!same) places.set(place, [{ ...edge }])
      else if (edge.from <= last!.to + 1) last!.to = Math.max(last!.to, edge.to)
      else if (same.length < MAX_EDGES_AT_ONE_PLACE) same.push({ ...edge })
    }
  }
  return places
}

function isAlong({ horizontals, verticals }: Edges, rule: Rule): boolean {
  const { at, from, to } = toSegment(rule)
  const edges = (isHorizontal(rule) ? horizontals : verticals).get(Math.round(at * 2))
  return edges !== undefined && edges.some((edge) => edge.from <= from + 1 && edge.to >= to - 1)
}

function byStart(a: Segment, b: Segment): number {
  return a.from - b.from
}

function mergeCollinear(pieces: Segment[]): Segment[] {
  const groups = grouped(
    pieces.sort((a, b) => a.at - b.at),
    ([first], piece) => piece.at - first.at <= THIN,
  )
  const merged = groups.flatMap(mergeGroup)
  return merged.length > MAX_SEGMENTS ? [] : merged
}

function mergeGroup(group: Segment[]): Segment[] {
  group.sort(byStart)
  const merged: Segment[] = []
  let weighted = 0
  let length = 0
  for (const { at, from, to } of group) {
    const last = merged.at(-1)
    const maxGap = to - from <= MAX_DASH ? MAX_DASH_GAP : MAX_GAP
    if (last && from <= last.to + maxGap) {
      last.to = Math.max(last.to, to)
    } else {
      merged.push({ at, from, to })
      weighted = 0
      length = 0
    }
    weighted += at * (to - from)
    length += to - from
    if (length > 0) merged.at(-1)!.at = weighted / length
  }
  return merged.filter(({ from, to }) => to - from >= MIN_LENGTH)
}
