import { boxOf, medianOf } from '../page.ts'
import type { Word } from '../page.ts'
import { CELL_GAP, chunksOf, isAligned, isNumeric, SOLID_GAP, textLinesOf } from './text-lines.ts'
import type { Chunk, TextLine } from './text-lines.ts'
import { grouped } from '../../groups.ts'

const SENTENCE_WORDS = 10
const MIN_STACKED_WORDS = 5
/** Of so many lines with nearly equal lengths, at least one would be shorter if they were cells. */
const MIN_EVEN_LINES = 4
/** Rows of one table are no farther apart, in line heights, unless they look alike. */
const MAX_ROW_GAP = 2.2
const MAX_WIDE_ROW_GAP = 4
const MAX_HEAD_LINES = 5

/** Finds groups of lines whose words are in columns, among words without borders. */
export function alignedBlocksOf(words: readonly Word[]): Word[][] {
  const blocks = grouped(textLinesOf(withoutProse(words)), (block, line) => {
    const last = block.at(-1)!
    const gap = (line.top - last.bottom) / (line.bottom - line.top)
    return gap < MAX_ROW_GAP || (gap < MAX_WIDE_ROW_GAP && hasSameStarts(last, line))
  })
  return blocks.flatMap(splitByColumns).map((block) => block.flatMap((line) => line.words))
}

function hasSameStarts(upper: TextLine, lower: TextLine): boolean {
  const starts = chunksOf(upper.words, CELL_GAP).map(({ left }) => left)
  const chunks = chunksOf(lower.words, CELL_GAP)
  return chunks.length > 1 && chunks.every(({ left }) => starts.some((start) => Math.abs(start - left) < 2))
}

/**
 * Leaves out paragraphs. Beside cells, long chunks may be cells too; they are a paragraph if all are as long.
 */
function withoutProse(words: readonly Word[]): Word[] {
  const prose = new Set<Word>()
  let open: Paragraph[] = []
  for (const line of textLinesOf(words)) {
    const height = line.bottom - line.top
    const chunks = chunksOf(line.words, CELL_GAP)
    const isOfCells =
      chunks.length > 2 && chunks.filter((chunk) => chunk.words.length < 3).length >= chunks.length / 2
    open = open.filter(({ bottom }) => line.top - bottom < height)
    for (const chunk of chunks.filter((long) => isSentence(long, MIN_STACKED_WORDS))) {
      const above = open.find(({ chunks: [first] }) => Math.abs(first!.left - chunk.left) < 4)
      const stack = above ?? { chunks: [], bottom: 0 }
      if (!above) open.push(stack)
      stack.chunks.push(chunk)
      stack.bottom = line.bottom
      const isProse = isOfCells
        ? stack.chunks.length >= MIN_EVEN_LINES && isEven(stack.chunks)
        : stack.chunks.length > 1 || isSentence(chunk, SENTENCE_WORDS)
      if (isProse) for (const { words: inside } of stack.chunks) for (const word of inside) prose.add(word)
      if (isProse) stack.chunks.splice(1, stack.chunks.length - MIN_EVEN_LINES)
    }
  }
  return words.filter((word) => !prose.has(word))
}

function isEven(chunks: readonly Chunk[]): boolean {
  const widths = chunks.map(({ left, right }) => right - left)
  return Math.min(...widths) > Math.max(...widths) * 0.8
}

function isSentence({ words }: Chunk, minWords: number): boolean {
  return words.length >= minWords && words.filter(({ text }) => isNumeric(text)).length < words.length * 0.4
}

function splitByColumns(lines: readonly TextLine[]): TextLine[][] {
  const blocks: TextLine[][] = []
  let block: TextLine[] = []
  let ink: Span[] = []
  let columnCount = 0
  for (const line of lines) {
    if (isTitle(block, line)) {
      blocks.push(block)
      block = []
      ink = []
      columnCount = 0
      continue
    }
    if (isSplit(line)) {
      let united = uniteInk(ink, line)
      const isOther = united.length < Math.max(2, columnCount * 0.5) || !isInLine(block, line)
      if (isOther && block.some(isSplit)) {
        const [closed, rest] = cutAtGap(block)
        blocks.push(closed)
        block = rest
        united = [...rest, line].filter(isSplit).reduce(uniteInk, [])
        columnCount = 0
      }
      ink = united
      columnCount = Math.max(ink.length, block.length > 2 ? 0 : columnCount)
    }
    block.push(line)
  }
  return [...blocks, block].map(trimmed).filter(({ length }) => length > 2)
}

function isTitle(block: readonly TextLine[], line: TextLine): boolean {
  const above = block.at(-1)
  return above !== undefined && !isSplit(line) && line.words[0]!.size > above.words[0]!.size * 1.12
}

function isInLine(block: readonly TextLine[], line: TextLine): boolean {
  const lower = chunksOf(line.words, CELL_GAP)
  const upper = block
    .slice(-MAX_HEAD_LINES)
    .filter(isSplit)
    .flatMap(({ words }) => chunksOf(words, CELL_GAP))
  return lower.length < 4 || areAligned(lower, upper) || areAligned(upper, lower)
}

