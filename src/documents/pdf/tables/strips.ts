import type { Fill, Word } from '../page.ts'
import type { Segment } from './ruling.ts'
import { CELL_GAP, chunksOf, isAligned, middleOf, textLinesOf } from './text-lines.ts'
import type { Chunk, TextLine } from './text-lines.ts'

interface Strip {
  words: Word[]
  rules: Segment[]
  hasInnerRule: boolean
}

const SAME_PLACE = 6
const MIN_WIDTH = 60
/** With more text lines between two lines on average, not every row has its own line. */
const MAX_ROW_LINES = 2.5
const MAX_RULES = 300
const MAX_WORK = 1_000_000

/** Areas between lines of one length with words in columns. Edges of shades only mark the ends of rows. */
export function ruledStripsOf(
  words: readonly Word[],
  horizontals: readonly Segment[],
  all: readonly Segment[],
): Strip[] {
  const rules = horizontals.filter(({ from, to }) => to - from >= MIN_WIDTH)
  if (rules.length > MAX_RULES || rules.length * words.length > MAX_WORK) return []
  const strips: Strip[] = []
  const used = new Set<Segment>()
  for (const rule of rules) {
    if (used.has(rule)) continue
    const chain = rules.filter(
      ({ from, to }) => Math.abs(from - rule.from) <= SAME_PLACE && Math.abs(to - rule.to) <= SAME_PLACE,
    )
    for (const link of chain) used.add(link)
    for (const [first, last] of tabularRuns(words, chain)) {
      const box = {
        left: rule.from - SAME_PLACE,
        right: rule.to + SAME_PLACE,
        top: first.at,
        bottom: last.at,
      }
      const inside = wordsIn(words, box)
      const ruleCount = chain.filter(({ at }) => at >= first.at && at <= last.at).length
      const outer =
        ruleCount > 2 && ruleCount - 1 >= textLinesOf(inside).length / MAX_ROW_LINES
          ? outerRowsOf(words, box)
          : []
      strips.push({
        words: [...inside, ...outer],
        rules: all.filter(({ at, from, to }) => {
          const isWithin = from >= box.left && to <= box.right
          return (
            isWithin &&
            (outer.length > 0 ? at >= box.top && at <= box.bottom : at > box.top && at < box.bottom)
          )
        }),
        hasInnerRule: ruleCount > 2,
      })
    }
  }
  return strips
}

function wordsIn(words: readonly Word[], { left, right, top, bottom }: Area): Word[] {
  return words.filter((word) => {
    const x = (word.box[0] + word.box[2]) / 2
    const y = middleOf(word)
    return x > left && x < right && y > top && y < bottom
  })
}

function tabularRuns(words: readonly Word[], chain: readonly Segment[]): [Segment, Segment][] {
  const runs: [Segment, Segment][] = []
  let start: Segment | undefined
  for (const [index, rule] of chain.entries()) {
    const next = chain[index + 1]
    const isTabular =
      next !== undefined &&
      isTabularArea(
        wordsIn(words, {
          left: rule.from - SAME_PLACE,
          right: rule.to + SAME_PLACE,
          top: rule.at,
          bottom: next.at,
        }),
        rule.to - rule.from,
      )
    if (isTabular) {
      start ??= rule
    } else if (start) {
      runs.push([start, rule])
      start = undefined
    }
  }
  return runs
}

function isTabularArea(words: readonly Word[], width: number): boolean {
  const lines = textLinesOf(words).map((line) => chunksOf(line.words, CELL_GAP))
  const splitCount = lines.filter((chunks) => chunks.length > 1).length
  if (splitCount === 0) return false
  if (splitCount >= lines.length * 0.4) return true
  return (
    splitCount >= lines.length * 0.1 && lines.flat().every(({ left, right }) => right - left < width * 0.65)
  )
}

interface Band extends Area {
  cuts: number[]
}

const SAME_EDGE = 2
const MIN_HEIGHT = 6
const MAX_HEIGHT = 150
/** An unshaded row between two shaded ones is no higher, in heights of these. */
const MAX_ROW_RATIO = 4
const MAX_FILLS = 3000
const MAX_BANDS = 300

