import type { Line } from './line.ts'
import type { PageFlow } from './page-flow.ts'
import { medianOf } from './page.ts'

interface EdgeLine {
  line: Line
  page: number
  edge: 'top' | 'bottom'
  distance: number
  pattern: string
  row: number
  share: number
  /** The gap to the text inside, in font heights. */
  room: number
}

const EDGE_SHARE = 0.13
const MAX_ROWS = 4

/** Lines repeated at the edges of pages; on a single page only an obvious page number. */
export function runningLines(pages: readonly PageFlow[]): Set<Line> {
  const usual = usualSize(pages)
  const edgeLines = pages.flatMap(edgeLinesOf)
  const running = new Set<Line>()
  const repeated = new Map<string, EdgeLine[]>()
  for (const edgeLine of edgeLines) {
    // Chapter headings at the top of pages may also differ only in their numbers, but they are large.
    const { line, edge, pattern } = edgeLine
    const key = `${edge} ${line.size > 1.2 * usual ? line.text : pattern}`
    const same = repeated.get(key)
    if (same) same.push(edgeLine)
    else repeated.set(key, [edgeLine])
  }
  for (const same of repeated.values()) {
    if (areRunning(same, pages.length)) for (const { line } of same) running.add(line)
  }
  for (const rows of edges(edgeLines)) {
    keepFirstLines(rows, running)
    for (const [index, row] of rows.entries()) {
      const isKnown = row.every(({ line }) => running.has(line))
      // In a table of contents, every row has a number.
      const isPage = isPageRow(row) && !(rows[index + 1] && isPageRow(rows[index + 1]!))
      if (!isKnown && !isPage && !isRemote(row, usual)) break
      for (const { line } of row) running.add(line)
    }
  }
  for (const page of pages) for (const line of stampsOf(page)) running.add(line)
  return running
}

/**
 * A line that touches the inner text is its first line, even if it is repeated; except the outermost line.
 */
function keepFirstLines(rows: readonly EdgeLine[][], running: Set<Line>): void {
  for (let index = rows.length - 1; index > 0; index--) {
    const isInsideKept = rows[index + 1]?.every(({ line }) => !running.has(line)) ?? true
    for (const { line, room } of rows[index]!) {
      if (isInsideKept && room < TOUCHING_ROOM) running.delete(line)
    }
  }
}

const TOUCHING_ROOM = 0.35

function edges(lines: readonly EdgeLine[]): EdgeLine[][][] {
  return [...Map.groupBy(lines, ({ page, edge }) => `${page} ${edge}`).values()].map((edge) => [
    ...Map.groupBy(edge, ({ row }) => row).values(),
  ])
}

function usualSize(pages: readonly PageFlow[]): number {
  const sizes = pages.flatMap(({ columns }) =>
    columns.flatMap(({ items }) => items.flatMap((item) => (item.kind === 'line' ? item.line.size : []))),
  )
  return medianOf(sizes)
}

function edgeLinesOf({ number, height, columns }: PageFlow): EdgeLine[] {
  const lines = columns.flatMap(({ items, turn }) =>
    turn === 0
      ? items.map((item) => (item.kind === 'line' ? item.line : { box: item.box, text: '', size: 0 }))
      : [],
  )
  const rows = lines.toSorted((one, other) => one.box[1] - other.box[1])
  const found: EdgeLine[] = []
  for (const edge of ['top', 'bottom'] as const) {
    const inward = edge === 'top' ? rows : rows.toReversed()
    const near = inward
      .slice(0, 12)
      .filter(({ box }) => (edge === 'top' ? box[1] : height - box[3]) < EDGE_SHARE * height)
    let row = 0
    let reach = -1
    for (const line of near) {
      const [from, to] =
        edge === 'top' ? [line.box[1], line.box[3]] : [height - line.box[3], height - line.box[1]]
      if (reach >= 0 && from > reach - 0.4 * (to - from)) row++
      reach = Math.max(reach, to)
      if (row >= MAX_ROWS) break
      if (!('spans' in line)) continue
      found.push({
        line: line as Line,
        page: number,
        edge,
        distance: from,
        pattern: patternOf(line.text),
        row,
        share: from / height,
        room: roomInside(line as Line, inward, edge),
      })
    }
  }
  return found
}

