import type { Word } from '../page.ts'
import { buildTable } from './build-table.ts'
import type { FoundTable } from './found-table.ts'
import { indexAt } from './grid.ts'
import type { GridCell } from './grid.ts'
import { THIN } from './ruling.ts'
import type { Segment } from './ruling.ts'
import { CELL_GAP, columnGapsOf, headGapsOf, SOLID_GAP, textOf } from './text-columns.ts'
import { textHeadOf } from './text-head.ts'
import { chunksOf, greatestOf, isLeader, isNumeric, leastOf, medianOf, textLinesOf } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { textRowsOf } from './text-rows.ts'
import type { FieldLine } from './text-rows.ts'

/** Words that are closer than this, in heights of their letters, may be in one cell over several columns. */
const WORD_GAP = 0.5
/** With more fields than this, of which most are empty, words are in no columns. */
const MAX_FIELDS = 200_000

/** Reads words as a table by how they are aligned, with what lines there are between rows and between columns. */
export function readTextTable(
  words: readonly Word[],
  rules: readonly Segment[],
  verticals: readonly Segment[] = [],
): FoundTable | undefined {
  const lines = textLinesOf(words)
  if (lines.length < 2) return undefined
  const [left, right] = extentOf(lines)
  const slack = (right - left) * 0.08
  const isAcross = ({ from, to }: Segment) => from < left + slack && to > right - slack
  const full = rules.filter(isAcross).map(({ at }) => at)
  const headCount = headCountOf(lines, full)
  const xs = bordersOf(lines, lines.length - headCount > 1 ? headCount : 0, verticals)
  if (xs.length < 3 || lines.length * xs.length > MAX_FIELDS) return undefined
  const fielded = lines.slice(headCount).map((line) => toFields(line, xs))
  const partial = rules.filter((rule) => !isAcross(rule))
  const head = textHeadOf(lines.slice(0, headCount), { xs, contents: contentsOf(fielded, xs) }, partial)
  const body = textRowsOf(fielded, full)
  const owners = [...head, ...body.map((row, index) => toCells(row, head.length + index, xs))]
  return buildTable(owners, xs, head.length || undefined)
}

/** Borders of columns, drawn ones and those that words leave free between them. */
function bordersOf(lines: readonly TextLine[], headCount: number, verticals: readonly Segment[]): number[] {
  const [left, right] = extentOf(lines)
  const top = lines[headCount]!.top
  const bottom = lines.at(-1)!.bottom
  const drawn = verticals
    .filter(({ from, to }) => Math.min(to, bottom) - Math.max(from, top) > (bottom - top) * 0.5)
    .map(({ at }) => at)
    .filter((at, index, all) => at > left && at < right && !(at - all[index - 1]! < THIN + 1))
  const xs = [left, ...drawn, right]
  const fields = lines.map((line) => toFields(line, xs))
  const columns = xs.slice(0, -1).flatMap((x, column) => {
    const inside = fields.map((line) => ({ ...line, words: line.fields[column]! }))
    return [x, ...columnGapsOf(inside.slice(headCount), inside.slice(0, headCount))]
  })
  return withHeadColumns([...columns, right], lines.slice(0, headCount), lines.slice(headCount))
}

/** Adds columns that have a label in the head and nothing below it. */
function withHeadColumns(
  xs: readonly number[],
  head: readonly TextLine[],
  body: readonly TextLine[],
): number[] {
  const boxes = body.flatMap(({ words }) => words.map(({ box }) => box))
  const isEmpty = (from: number, to: number) => !boxes.some(([left, , right]) => left < to && right > from)
  const starts = headGapsOf(head)
    .filter(({ from, to }) => !xs.some((x) => x > from && x < to))
    .map(({ to }) => to - 0.5)
  const added = starts.filter((x) => {
    const column = indexAt(xs, x)
    return isEmpty(xs[column]!, x) || isEmpty(x, xs[column + 1]!)
  })
  return [...xs, ...added].toSorted((a, b) => a - b)
}