/** Finds tables in which some rows have shaded cells and others do not. */
export function shadedStripsOf(words: readonly Word[], fills: readonly Fill[]) {
  if (fills.length > MAX_FILLS) return []
  return chainsOf(bandsOf(fills)).flatMap((bands) => {
    const [first] = bands as [Band]
    const { left, right, top } = first
    const area: Area = { left, right, top, bottom: bands.at(-1)!.bottom }
    const inside = wordsIn(words, area)
    if (inside.length === 0) return []
    return {
      words: [...inside, ...outerRowsOf(words, area)],
      horizontals: bands.flatMap((band) =>
        [band.top, band.bottom].map((at) => ({ at, from: left, to: right })),
      ),
      verticals: first.cuts.map((at) => ({ at, from: area.top, to: area.bottom })),
    }
  })
}

function bandsOf(fills: readonly Fill[]): Band[] {
  const shades = fills.flatMap(({ box, color }) => {
    const height = box[3] - box[1]
    return color !== 'ffffff' && height > MIN_HEIGHT && height < MAX_HEIGHT ? [box] : []
  })
  const rows = Map.groupBy(shades, ([, top, , bottom]) => `${Math.round(top)} ${Math.round(bottom)}`)
  return [...rows.values()].flatMap((row) => {
    const bands: Band[] = []
    for (const [left, top, right, bottom] of row.toSorted((one, other) => one[0] - other[0])) {
      const last = bands.at(-1)
      if (last && Math.abs(left - last.right) < SAME_EDGE) {
        last.cuts.push(left)
        last.right = right
      } else {
        bands.push({ left, right, top, bottom, cuts: [] })
      }
    }
    return bands.filter(({ cuts }) => cuts.length > 0)
  })
}

function chainsOf(bands: readonly Band[]): Band[][] {
  const chains: Band[][] = []
  for (const band of bands.toSorted((one, other) => one.top - other.top).slice(0, MAX_BANDS)) {
    const chain = chains.find((bandsAbove) => goesOn(bandsAbove.at(-1)!, band))
    if (chain) chain.push(band)
    else chains.push([band])
  }
  return chains.filter((chain) =>
    chain.some((band, index) => index > 0 && band.top - chain[index - 1]!.bottom > MIN_HEIGHT),
  )
}

function goesOn(upper: Band, lower: Band): boolean {
  const gap = lower.top - upper.bottom
  if (gap < -SAME_EDGE || gap > MAX_ROW_RATIO * (lower.bottom - lower.top)) return false
  const [one, other] = [upper, lower].map(({ left, right, cuts }) => [left, ...cuts, right])
  return one!.length === other!.length && one!.every((x, index) => Math.abs(x - other![index]!) < SAME_EDGE)
}

interface Area {
  left: number
  right: number
  top: number
  bottom: number
}

const MAX_LINES = 3
/** In line heights, from the table to the row beside it. */
const MAX_DISTANCE = 0.9
const MAX_LINE_GAP = 0.5

/** The words of the rows above and below a table, which have a line or a shade on one side only. */
function outerRowsOf(words: readonly Word[], area: Area): Word[] {
  const within = words.filter(({ box }) => {
    const x = (box[0] + box[2]) / 2
    return x > area.left && x < area.right
  })
  const columns = textLinesOf(wordsIn(words, area)).flatMap((line) => chunksOf(line.words, CELL_GAP))
  const above = textLinesOf(within.filter((word) => middleOf(word) <= area.top)).toReversed()
  const below = textLinesOf(within.filter((word) => middleOf(word) >= area.bottom))
  return [...rowOf(above, area.top, -1, columns), ...rowOf(below, area.bottom, 1, columns)]
}

/** The text lines next to an edge, as long as they are close to each other and within the columns. */
function rowOf(
  lines: readonly TextLine[],
  start: number,
  direction: 1 | -1,
  columns: readonly Chunk[],
): Word[] {
  const row: Word[] = []
  let edge = start
  for (const line of lines.slice(0, MAX_LINES)) {
    const height = line.bottom - line.top
    const distance = direction > 0 ? line.top - edge : edge - line.bottom
    const chunks = chunksOf(line.words, CELL_GAP)
    const isNear = distance < height * (row.length === 0 ? MAX_DISTANCE : MAX_LINE_GAP)
    if (!isNear || (row.length === 0 && chunks.length < 2)) break
    if (!chunks.every((chunk) => isInColumn(chunk, columns, row.length > 0))) break
    row.push(...line.words)
    edge = direction > 0 ? line.bottom : line.top
  }
  return row
}

/** A continuation of a cell is no wider than others in its column; a note to the table is. */
function isInColumn(chunk: Chunk, columns: readonly Chunk[], goesOn: boolean): boolean {
  const width = chunk.right - chunk.left
  return columns.some(
    (column) => isAligned(column, chunk, 2) && (!goesOn || width < 1.3 * (column.right - column.left)),
  )
}
