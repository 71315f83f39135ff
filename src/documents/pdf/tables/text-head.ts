import type { Word } from '../page.ts'
import { indexAt } from './build-table.ts'
import type { GridCell } from './build-table.ts'
import type { Segment } from './ruling.ts'
import { chunksOf } from './text-lines.ts'
import type { Chunk, TextLine } from './text-lines.ts'

/** Words of a heading are no farther apart, in heights of their letters. */
const SPACE = 0.42
const MONO_SPACE = 0.75
const CENTERED = 0.06

/** The columns below a head: their borders, and the horizontal ranges of their words. */
export interface Columns {
  xs: readonly number[]
  contents: readonly (readonly [number, number])[]
}

interface Spanner {
  words: Word[]
  first: number
  last: number
  top: number
  bottom: number
}

/** The head rows of a table: headings over several columns, and below them one label for each column. */
export function textHeadOf(
  lines: readonly TextLine[],
  body: Columns,
  rules: readonly Segment[],
): GridCell[][] {
  const { xs } = body
  const columns = withLabels(body, lines.at(-1))
  const labels: Word[][] = xs.slice(1).map(() => [])
  const spanners: Spanner[] = []
  for (const [index, line] of lines.entries()) {
    for (const word of line.words.filter(isSlanted)) labels[indexAt(xs, startOf(word))]!.push(word)
    const words = line.words.filter((word) => !isSlanted(word))
    const whole = chunksOf(words, line.words[0]!.isMono ? MONO_SPACE : SPACE)
    const chunks = whole.flatMap((chunk) =>
      ruleUnder(chunk, line, rules) ? [chunk] : labelsIn(chunk, columns),
    )
    const even = index === 0 && rules.length === 0 ? evenRanges(chunks, lines[1], columns) : undefined
    const ranges = even ?? rangesOf(chunks, line, columns, rules)
    for (const [at, chunk] of chunks.entries()) {
      const { first, last } = ranges[at]!
      if (first === last) labels[first]!.push(...chunk.words)
      else addSpanner(spanners, { first, last, words: chunk.words, top: line.top, bottom: line.bottom })
    }
  }
  return placeHead(labels, spanners)
}

function withLabels({ xs, contents }: Columns, line: TextLine | undefined): Columns {
  const labels = line ? chunksOf(line.words, SPACE) : []
  return {
    xs,
    contents: contents.map(([from, to], column) => {
      const label = labels.find(({ left, right }) => left > xs[column]! - 2 && right < xs[column + 1]! + 2)
      return label ? [Math.min(from, label.left), Math.max(to, label.right)] : [from, to]
    }),
  }
}

/** Slanted labels over narrow columns start at their column. */
function isSlanted({ rotation }: Word): boolean {
  return Math.abs(rotation % 90) > 20 && Math.abs(rotation % 90) < 70
}

function labelsIn(chunk: Chunk, { xs, contents }: Columns): Chunk[] {
  const byColumn = Map.groupBy(chunk.words, ({ box }) => indexAt(xs, (box[0] + box[2]) / 2))
  if (byColumn.size < 2) return [chunk]
  const labels = [...byColumn].map(([column, words]) => {
    const left = words[0]!.box[0]
    const right = words.at(-1)!.box[2]
    const [from, to] = contents[column]!
    const isCentered = Math.abs(left + right - from - to) / 2 < Math.max(right - left, to - from) * 0.15
    return {
      words,
      left,
      right,
      isInLine: isCentered || Math.abs(left - from) < 2 || Math.abs(right - to) < 2,
    }
  })
  return labels.every(({ isInLine }) => isInLine) ? labels : [chunk]
}

function ruleUnder(chunk: Chunk, line: TextLine, rules: readonly Segment[]): Segment | undefined {
  const slack = chunk.words[0]!.size * 0.3
  return rules.find(
    ({ at, from, to }) => isUnder(at, line) && from <= chunk.left + slack && to >= chunk.right - slack,
  )
}

interface Range {
  first: number
  last: number
}

/** Equal shares of the columns, if each chunk is in the middle of its share and a line of labels is below. */
function evenRanges(
  chunks: readonly Chunk[],
  below: TextLine | undefined,
  { xs, contents }: Columns,
): Range[] | undefined {
  if (!below || chunks.length < 2) return undefined
  const labelled = new Set(
    below.words.map((word) => indexAt(xs, isSlanted(word) ? startOf(word) : (word.box[0] + word.box[2]) / 2)),
  )
  for (let share = Math.floor(contents.length / chunks.length); share > 1; share--) {
    const start = contents.length - share * chunks.length
    const ranges = chunks.map((_, index) => ({
      first: start + index * share,
      last: start + (index + 1) * share - 1,
    }))
    const isLabelled = contents.every((_, column) => column < start || labelled.has(column))
    const isEven = chunks.every((chunk, index) => isCentered(chunk, ranges[index]!, contents, CENTERED))
    if (isLabelled && isEven) return ranges
  }
  return undefined
}

function startOf({ box, size }: Word): number {
  return box[0] + size / 2
}