function extentOf(lines: readonly TextLine[]): [number, number] {
  const boxes = lines.flatMap(({ words }) => words.map(({ box }) => box))
  return [leastOf(boxes.map(([x]) => x)), greatestOf(boxes.map(([, , x]) => x))]
}

/** How many lines stand over the first line across the table, or else over the first line with numbers. */
function headCountOf(lines: readonly TextLine[], rules: readonly number[]): number {
  for (const y of rules) {
    const count = lines.findIndex(({ top, bottom }) => (top + bottom) / 2 > y)
    if (count > 0 && count <= Math.max(6, lines.length / 2)) return count
  }
  const first = lines.findIndex(({ words }) => hasNumbers(words))
  if (first < 1 || first > Math.max(6, lines.length / 3)) return 0
  return isLikeRows(lines.slice(0, first), lines.slice(first)) ? 0 : first
}

/** Whether lines before the first number are rows too: as far apart, and all in as many cells. */
function isLikeRows(head: readonly TextLine[], body: readonly TextLine[]): boolean {
  const counts = head.map(({ words }) => chunksOf(words, CELL_GAP).length)
  if (head.length < 3 || counts.some((count) => count < 2 || count !== counts[0])) return false
  return medianOf(gapsOf(head)) > medianOf(gapsOf(body)) * 0.8
}

function gapsOf(lines: readonly TextLine[]): number[] {
  return lines.slice(1).map((line, index) => line.top - lines[index]!.bottom)
}

function hasNumbers(words: readonly Word[]): boolean {
  const rest = chunksOf(words, CELL_GAP).slice(1)
  return rest.length > 0 && rest.filter((chunk) => isNumeric(textOf(chunk.words))).length >= rest.length / 2
}

/** From where to where words reach in each column. */
function contentsOf(lines: readonly FieldLine[], xs: readonly number[]): [number, number][] {
  return xs.slice(1).map((right, column) => {
    const left = xs[column]!
    const words = lines.flatMap(({ fields }) => fields[column]!)
    if (words.length === 0) return [left, right]
    const lefts = words.map(({ box }) => box[0])
    const rights = words.map(({ box }) => box[2])
    return [Math.max(leastOf(lefts), left), Math.min(greatestOf(rights), right)]
  })
}

/**
 * Sorts the words of a line into the columns of a table. Words without a gap between them stay together, and dots stay
 * with what is before them.
 */
export function toFields(line: TextLine, xs: readonly number[]): FieldLine {
  const columns = new Map<Word, number>()
  for (const { words, left, right } of chunksOf(
    line.words.filter((word) => !isLeader(word)),
    SOLID_GAP,
  )) {
    const first = indexAt(xs, left + 1)
    const isOneCell = words.length > 1 && first < indexAt(xs, right - 1)
    for (const word of words)
      columns.set(word, isOneCell ? first : indexAt(xs, (word.box[0] + word.box[2]) / 2))
  }
  const fields: Word[][] = xs.slice(1).map(() => [])
  let column = 0
  for (const word of line.words) {
    column = columns.get(word) ?? column
    fields[column]!.push(word)
  }
  return { ...line, fields }
}

/** The cells of a row of text; words without a gap over a column border are one cell over both columns. */
function toCells(lines: readonly FieldLine[], row: number, xs: readonly number[]): GridCell[] {
  const columnCount = xs.length - 1
  const chunks = lines.flatMap(({ words }) =>
    chunksOf(
      words.filter((word) => !isLeader(word)),
      WORD_GAP,
    ),
  )
  const isOpen = (column: number) =>
    lines.every(({ fields }) => fields[column - 1]!.length === 0 || fields[column]!.length === 0) &&
    chunks.some(({ left, right }) => left < xs[column]! - 3 && right > xs[column]! + 3)
  const cells: GridCell[] = []
  for (let column = 0; column < columnCount; column++) {
    const words = lines.flatMap(({ fields }) => fields[column]!)
    const last = cells[column - 1]
    if (last && isOpen(column)) {
      last.words.push(...words)
      last.colspan++
      cells.push(last)
    } else {
      cells.push({ row, column, rowspan: 1, colspan: 1, words })
    }
  }
  return cells
}
