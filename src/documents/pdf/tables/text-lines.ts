import type { Word } from '../page.ts'

/** Words on one height, from left to right. */
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

/** Sorts words into lines. A raised or lowered sign belongs to the line it stands at. */
export function textLinesOf(words: readonly Word[]): TextLine[] {
  const sorted = words.toSorted((a, b) => middleOf(a) - middleOf(b))
  const lines: TextLine[] = []
  /** The tallest word of the last line. */
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

/** Signs that are drawn twice, such as the bullets of two lines, may come as one tall word; it stands where it starts. */
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

/** Whether a text is a number or stands for one, as a dash does. A unit of two letters may come with it. */
export function isNumeric(text: string): boolean {
  if (text.length > 24) return false
  if (/\p{L}{3}/u.test(text)) return false
  const letters = text.match(/\p{L}/gu)?.length ?? 0
  const digits = text.match(/\p{N}/gu)?.length ?? 0
  return letters <= digits || /^n\.?\/?a\.?$/i.test(text)
}

/** Whether a word is a row of dots that leads to the next column. */
export function isLeader({ text }: Word): boolean {
  return /^[.…·]+$/.test(text)
}

export function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0
}

/** As many values as a page has words are too many to be handed over as arguments. */
export function leastOf(values: readonly number[]): number {
  return values.reduce((least, value) => Math.min(least, value), Infinity)
}

export function greatestOf(values: readonly number[]): number {
  return values.reduce((greatest, value) => Math.max(greatest, value), -Infinity)
}
