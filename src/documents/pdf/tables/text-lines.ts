import { medianOf } from '../page.ts'
import type { Word } from '../page.ts'

/** Words at one height, from left to right. */
export interface TextLine {
  words: Word[]
  top: number
  bottom: number
}

/** Words of a line with no more than a space between them. */
export interface Chunk {
  words: Word[]
  left: number
  right: number
}

/** Sorts words into lines. A superscript or subscript belongs to its line. */
export function textLinesOf(words: readonly Word[]): TextLine[] {
  const sorted = words.toSorted((a, b) => middleOf(a) - middleOf(b))
  const lines: TextLine[] = []
  let tallest: Word | undefined
  for (const word of sorted) {
    const top = word.box[1]
    const bottom = top + heightOf(word)
    if (tallest && isOnLineOf(tallest, word)) {
      const line = lines.at(-1)!
      line.words.push(word)
      line.top = Math.min(line.top, top)
      line.bottom = Math.max(line.bottom, bottom)
      if (heightOf(word) > heightOf(tallest) * 1.1) tallest = word
    } else {
      lines.push({ words: [word], top, bottom })
      tallest = word
    }
  }
  for (const line of lines) line.words.sort((a, b) => a.box[0] - b.box[0])
  return lines
}

export function middleOf(word: Word): number {
  return word.box[1] + heightOf(word) / 2
}

/**
 * Signs that are drawn twice, such as the bullets of two lines, may form one tall word, which belongs to its
 * first line.
 */
function heightOf({ box, size }: Word): number {
  const height = box[3] - box[1]
  return size > 1 ? Math.min(height, size * 1.8) : height
}

function isOnLineOf(tallest: Word, word: Word): boolean {
  return Math.abs(middleOf(word) - middleOf(tallest)) < Math.max(heightOf(tallest), heightOf(word)) * 0.45
}

/** Splits a line where the gap between two words is wider than this many heights of its letters. */
export function chunksOf(words: readonly Word[], maxGap: number): Chunk[] {
  const chunks: Chunk[] = []
  for (const word of words) {
    const last = chunks.at(-1)
    if (last && word.box[0] - last.right < maxGap * word.size) {
      last.words.push(word)
      last.right = Math.max(last.right, word.box[2])
    } else {
      chunks.push({ words: [word], left: word.box[0], right: word.box[2] })
    }
  }
  return chunks
}

/** Whether two chunks are aligned at the left, at the right, or in the middle. */
export function isAligned(one: Chunk, other: Chunk, slack: number): boolean {
  return (
    Math.abs(one.left - other.left) < slack ||
    Math.abs(one.right - other.right) < slack ||
    Math.abs(one.left + one.right - other.left - other.right) < 2 * slack
  )
}

/** Whether a text is a number or replaces one, like a dash. It may have a unit of two letters. */
export function isNumeric(text: string): boolean {
  if (text.length > 24) return false
  if (/\p{L}{3}/u.test(text)) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return letters <= digits || /^n\.?\/?a\.?$/i.test(text)
}

/** Gaps wider than this many letter heights always separate cells. */
export const CELL_GAP = 0.9
const NARROW_GAP = 0.5
const MIN_LINES_FOR_NARROW = 3
/** Words closer than this are never separated. */
export const SOLID_GAP = 0.42

interface Corridor {
  from: number
  to: number
}

/** Column borders: white space shared by all lines, at the position that most other lines leave free too. */
export function columnGapsOf(lines: readonly TextLine[], others: readonly TextLine[] = []): number[] {
  const rows = lines.map((line) => solidChunksOf(line)).filter((chunks) => chunks.length > 1)
  const numeric = rows.filter(hasNumbers)
  const chosen = numeric.length >= 3 && numeric.length >= rows.length * 0.4 ? numeric : rows
  if (chosen.length < 2) return []
  const size = medianOf(lines.flatMap(({ words }) => words.map((word) => word.size)))
  const rest = [
    ...others.map((line) => solidChunksOf(line)),
    ...(chosen === rows ? [] : rows.filter((row) => !numeric.includes(row))),
  ]
  const corridors = columnGapsAmong(corridorsOf(chosen, 0), [...chosen, ...rest], size)
  return [...corridors, ...crossedCorridors(chosen, corridors, size)]
    .toSorted((a, b) => a.from - b.from)
    .map((corridor) => freestPlace(corridor, rest.flat()))
}

