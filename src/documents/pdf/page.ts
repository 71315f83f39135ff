import type { Box } from '../converted.ts'

/** A page as the PDF library reads it: words, lines and areas with positions, not yet interpreted. */
export interface PdfPage {
  number: number
  /** In points. All positions are in points from the top left corner of the displayed page. */
  width: number
  height: number
  words: Word[]
  rules: Rule[]
  fills: Fill[]
  dots?: Box[]
  pictures?: Linked[]
  links: Linked[]
}

export interface Word {
  text: string
  box: Box
  /** The height of the font, in points. */
  size: number
  font: string
  isBold: boolean
  isItalic: boolean
  isMono: boolean
  /** As `rrggbb`. */
  color: string
  /** Clockwise, in degrees: 0, 90, 180 or 270 for most. */
  rotation: number
  /** Words of one run are adjacent on a line, in one font. */
  run: number
  /** The OCR confidence from 0 to 1; absent for a text layer. */
  confidence?: number
}

/** A horizontal (`y1 === y2`) or vertical (`x1 === x2`) line, from left to right or from top to bottom. */
export interface Rule {
  x1: number
  y1: number
  x2: number
  y2: number
  width: number
}

export interface Fill {
  box: Box
  color: string
}

/** A box on the page with a URL: of its image, or of a link. */
export interface Linked {
  box: Box
  url: string
}

export const PLAIN_LOOKS = {
  font: '',
  isBold: false,
  isItalic: false,
  isMono: false,
  color: '000000',
  rotation: 0,
} as const

export interface Placed {
  box: Box
}

/** A region that is split into two columns, with the parts above and below both. */
export interface Columns<T> {
  above: T[]
  left: T[]
  right: T[]
  below: T[]
}

/** Whether the middle of a box is in an area, or at most this far outside. */
export function isMiddleIn(box: Box, [left, top, right, bottom]: Box, margin = 0): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin
}

/** The median; 0 for no values. */
export function medianOf(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0
}

/**
 * The item of the kind with the largest total weight that was added last. Of equal kinds the first to reach
 * the weight wins.
 */
export function mostOf<T>(
  things: Iterable<T>,
  kindOf: (thing: T) => number,
  weightOf: (thing: T) => number,
): T | undefined {
  const weights = new Map<number, number>()
  let best: T | undefined
  let most = 0
  for (const thing of things) {
    const weight = (weights.get(kindOf(thing)) ?? 0) + weightOf(thing)
    weights.set(kindOf(thing), weight)
    if (weight > most) [best, most] = [thing, weight]
  }
  return best
}

/** The smallest box around all items. Loops, because there may be more items than a call takes arguments. */
export function boxOf(things: Iterable<Placed>): Box {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { box } of things) {
    left = Math.min(left, box[0])
    top = Math.min(top, box[1])
    right = Math.max(right, box[2])
    bottom = Math.max(bottom, box[3])
  }
  return [left, top, right, bottom]
}

export type Turn = 0 | 90 | 180 | 270

interface Sheet {
  width: number
  height: number
}

export function turnsOf(words: readonly Word[]): Turn[] {
  if (words.length === 0) return [0]
  const byTurn = [...Map.groupBy(words, turnOf)]
  return byTurn.sort(([, one], [, other]) => other.length - one.length).map(([turn]) => turn)
}

export function turnedWords(words: readonly Word[], turn: Turn, sheet: Sheet): Word[] {
  const chosen = words.filter((word) => turnOf(word) === turn)
  return turn === 0 ? chosen : chosen.map((word) => ({ ...word, box: turned(word.box, turn, sheet) }))
}

/** The position on a page that was turned back by `turn`. */
export function turned([left, top, right, bottom]: Box, turn: Turn, { width, height }: Sheet): Box {
  if (turn === 90) return [top, width - right, bottom, width - left]
  if (turn === 180) return [width - right, height - bottom, width - left, height - top]
  return turn === 270 ? [height - bottom, left, height - top, right] : [left, top, right, bottom]
}

/** The position on the displayed page. */
export function turnedBack(box: Box, turn: Turn, { width, height }: Sheet): Box {
  if (turn === 0 || turn === 180) return turned(box, turn, { width, height })
  return turned(box, turn === 90 ? 270 : 90, { width: height, height: width })
}

export function turnOf({ rotation }: Word): Turn {
  const quarter = Math.round(rotation / 90)
  if (Math.abs(rotation - 90 * quarter) > 5) return 0
  return ((((quarter % 4) + 4) % 4) * 90) as Turn
}