function areAligned(chunks: readonly Chunk[], others: readonly Chunk[]): boolean {
  const same = chunks.filter((chunk) => others.some((other) => isAligned(other, chunk, 3)))
  return same.length >= chunks.length * 0.35
}

type Span = [left: number, right: number]

function uniteInk(ink: readonly Span[], line: TextLine): Span[] {
  const gap = line.words[0]!.size * 0.5
  const spans = [...ink, ...chunksOf(line.words, SOLID_GAP).map(({ left, right }): Span => [left, right])]
  const united: Span[] = []
  for (const [left, right] of spans.toSorted((a, b) => a[0] - b[0])) {
    const last = united.at(-1)
    if (last && left - last[1] < gap) last[1] = Math.max(last[1], right)
    else united.push([left, right])
  }
  return united
}

/** Lines after the last wide gap stay with the following lines: they may be the head of the next table. */
function cutAtGap(block: readonly TextLine[]): [TextLine[], TextLine[]] {
  const gaps = block.slice(1).map((line, index) => line.top - block[index]!.bottom)
  const size = block[0]!.bottom - block[0]!.top
  const wide = medianOf(gaps) + size * 0.5
  const last = gaps.findLastIndex((gap) => gap > wide)
  const isNear = last >= 0 && gaps.length - last <= MAX_HEAD_LINES
  return isNear ? [block.slice(0, last + 1), block.slice(last + 1)] : [[...block], []]
}

function trimmed(block: readonly TextLine[]): TextLine[] {
  const size = medianOf(block.map(({ words }) => words[0]!.size))
  const first = block.findIndex((line) => isSplit(line) && line.words[0]!.size < size * 1.3)
  if (first < 0) return []
  const over = block[first - 1]
  const start = over && isHeadingOf(over, block.slice(first, first + MAX_HEAD_LINES)) ? first - 1 : first
  return block.slice(start, block.findLastIndex(isSplit) + 1)
}

function isHeadingOf(upper: TextLine, lines: readonly TextLine[]): boolean {
  const [next] = lines as [TextLine]
  const firsts = lines.map(({ words }) => chunksOf(words, CELL_GAP)[0]!.right)
  return next.top - upper.bottom < next.bottom - next.top && upper.words[0]!.box[0] > Math.min(...firsts)
}

function isSplit(line: TextLine): boolean {
  return chunksOf(line.words, CELL_GAP).length > 1
}

interface Paragraph {
  chunks: Chunk[]
  bottom: number
}

type ParagraphRow = Paragraph[]

const MIN_COLUMNS = 3
const MIN_ROWS = 3
const SAME_PLACE = 3
const MAX_OPEN = 40

/**
 * Finds tables of longer texts without borders: rows of paragraphs that start on one line and at the same
 * positions.
 */
export function paragraphGridsOf(words: readonly Word[]): Word[][] {
  const grids: ParagraphRow[][] = []
  for (const row of paragraphRows(words)) {
    if (row.length < 2) continue
    const last = grids.at(-1)
    if (last && isUnder(last[0]!, row)) last.push(row)
    else if (row.length >= MIN_COLUMNS) grids.push([row])
  }
  return grids
    .filter((grid) => grid.filter((row) => row.length >= MIN_COLUMNS).length >= MIN_ROWS)
    .map((grid) => grid.flat().flatMap(({ chunks }) => chunks.flatMap((chunk) => chunk.words)))
    .map((inside) => wordsAround(words, inside))
}

function paragraphRows(words: readonly Word[]): ParagraphRow[] {
  const rows: ParagraphRow[] = []
  let open: Paragraph[] = []
  for (const line of textLinesOf(words)) {
    const height = line.bottom - line.top
    open = open.filter(({ bottom }) => line.top - bottom < height * 0.7).slice(-MAX_OPEN)
    const row: ParagraphRow = []
    for (const chunk of chunksOf(line.words, CELL_GAP)) {
      const above = open.find(({ chunks }) => Math.abs(chunks[0]!.left - chunk.left) < SAME_PLACE)
      if (above) {
        above.chunks.push(chunk)
        above.bottom = line.bottom
      } else {
        row.push({ chunks: [chunk], bottom: line.bottom })
      }
    }
    open.push(...row)
    if (row.length > 0) rows.push(row)
  }
  return rows
}

function isUnder(first: ParagraphRow, row: ParagraphRow): boolean {
  const starts = first.map(({ chunks }) => chunks[0]!.left)
  return row.every(({ chunks }) => starts.some((start) => Math.abs(start - chunks[0]!.left) < SAME_PLACE))
}

function wordsAround(words: readonly Word[], inside: readonly Word[]): Word[] {
  const [left, top, right, bottom] = boxOf(inside)
  return words.filter(
    ({ box }) => box[0] >= left - 1 && box[1] >= top - 1 && box[2] <= right + 1 && box[3] <= bottom + 1,
  )
}