function isCentered(
  { left, right }: Chunk,
  { first, last }: Range,
  contents: Columns['contents'],
  maxShift: number,
): boolean {
  const from = contents[first]![0]
  const to = contents[last]![1]
  return Math.abs(left + right - from - to) / 2 < (to - from) * maxShift
}

function rangesOf(
  chunks: readonly Chunk[],
  line: TextLine,
  columns: Columns,
  rules: readonly Segment[],
): Range[] {
  const { xs } = columns
  const under = chunks.map((chunk) => ruleUnder(chunk, line, rules))
  const ranges = chunks.map((chunk, index) => {
    const over = columnsOver(chunk, columns)
    const isAlone = under[index] && under.filter((rule) => rule === under[index]).length === 1
    return isAlone ? united(over, columnsUnder(under[index]!, xs)) : over
  })
  for (const [index, range] of ranges.entries()) {
    const shared = under[index]
    const isAlone = shared && under.filter((rule) => rule === shared).length === 1
    if (isAlone || (!shared && range.first === range.last)) continue
    const bounds = shared ? columnsUnder(shared, xs) : { first: 1, last: xs.length - 2 }
    const free = {
      first: Math.max(bounds.first, (ranges[index - 1]?.last ?? -1) + 1),
      last: Math.min(bounds.last, (ranges[index + 1]?.first ?? xs.length) - 1),
    }
    ranges[index] = widestCentered(chunks[index]!, range, free, columns.contents)
  }
  return ranges
}

function united(a: Range, b: Range): Range {
  return { first: Math.min(a.first, b.first), last: Math.max(a.last, b.last) }
}

function columnsOver({ left, right }: Chunk, { xs, contents }: Columns): Range {
  const isOver = ([from, to]: readonly [number, number]) =>
    Math.min(right, to) - Math.max(left, from) > Math.min(right - left, to - from) * 0.3
  const middle = indexAt(xs, (left + right) / 2)
  const first = contents.findIndex(isOver)
  return first < 0 ? { first: middle, last: middle } : { first, last: contents.findLastIndex(isOver) }
}

function isUnder(y: number, line: TextLine): boolean {
  return y > (line.top + line.bottom) / 2 && y < line.bottom + (line.bottom - line.top)
}

function columnsUnder({ from, to }: Segment, xs: readonly number[]): Range {
  let first = 0
  while (first < xs.length - 2 && (xs[first]! + xs[first + 1]!) / 2 < from) first++
  let last = first
  while (last < xs.length - 2 && (xs[last + 1]! + xs[last + 2]!) / 2 < to) last++
  return { first, last }
}

/** The largest group of columns with the heading in the middle, or else about in the middle. */
function widestCentered(chunk: Chunk, range: Range, free: Range, contents: Columns['contents']): Range {
  const middle = (chunk.left + chunk.right) / 2
  const ranges = [range]
  let { first, last } = range
  while (first > free.first || last < free.last) {
    const left = first > free.first ? contents[first - 1]![0] : -Infinity
    const right = last < free.last ? contents[last + 1]![1] : Infinity
    if (middle - left <= right - middle) first--
    else last++
    ranges.push({ first, last })
  }
  return (
    ranges.findLast((wide) => isCentered(chunk, wide, contents, CENTERED)) ??
    ranges.findLast((wide) => isCentered(chunk, wide, contents, CENTERED * 2)) ??
    range
  )
}

function addSpanner(spanners: Spanner[], spanner: Spanner): void {
  const above = spanners.findLast(({ first, last }) => first === spanner.first && last === spanner.last)
  if (above && spanner.top - above.bottom < spanner.bottom - spanner.top) {
    above.words.push(...spanner.words)
    above.bottom = spanner.bottom
  } else {
    spanners.push(spanner)
  }
}

function placeHead(labels: Word[][], spanners: Spanner[]): GridCell[][] {
  const depths = labels.map(() => 0)
  const placed = spanners
    .toSorted((a, b) => a.top - b.top)
    .map((spanner): GridCell => {
      const under = depths.slice(spanner.first, spanner.last + 1)
      const row = Math.max(...under)
      for (let column = spanner.first; column <= spanner.last; column++) depths[column] = row + 1
      const colspan = spanner.last - spanner.first + 1
      return { row, column: spanner.first, rowspan: 1, colspan, words: spanner.words }
    })
  const rowCount = Math.max(...depths) + (labels.some(({ length }) => length > 0) ? 1 : 0)
  const owners: GridCell[][] = Array.from({ length: rowCount }, () => [])
  for (const cell of placed) {
    for (let column = cell.column; column < cell.column + cell.colspan; column++)
      owners[cell.row]![column] = cell
  }
  for (const [column, words] of labels.entries()) {
    const row = depths[column]!
    const cell: GridCell = { row, column, rowspan: Math.max(rowCount - row, 1), colspan: 1, words }
    for (let r = row; r < rowCount; r++) owners[r]![column] = cell
    for (let r = 0; r < rowCount; r++)
      owners[r]![column] ??= { row: r, column, rowspan: 1, colspan: 1, words: [] }
  }
  return owners
}
