import type { Box } from '../converted.ts'
import type { Word } from './page.ts'

/** How far text is turned on its page, clockwise. */
export type Turn = 0 | 90 | 180 | 270

interface Sheet {
  width: number
  height: number
}

/** The turns that words have, the one of most words first. */
export function turnsOf(words: readonly Word[]): Turn[] {
  const counts = new Map<Turn, number>()
  for (const word of words) {
    const turn = turnOf(word)
    counts.set(turn, (counts.get(turn) ?? 0) + 1)
  }
  if (counts.size === 0) return [0]
  return [...counts].sort((one, other) => other[1] - one[1]).map(([turn]) => turn)
}

/** The words that have this turn, on a page that was turned back until they stand upright. */
export function turnedWords(words: readonly Word[], turn: Turn, sheet: Sheet): Word[] {
  const chosen = words.filter((word) => turnOf(word) === turn)
  return turn === 0 ? chosen : chosen.map((word) => ({ ...word, box: turned(word.box, turn, sheet) }))
}

/** Where something is on a page that was turned back by this. */
export function turned([left, top, right, bottom]: Box, turn: Turn, { width, height }: Sheet): Box {
  switch (turn) {
    case 0:
      return [left, top, right, bottom]
    case 90:
      return [top, width - right, bottom, width - left]
    case 180:
      return [width - right, height - bottom, width - left, height - top]
    case 270:
      return [height - bottom, left, height - top, right]
  }
}

/** Where something of a turned page is on the page as it is shown. */
export function turnedBack([left, top, right, bottom]: Box, turn: Turn, { width, height }: Sheet): Box {
  switch (turn) {
    case 0:
      return [left, top, right, bottom]
    case 90:
      return [width - bottom, left, width - top, right]
    case 180:
      return [width - right, height - bottom, width - left, height - top]
    case 270:
      return [top, height - right, bottom, height - left]
  }
}

export function turnOf({ rotation }: Word): Turn {
  const quarter = Math.round(rotation / 90)
  if (Math.abs(rotation - 90 * quarter) > 5) return 0
  return ((((quarter % 4) + 4) % 4) * 90) as Turn
}
