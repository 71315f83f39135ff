import { greatestOf, isNumeric, medianOf } from './text-lines.ts'
import type { TextLine } from './text-lines.ts'
import type { Word } from '../page.ts'
import { textOf } from './text-columns.ts'

/** A line of a table with its words by columns. */
export interface FieldLine extends TextLine {
  fields: Word[][]
}

const MAX_ROW_LINES = 30

/** Groups the lines below the head of a table into rows: most rows are one line, but cells may go on in the next. */
export function textRowsOf(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] {
  if (lines.length === 0) return []
  return rowsByRules(lines, rules) ?? rowsByGaps(lines, rules) ?? rowsByContinuation(lines, rules)
}

/** Rows by the lines between them, where there are such between all rows. */
function rowsByRules(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] | undefined {
  const rows: FieldLine[][] = []
  for (const [index, line] of lines.entries()) {
    if (index === 0 || isRuledOff(lines[index - 1]!, line, rules)) rows.push([line])
    else rows.at(-1)!.push(line)
  }
  return rows.length > 2 && isOneRowEach(rows) ? rows : undefined
}

function isOneRowEach(rows: readonly FieldLine[][]): boolean {
  return rows.every((row) => row.filter(isFull).length <= 1 && row.length < MAX_ROW_LINES)
}

/** Rows by the white between them, where lines of one row stand closer than rows do. */
function rowsByGaps(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] | undefined {
  const gaps = lines.slice(1).map((line, index) => line.top - lines[index]!.bottom)
  if (gaps.length < 2) return undefined
  const size = medianOf(lines.map(({ top, bottom }) => bottom - top))
  const tight = gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length * 0.2)]!
  const isLoose = (gap: number) => gap > tight + size * 0.3
  const looseCount = gaps.filter(isLoose).length
  if (looseCount < gaps.length * 0.15 || looseCount > gaps.length * 0.95) return undefined
  const rows: FieldLine[][] = []
  for (const [index, line] of lines.entries()) {
    const isNew = index === 0 || isLoose(gaps[index - 1]!) || isRuledOff(lines[index - 1]!, line, rules)
    if (isNew) rows.push([line])
    else rows.at(-1)!.push(line)
  }
  return isOneRowEach(rows) ? rows : undefined
}

/** Whether a line has numbers besides its first field, as only one line of a row has. */
function isFull({ fields }: FieldLine): boolean {
  const rest = fields.slice(1).filter(({ length }) => length > 0)
  const numericCount = rest.filter((words) => isNumeric(textOf(words))).length
  return numericCount > 0 && numericCount >= rest.length * 0.4
}

function rowsByContinuation(lines: readonly FieldLine[], rules: readonly number[]): FieldLine[][] {
  const ends = lines[0]!.fields.map((_, column) =>
    greatestOf(lines.flatMap(({ fields }) => fields[column]!.map(({ box }) => box[2]))),
  )
  const rows: FieldLine[][] = []
  for (const [index, line] of lines.entries()) {
    const last = lines[index - 1]
    const row = rows.at(-1)
    if (row && last && !isRuledOff(last, line, rules) && goesOn(row, line, ends)) row.push(line)
    else rows.push([line])
  }
  return rows
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

/** Whether words go on where the line above them ends because there was no more room. */
function isFlowing(upper: readonly Word[], lower: readonly Word[], end: number): boolean {
  if (upper.length < 3) return false
  const { box } = lower[0]!
  return upper.at(-1)!.box[2] + (box[2] - box[0]) + lower[0]!.size * 0.2 > end
}

function isLabelOnly(row: readonly FieldLine[]): boolean {
  return row.every(({ fields }) => fields.every((words, column) => column === 0 || words.length === 0))
}

/** Whether a label goes on in the next line: it starts further right, or with a small letter. */
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
