import { boxOf, medianOf } from '../page.ts'
import type { Word } from '../page.ts'
import { buildTable, indexAt } from './build-table.ts'
import type { FoundTable, GridCell } from './build-table.ts'
import { THIN } from './ruling.ts'
import type { Segment } from './ruling.ts'
import { textHeadOf } from './text-head.ts'
import {
  CELL_GAP,
  chunksOf,
  columnGapsOf,
  headGapsOf,
  isNumeric,
  solidChunksOf,
  textLinesOf,
  textOf,
} from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import { grouped } from '../../groups.ts'

/** Words closer than this, in letter heights, may be in one cell over several columns. */
const WORD_GAP = 0.5
/** With more fields, most of them empty, words are not in columns. */
const MAX_FIELDS = 200_000

/** Reads words as a table by their alignment, with the available lines between rows and columns. */
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

/** Adds columns with a label in the head and nothing below it. */
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
  const [left, , right] = boxOf(lines.flatMap(({ words }) => words))
  return [left, right]
}

/** How many text lines are above the first full-width line, or else above the first line with numbers. */
function headCountOf(lines: readonly TextLine[], rules: readonly number[]): number {
  for (const y of rules) {
    const count = lines.findIndex(({ top, bottom }) => (top + bottom) / 2 > y)
    if (count > 0 && count <= Math.max(6, lines.length / 2)) return count
  }
  const first = lines.findIndex(({ words }) => hasNumbers(words))
  if (first < 1 || first > Math.max(6, lines.length / 3)) return 0
  return isLikeRows(lines.slice(0, first), lines.slice(first)) ? 0 : first
}

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

function contentsOf(lines: readonly FieldLine[], xs: readonly number[]): [number, number][] {
  return xs.slice(1).map((right, column) => {
    const left = xs[column]!
    const words = lines.flatMap(({ fields }) => fields[column]!)
    if (words.length === 0) return [left, right]
    const content = boxOf(words)
    return [Math.max(content[0], left), Math.min(content[2], right)]
  })
}

/**
 * Assigns the words of a line to columns. Words without a gap stay together, and dot leaders with the words
 * before them.
 */
export function toFields(line: TextLine, xs: readonly number[]): FieldLine {
  const columns = new Map<Word, number>()
  for (const { words, left, right } of solidChunksOf(line)) {
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

/** The cells of a text row; words without a gap across a column border are one cell over both columns. */
function toCells(lines: readonly FieldLine[], row: number, xs: readonly number[]): GridCell[] {
  const columnCount = xs.length - 1
  const chunks = lines.flatMap((line) => solidChunksOf(line, WORD_GAP))
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

export interface FieldLine extends TextLine {
  fields: Word[][]
}

const MAX_ROW_LINES = 30

/** Groups the lines below the head into rows: most rows are one line, but cells may continue in the next. */
export function textRowsOf(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] {
  if (lines.length === 0) return []
  return rowsByRules(lines, rules) ?? rowsByGaps(lines, rules) ?? rowsByContinuation(lines, rules)
}

function rowsByRules(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] | undefined {
  const rows = grouped(lines, (row, line) => !isRuledOff(row.at(-1)!, line, rules))
  return rows.length > 2 && isOneRowEach(rows) ? rows : undefined
}

function isOneRowEach(rows: readonly FieldLine[][]): boolean {
  return rows.every((row) => row.filter(isFull).length <= 1 && row.length < MAX_ROW_LINES)
}

function rowsByGaps(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] | undefined {
  const gaps = gapsOf(lines)
  if (gaps.length < 2) return undefined
  const size = medianOf(lines.map(({ top, bottom }) => bottom - top))
  const tight = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.2)]!
  const isLoose = (gap: number) => gap > tight + size * 0.3
  const looseCount = gaps.filter(isLoose).length
  if (looseCount < gaps.length * 0.15 || looseCount > gaps.length * 0.95) return undefined
  const rows = grouped(lines, (row, line) => {
    const last = row.at(-1)!
    return !isLoose(line.top - last.bottom) && !isRuledOff(last, line, rules)
  })
  return isOneRowEach(rows) ? rows : undefined
}

function isFull({ fields }: FieldLine): boolean {
  const rest = fields.slice(1).filter(({ length }) => length > 0)
  const numericCount = rest.filter((words) => isNumeric(textOf(words))).length
  return numericCount > 0 && numericCount >= rest.length * 0.4
}

function rowsByContinuation(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] {
  const ends = lines[0]!.fields.map((_, column) => boxOf(lines.flatMap(({ fields }) => fields[column]!))[2])
  return grouped(lines, (row, line) => !isRuledOff(row.at(-1)!, line, rules) && goesOn(row, line, ends))
}

function goesOn(row: readonly FieldLine[], line: FieldLine, ends: readonly number[]): boolean {
  const filled = line.fields.flatMap((words, column) => (words.length > 0 ? [column] : []))
  const last = row.at(-1)!
  const isFirstOnly = filled.length === 1 && filled[0] === 0
  if (
    !isFirstOnly &&
    filled.every((column) => isFlowing(last.fields[column]!, line.fields[column]!, ends[column]!))
  )
    return true
  const isNear = line.top - last.bottom < (line.bottom - line.top) * 0.8
  if (!isNear) return false
  const first = row[0]!
  if (isFirstOnly) return isWrapped(last.fields[0]!, line.fields[0]!, first)
  if (filled[0] === 0) return isLabelOnly(row) && isWrapped(last.fields[0]!, line.fields[0]!, first)
  return filled.every(
    (column) => first.fields[column]!.length > 0 && !isNumeric(textOf(line.fields[column]!)),
  )
}

/** Whether text continues because the line above is full. */
function isFlowing(upper: readonly Word[], lower: readonly Word[], end: number): boolean {
  if (upper.length < 3) return false
  const { box } = lower[0]!
  return upper.at(-1)!.box[2] + (box[2] - box[0]) + lower[0]!.size * 0.2 > end
}

function isLabelOnly(row: readonly FieldLine[]): boolean {
  return row.every(({ fields }) => fields.every((words, column) => column === 0 || words.length === 0))
}

/** Whether a label continues in the next line: it is indented further, or starts in lower case. */
function isWrapped(upper: readonly Word[], lower: readonly Word[], first: FieldLine): boolean {
  const start = first.fields[0]![0]
  if (!start || upper.length === 0) return false
  const isHanging =
    lower[0]!.box[0] > start.box[0] + 1 &&
    first.fields.some((words, column) => column > 0 && words.length > 0)
  const isSmall = /^\p{Ll}/u.test(lower[0]!.text)
  return (isHanging || isSmall) && lower[0]!.isBold === upper.at(-1)!.isBold
}

function isRuledOff(upper: FieldLine, lower: FieldLine, rules: readonly number[]): boolean {
  const from = (upper.top + upper.bottom) / 2
  const to = (lower.top + lower.bottom) / 2
  return rules.some((y) => y > from && y < to)
}
