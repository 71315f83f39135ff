import type { Box } from '../converted.ts'
import { PLAIN_LOOKS } from './page.ts'
import type { Word } from './page.ts'

/** A place of a form that is filled in. */
export type FormField = { box: Box } & ({ kind: 'tick'; isTicked: boolean } | { kind: 'text'; text: string })

const MAX_FIELDS = 2000
const MAX_LETTERS = 5000
/** A page with more words is no form. */
const MAX_WORDS = 10_000
/** In points; what is larger is a picture to click on. */
const MAX_TICK = 40

/**
 * What is filled in on a form, as words. What a form shows of it is among the words of its page already; ticks are
 * drawn rather than written, and some programs leave it to the reader to show texts.
 */
export function formWords(fields: readonly FormField[], words: readonly Word[]): Word[] {
  if (words.length > MAX_WORDS) return []
  return fields.slice(0, MAX_FIELDS).flatMap((field, index) => {
    if (words.some((word) => isIn(word.box, field.box))) return []
    const run = -2 - index
    const [left, top, right, bottom] = field.box
    if (field.kind === 'text') return textWords(field.text.slice(0, MAX_LETTERS), field.box, run)
    if (Math.max(right - left, bottom - top) > MAX_TICK) return []
    const size = Math.min(bottom - top, 10)
    const middle = (top + bottom) / 2
    const box: Box = [left, middle - size / 2, right, middle + size / 2]
    return [{ ...PLAIN_LOOKS, text: field.isTicked ? '☒' : '☐', box, size, run }]
  })
}

/** Words from left to right, as wide as letters usually are. */
function textWords(text: string, [left, top, , bottom]: Box, run: number): Word[] {
  const lines = text.split(/\r\n?|\n/)
  const height = (bottom - top) / lines.length
  const size = Math.min(Math.max(0.7 * height, 4), 11)
  return lines.flatMap((line, index) => {
    const middle = top + height * (index + 0.5)
    let x = left + 2
    return line.split(/\s+/).flatMap((word): Word[] => {
      if (word === '') return []
      const box: Box = [x, middle - size / 2, x + word.length * size * 0.5, middle + size / 2]
      x = box[2] + 0.3 * size
      return [{ ...PLAIN_LOOKS, text: word, box, size, run }]
    })
  })
}

function isIn([left, top, right, bottom]: Box, area: Box): boolean {
  const x = (left + right) / 2
  const y = (top + bottom) / 2
  return x > area[0] && x < area[2] && y > area[1] && y < area[3]
}