/** Gaps that a few rows, such as sums, cross. */
function crossedCorridors(
  rows: readonly Chunk[][],
  corridors: readonly Corridor[],
  size: number,
): Corridor[] {
  const maxCrossing = Math.floor(rows.length * 0.12)
  if (maxCrossing === 0) return []
  const crossed = corridorsOf(rows, maxCrossing).filter(
    (corridor) =>
      !corridors.some(({ from, to }) => from < corridor.to + size * 2 && to > corridor.from - size * 2) &&
      rows.filter((chunks) => isFilledAround(chunks, corridor)).length >= rows.length * 0.6,
  )
  return columnGapsAmong(crossed, rows, size)
}

function isFilledAround(chunks: readonly Chunk[], { from, to }: Corridor): boolean {
  return chunks.some(({ right }) => right <= from + 0.01) && chunks.some(({ left }) => left >= to - 0.01)
}

/** The certain borders between column labels, by the labels alone. */
export function headGapsOf(lines: readonly TextLine[]): Corridor[] {
  const rows = lines.map(({ words }) => chunksOf(words, CELL_GAP))
  const size = medianOf(lines.flatMap(({ words }) => words.map((word) => word.size)))
  return corridorsOf(rows, 0).filter(({ from, to }) => to - from > size * CELL_GAP)
}

/** The inseparable chunks of a line, without dot leaders. */
export function solidChunksOf({ words }: TextLine, maxGap = SOLID_GAP): Chunk[] {
  return chunksOf(
    // Dot leaders are not text.
    words.filter(({ text }) => !/^[.…·]+$/.test(text)),
    maxGap,
  )
}

function hasNumbers(chunks: readonly Chunk[]): boolean {
  const rest = chunks.slice(1)
  return rest.filter(({ words }) => isNumeric(textOf(words))).length >= rest.length * 0.6
}

function freestPlace({ from, to }: Corridor, chunks: readonly Chunk[]): number {
  const middle = (from + to) / 2
  const near = chunks.filter(({ left, right }) => right > from && left < to)
  if (near.length === 0) return middle
  const places = new Set([middle, ...near.flatMap(({ left, right }) => [left - 0.5, right + 0.5])])
  return [...places]
    .filter((x) => x >= from && x <= to)
    .map((x) => ({ x, crossing: near.filter(({ left, right }) => left < x && right > x).length }))
    .toSorted((a, b) => a.crossing - b.crossing || Math.abs(a.x - middle) - Math.abs(b.x - middle))[0]!.x
}

function corridorsOf(rows: readonly Chunk[][], maxCrossing: number): Corridor[] {
  const edges = rows.flatMap((chunks) =>
    chunks.flatMap(({ left, right }) => [[left, 1] as const, [right, -1] as const]),
  )
  edges.sort((a, b) => a[0] - b[0] || b[1] - a[1])
  const corridors: Corridor[] = []
  let depth = 0
  let start: number | undefined
  for (const [x, step] of edges) {
    depth += step
    if (depth > maxCrossing) {
      if (start !== undefined && x > start) corridors.push({ from: start, to: x })
      start = undefined
    } else if (step < 0) {
      start ??= x
    }
  }
  return corridors
}

/** Gaps between cells rather than words, judged by the rows with words in the following column. */
function columnGapsAmong(corridors: readonly Corridor[], rows: readonly Chunk[][], size: number): Corridor[] {
  return corridors.filter(({ from, to }, index) => {
    if (to - from < size * 0.25) return false
    const end = corridors[index + 1]?.from ?? Infinity
    const pairs = rows.flatMap((chunks): [Chunk, Chunk][] => {
      const next = chunks.findIndex(({ left }) => left >= (from + to) / 2)
      const isApart = next > 0 && chunks[next - 1]!.right <= (from + to) / 2
      return isApart && chunks[next]!.left < end ? [[chunks[next - 1]!, chunks[next]!]] : []
    })
    return isColumnGap(pairs, size)
  })
}

function isColumnGap(pairs: readonly [Chunk, Chunk][], size: number): boolean {
  if (pairs.length === 0) return false
  const gaps = pairs.map(([{ right }, { left, words }]) => (left - right) / words[0]!.size)
  const numericCount = pairs.filter(([, { words }]) => isNumeric(textOf(words))).length
  const gap = medianOf(gaps)
  if (gap >= CELL_GAP) return true
  if (gap < NARROW_GAP || gaps.length < MIN_LINES_FOR_NARROW) return false
  return numericCount >= gaps.length * 0.7 || isLeftAligned(pairs, size)
}

/** Whether words start at one position although the words before them end at many. */
function isLeftAligned(pairs: readonly [Chunk, Chunk][], size: number): boolean {
  const lefts = pairs.map(([, { left }]) => left).toSorted((a, b) => a - b)
  const rights = pairs.map(([{ right }]) => right).toSorted((a, b) => a - b)
  const isEven = lefts.at(-1)! - lefts[0]! < 2
  return isEven && rights.at(-1)! - rights[0]! > size
}

export function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ')
}
