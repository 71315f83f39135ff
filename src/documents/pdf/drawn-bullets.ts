import type { Box } from '../converted.ts'
import type { Word } from './page.ts'

const MAX_DOTS = 500

/** Bullets that are drawn rather than written: small shapes with a word at some distance behind them and none before. */
export function drawnBullets(dots: readonly Box[], words: readonly Word[], isRightToLeft: boolean): Word[] {
  if (dots.length === 0 || dots.length > MAX_DOTS) return []
  const rows = Map.groupBy(words, ({ box }) => rowAt((box[1] + box[3]) / 2))
  // Places count from where lines begin.
  const startOf = (box: Box) => (isRightToLeft ? -box[2] : box[0])
  const endOf = (box: Box) => (isRightToLeft ? -box[0] : box[2])
  return dots.flatMap((dot) => {
    const middle = (dot[1] + dot[3]) / 2
    const row = rowAt(middle)
    const near = [row - 1, row, row + 1].flatMap((at) => rows.get(at) ?? [])
    const beside = near.filter(({ box }) => box[1] < middle && box[3] > middle)
    const next = beside
      .filter(({ box }) => startOf(box) >= endOf(dot))
      .sort((one, other) => startOf(one.box) - startOf(other.box))[0]
    if (!next || startOf(next.box) - endOf(dot) > 2.5 * next.size) return []
    if (dot[3] - dot[1] > 0.8 * next.size) return []
    if (beside.some(({ box }) => startOf(box) < endOf(dot) && endOf(box) > startOf(dot) - 2 * next.size))
      return []
    return [{ ...next, text: '•', box: [dot[0], next.box[1], dot[2], next.box[3]] as const, run: -1 }]
  })
}

/** Rows are as high as small print, so that a word reaches into few of them. */
function rowAt(y: number): number {
  return Math.floor(y / 12)
}
