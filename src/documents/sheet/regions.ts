import { DisjointSets } from '../disjoint-sets.ts'
import type { Cell, Range, Sheet } from './workbook.ts'

/** Cells of a sheet that hang together. Its rows follow each other without a gap. */
export interface Region extends Range {
  rows: Map<number, Span[]>
}

/** How many rows the merged cells of all further sheets may cover together. */
export interface MergeRoom {
  mergedRows: number
}

/** A cell, or the part of a merged one that lies in one row. */
export interface Span {
  left: number
  right: number
  cell: Cell | undefined
  /** The merged cell that it belongs to. */
  merge: Range | undefined
}

/**
 * The tables of a sheet: cells belong together when they touch with an edge, and merged cells count in their full size.
 * A region that lies inside of the rectangle of another one belongs to it. They come in the order of their first cells.
 */
export function findRegions({ cells, merges }: Sheet, room: MergeRoom): Region[] {
  const rows = spansByRow(cells, clipped(merges, cells, room))
  const sets = new DisjointSets()
  let above: { row: number; spans: NumberedSpan[] } = { row: -2, spans: [] }
  for (const [row, spans] of rows) {
    let before: NumberedSpan | undefined
    for (const span of spans) {
      span.set = sets.add()
      if (before && before.right + 1 >= span.left) sets.join(before.set, span.set)
      before = span
    }
    if (above.row === row - 1) {
      joinOverlapping(above.spans, spans, sets)
    }
    above = { row, spans }
  }
  return absorb(collect(rows, sets))
}

/** A span while it is not yet known what it hangs together with. */
interface NumberedSpan extends Span {
  set: number
}

/** All spans, sorted by row and column, without those that lie hidden under a merged cell. */
function spansByRow(cells: readonly Cell[], merges: readonly Range[]): Map<number, NumberedSpan[]> {
  const rows = new Map<number, NumberedSpan[]>()
  const add = (row: number, span: NumberedSpan) => {
    const spans = rows.get(row)
    if (spans) spans.push(span)
    else rows.set(row, [span])
  }
  for (const merge of merges) {
    for (let row = merge.top; row <= merge.bottom; row++) {
      add(row, { left: merge.left, right: merge.right, cell: undefined, merge, set: 0 })
    }
  }
  for (const cell of cells) {
    add(cell.row, { left: cell.column, right: cell.column, cell, merge: undefined, set: 0 })
  }
  const sorted = [...rows].sort(([upper], [lower]) => upper - lower)
  return new Map(sorted.map(([row, spans]) => [row, withoutHidden(row, spans)]))
}

function withoutHidden(row: number, spans: NumberedSpan[]): NumberedSpan[] {
  const seen: NumberedSpan[] = []
  spans.sort((a, b) => a.left - b.left || Number(b.merge !== undefined) - Number(a.merge !== undefined))
  for (const span of spans) {
    const last = seen.at(-1)
    if (!last || span.left > last.right) seen.push(span)
    else if (span.cell && last.merge?.top === row && last.merge.left === span.left) last.cell = span.cell
  }
  return seen
}

/** Merged cells may reach over a whole sheet; larger ones end where the rest does. */
const MAX_FREE_PLACES = 4096

/** The merged cells that there is room for. The others count as not merged. */
function clipped(merges: readonly Range[], cells: readonly Cell[], room: MergeRoom): Range[] {
  const small = merges.filter((merge) => placesOf(merge) <= MAX_FREE_PLACES)
  let bottom = -1
  let right = -1
  for (const cell of cells) {
    bottom = Math.max(bottom, cell.row)
    right = Math.max(right, cell.column)
  }
  for (const merge of small) {
    bottom = Math.max(bottom, merge.bottom)
    right = Math.max(right, merge.right)
  }
  return merges
    .map((merge) => ({
      ...merge,
      bottom: Math.min(merge.bottom, bottom),
      right: Math.min(merge.right, right),
    }))
    .filter((merge) => {
      if (merge.bottom < merge.top || merge.right < merge.left) return false
      const rows = merge.bottom - merge.top + 1
      if (rows > room.mergedRows) return false
      room.mergedRows -= rows
      return true
    })
}

function placesOf({ top, left, bottom, right }: Range): number {
  return (bottom - top + 1) * (right - left + 1)
}

function joinOverlapping(above: NumberedSpan[], below: NumberedSpan[], sets: DisjointSets): void {
  let upper = 0
  let lower = 0
  while (upper < above.length && lower < below.length) {
    const up = above[upper]!
    const down = below[lower]!
    if (up.left <= down.right && down.left <= up.right) sets.join(up.set, down.set)
    if (up.right < down.right) upper++
    else lower++
  }
}

function collect(rows: Map<number, NumberedSpan[]>, sets: DisjointSets): Region[] {
  const regions = new Map<number, Region>()
  for (const [row, spans] of rows) {
    for (const span of spans) {
      const id = sets.find(span.set)
      let region = regions.get(id)
      if (!region) {
        region = { top: row, left: span.left, bottom: row, right: span.right, rows: new Map() }
        regions.set(id, region)
      }
      addSpan(region, row, span)
    }
  }
  return [...regions.values()].filter(holdsText)
}

/** Merged cells without a text are but decoration, unless they hang on others. */
function holdsText(region: Region): boolean {
  for (const spans of region.rows.values()) if (spans.some(({ cell }) => cell)) return true
  return false
}

function addSpan(region: Region, row: number, span: Span): void {
  const present = region.rows.get(row)
  if (present) present.push(span)
  else region.rows.set(row, [span])
  region.bottom = Math.max(region.bottom, row)
  region.left = Math.min(region.left, span.left)
  region.right = Math.max(region.right, span.right)
}

/** With how many large regions each one is compared, so that a sheet of a million islands stays cheap. */
const MAX_HOSTS = 32

function absorb(regions: Region[]): Region[] {
  const hosts = regions.toSorted((a, b) => placesOf(b) - placesOf(a)).slice(0, MAX_HOSTS)
  const grown = new Set<Region>()
  const left = regions.filter((region) => {
    const host = hosts.find((candidate) => candidate !== region && contains(candidate, region))
    if (!host) return true
    for (const [row, spans] of region.rows) for (const span of spans) addSpan(host, row, span)
    grown.add(host)
    return false
  })
  for (const host of grown) for (const spans of host.rows.values()) spans.sort((a, b) => a.left - b.left)
  return left
}

function contains(outer: Range, inner: Range): boolean {
  return (
    outer.top <= inner.top &&
    outer.left <= inner.left &&
    outer.bottom >= inner.bottom &&
    outer.right >= inner.right &&
    placesOf(outer) > placesOf(inner)
  )
}
