import type { PdfPage, Word } from './page.ts'
import { readableText } from './readable-text.ts'

/**
 * The words of a page that a reader sees: letters in their usual form, without what is drawn twice to look bold or to
 * throw a shadow, without watermarks across the page, and without what lies outside of it.
 */
export function cleanWords({ words, width, height }: PdfPage): Word[] {
  const seen = new Map<string, number[]>()
  const clean: Word[] = []
  for (const word of words) {
    if (isOutside(word, width, height) || isWatermark(word)) continue
    const text = readableText(word.text)
    if (text === '' || isRepeated(word, seen)) continue
    clean.push(text === word.text ? word : { ...word, text })
  }
  return clean
}

function isOutside({ box }: Word, width: number, height: number): boolean {
  const x = (box[0] + box[2]) / 2
  const y = (box[1] + box[3]) / 2
  return x < 0 || y < 0 || x > width || y > height
}

/** Large letters from corner to corner. A slanted font is said to be turned as well, but its words are no taller. */
function isWatermark({ rotation, size, box }: Word): boolean {
  const slant = ((rotation % 90) + 90) % 90
  return slant > 15 && slant < 75 && size > 24 && box[3] - box[1] > 2 * size
}

/** Beyond this many, only the last places of a word are compared. */
const MAX_PLACES = 128

/** The same word on the same place, or shifted by a hair. */
function isRepeated({ text, box, size }: Word, seen: Map<string, number[]>): boolean {
  const [x, y] = box
  const places = seen.get(text)
  if (!places) {
    seen.set(text, [x, y])
    return false
  }
  const reach = Math.max(size, 4) / 5
  for (let at = Math.max(0, places.length - MAX_PLACES); at < places.length; at += 2) {
    if (Math.abs(places[at]! - x) < reach && Math.abs(places[at + 1]! - y) < reach) return true
  }
  places.push(x, y)
  return false
}
