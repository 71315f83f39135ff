import type { Word } from '../page.ts'
import { outerRowsOf } from './outer-rows.ts'
import type { Area } from './outer-rows.ts'
import type { Segment } from './ruling.ts'
import { CELL_GAP } from './text-columns.ts'
import { chunksOf, middleOf, textLinesOf } from './text-lines.ts'

/** An area that may be a table: words between lines across, and the lines. */
export interface Strip {
  words: Word[]
  /** Lines inside of the area. */
  rules: Segment[]
  /** Whether one of them goes from one side to the other. */
  hasInnerRule: boolean
}

/** Lines that start and end this close to each other have the same length. */
const SAME_PLACE = 6
const MIN_WIDTH = 60
/** With more lines of text between two lines on average, not every row has its line. */
const MAX_ROW_LINES = 2.5
const MAX_RULES = 300
/** As many pairs of lines and words are compared at most. */
const MAX_WORK = 1_000_000

/**
 * Finds areas between lines of the same length under each other where words stand in columns. The lines that are drawn
 * say where; edges of shades only say where rows end.
 */
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

/** Pairs of lines that have nothing but columns of words between them. */
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

/** Whether most lines have gaps like between cells, or some have and none is as long as those of a paragraph. */
function isTabularArea(words: readonly Word[], width: number): boolean {
  const lines = textLinesOf(words).map((line) => chunksOf(line.words, CELL_GAP))
  const splitCount = lines.filter((chunks) => chunks.length > 1).length
  if (splitCount === 0) return false
  if (splitCount >= lines.length * 0.4) return true
  return (
    splitCount >= lines.length * 0.1 && lines.flat().every(({ left, right }) => right - left < width * 0.65)
  )
}