/** The gap to the next inner row in font heights; a large number if there is none. */
function roomInside(line: Line, inward: readonly { box: Line['box'] }[], edge: 'top' | 'bottom'): number {
  for (const { box } of inward) {
    const gap = edge === 'top' ? box[1] - line.box[3] : line.box[1] - box[3]
    if (gap > -0.3 * line.size) return gap / line.size
  }
  return 99
}

function patternOf(text: string): string {
  return text.replace(/\d+/g, '#').replace(/\s+/g, ' ').toLowerCase().trim()
}

/** The same on two pages or more, at the same distance from the edge, and on many of the pages between. */
function areRunning(same: readonly EdgeLine[], pageCount: number): boolean {
  const pages = new Set(same.map(({ page }) => page))
  if (pages.size < 2 || pageCount < 2) return false
  const [{ distance, pattern }] = same as [EdgeLine]
  const isSteady = same.filter((one) => Math.abs(one.distance - distance) < 6).length >= 0.6 * same.length
  if (!isSteady || pattern.length > 200) return false
  const span = same.at(-1)!.page - same[0]!.page + 1
  return pages.size >= Math.max(2, span * 0.25)
}

/** A separate row with the page number, and possibly a short title or a notice. */
function isPageRow(row: readonly EdgeLine[]): boolean {
  const pieces = row.flatMap(({ line }) => line.pieces ?? [line.text])
  if (lengthOf(row) > MAX_ROW_LETTERS) return false
  if (HEAD_IN_CAPITALS.test(pieces.join(' '))) return true
  return row.every(({ room }) => room > MIN_ROOM) && pieces.some((piece) => PAGE_NUMBER.test(piece))
}

function isRemote(row: readonly EdgeLine[], usual: number): boolean {
  return (
    lengthOf(row) < MAX_ROW_LETTERS &&
    row.every(
      ({ line, room, share }) =>
        (share < 0.045 && room > 2 && line.size < 0.95 * usual) || STAMP.test(line.text),
    )
  )
}

function lengthOf(row: readonly EdgeLine[]): number {
  return row.reduce((sum, { line }) => sum + line.text.length, 0)
}

/** Notices that servers print on downloaded pages. */
const STAMP =
  /^(?:downloaded (?:from|by|on)\b|download date:|this content downloaded\b|authorized licensed use\b)/i

const HEAD_IN_CAPITALS =
  /^(?:\d{1,4}\s+[\p{Lu}\s.,'’&:-]{4,60}(?:\[.{1,20})?|[\p{Lu}\s.,'’&:-]{4,60}\s\d{1,4})$/u

const MIN_ROOM = 0.5
const MAX_ROW_LETTERS = 140

const PAGE_NUMBER =
  /^[\s\-–—|[(•·~]*(?:(?:page|seite|página|pagina|p\.|pg\.?)\s*)?(?:\d{1,4}|[ivxl]{1,7})(?:\s*(?:\/|of|von|de|di|sur)\s*\d{1,4})?[\s\-–—|\])•·~]*$/i

/** Notices in the margins of a page: a rotated line near its side, beside unrotated text. */
function stampsOf({ width, columns }: PageFlow): Line[] {
  if (columns[0]?.turn !== 0) return []
  const turned = columns.filter(({ turn }) => turn === 90 || turn === 270)
  return turned.flatMap(({ items, turn }) =>
    items.flatMap((item) => {
      if (item.kind !== 'line' || item.line.text.length < 20) return []
      const distance = turn === 270 ? item.line.box[1] : width - item.line.box[3]
      const isAtSide = Math.min(distance, width - distance) < 0.08 * width
      return isAtSide ? [item.line] : []
    }),
  )
}
