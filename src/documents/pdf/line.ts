import type { Box } from '../converted.ts'
import { boxOf, isMiddleIn, medianOf, mostOf } from './page.ts'
import type { Linked, Word } from './page.ts'

export interface Line {
  box: Box
  spans: Span[]
  text: string
  size: number
  font: string
  color: string
  isBold: boolean
  isItalic: boolean
  isMono: boolean
  confidence?: number
  /** The parts between column-wide gaps, in a line with such gaps. */
  pieces?: string[]
}

/** A part of a line with one style. Spaces between words are part of the text. */
export interface Span {
  text: string
  isBold: boolean
  isItalic: boolean
  isMono: boolean
  shift: 'none' | 'up' | 'down'
  link: string | undefined
  note?: string
}

/** A line that is still growing. The core is the vertical range of its largest letters. */
interface Row {
  words: Word[]
  top: number
  bottom: number
  size: number
}

export function buildLines(words: readonly Word[], links: readonly Linked[], isRightToLeft: boolean): Line[] {
  const rows: Row[] = []
  const sorted = words.toSorted((one, other) => one.box[1] + one.box[3] - other.box[1] - other.box[3])
  for (const word of sorted) {
    const row = rowFor(word, rows)
    if (row) addTo(row, word)
    else rows.push({ words: [word], top: word.box[1], bottom: word.box[3], size: word.size })
  }
  return rows
    .sort((one, other) => one.top + one.bottom - other.top - other.bottom)
    .map(({ words: row }) => toLine(row, links, isRightToLeft))
}

/** Only the most recent rows can take a word, because words come from top to bottom. */
function rowFor({ box, size }: Word, rows: readonly Row[]): Row | undefined {
  let best: Row | undefined
  let most = 0
  for (let index = rows.length - 1; index >= Math.max(0, rows.length - 4); index--) {
    const row = rows[index]!
    const shared = Math.min(row.bottom, box[3]) - Math.max(row.top, box[1])
    const share = shared / Math.min(row.bottom - row.top, box[3] - box[1])
    // Superscripts and subscripts extend beyond their line.
    const isSign = size < 0.8 * row.size || row.size < 0.8 * size
    if (share > most && share > (isSign ? 0.35 : 0.5)) {
      most = share
      best = row
    }
  }
  return best
}

function addTo(row: Row, word: Word): void {
  row.words.push(word)
  if (word.size > 1.15 * row.size) {
    row.size = word.size
    row.top = word.box[1]
    row.bottom = word.box[3]
  }
}

function toLine(row: Word[], links: readonly Linked[], isRightToLeft: boolean): Line {
  const words = isRightToLeft
    ? inReadingOrder(row.sort((one, other) => other.box[2] - one.box[2]))
    : withLetterSpacingRemoved(row.sort((one, other) => one.box[0] - other.box[0]))
  const main = mainLook(words)
  const spans: Span[] = []
  let text = ''
  const gaps: number[] = []
  let before: Word | undefined
  for (const word of words) {
    const blank = before === undefined ? '' : blankBetween(before, word, isRightToLeft)
    if (blank === WIDE_BLANK) gaps.push(text.length)
    const said = (blank === '' ? '' : ' ') + word.text
    text += said
    addSpan(spans, said, word, main, links.find((link) => isMiddleIn(word.box, link.box))?.url)
    before = word
  }
  const lettersBy = (weight: (word: Word) => number) =>
    words.reduce((sum, word) => sum + weight(word) * word.text.length, 0)
  const letters = lettersBy(() => 1)
  return {
    box: boxOf(words),
    spans,
    text,
    size: main.size,
    font: main.font,
    color: main.color,
    isBold: lettersBy((word) => Number(word.isBold)) > 0.9 * letters,
    isItalic: lettersBy((word) => Number(word.isItalic)) > 0.9 * letters,
    isMono: lettersBy((word) => Number(word.isMono)) > 0.9 * letters,
    ...(words[0]!.confidence !== undefined && {
      confidence: lettersBy(({ confidence = 1 }) => confidence) / letters,
    }),
    ...(gaps.length > 0 && {
      pieces: [0, ...gaps].map((start, index) => text.slice(start, gaps[index]).trim()),
    }),
  }
}

function mainLook(words: readonly Word[]): Word {
  const sizeOf = ({ size }: Word) => Math.round(size * 4)
  return mostOf(words, sizeOf, ({ text }) => text.length) ?? words[0]!
}

const WIDE_BLANK = '  '

/** The space between two words: none when they touch, such as at a change of font within a word. */
function blankBetween(before: Word, word: Word, isRightToLeft: boolean): '' | ' ' | typeof WIDE_BLANK {
  const gap = Math.max(word.box[0] - before.box[2], isRightToLeft ? before.box[0] - word.box[2] : -Infinity)
  const size = Math.max(before.size, word.size)
  if (gap > 2.5 * size) return WIDE_BLANK
  if (gap > 0.7 * size) return ' '
  if (isCjk(before.text.slice(-1)) && isCjk(word.text[0]!)) return gap > 0.5 * size ? ' ' : ''
  if (before.run === word.run) return gap < 0.1 * size && TOUCHING.test(word.text) ? '' : ' '
  return gap > 0.13 * Math.min(before.size, word.size) ? ' ' : ''
}

const TOUCHING = /^[.,;:!?)\]]/

function addSpan(spans: Span[], text: string, word: Word, main: Word, link: string | undefined): void {
  const shift = shiftOf(word, main)
  const last = spans.at(-1)
  const { isBold, isItalic, isMono } = word
  if (
    last &&
    last.isBold === isBold &&
    last.isItalic === isItalic &&
    last.isMono === isMono &&
    last.shift === shift &&
    last.link === link
  ) {
    last.text += text
  } else {
    spans.push({ text, isBold, isItalic, isMono, shift, link })
  }
}

function shiftOf(word: Word, main: Word): Span['shift'] {
  if (word.size > 0.8 * main.size || word.text.length > 12 || !/[\p{L}\p{N}]/u.test(word.text)) return 'none'
  const raised = (main.box[1] + main.box[3] - word.box[1] - word.box[3]) / 2
  if (raised > 0.12 * main.size) return 'up'
  return raised < -0.12 * main.size ? 'down' : 'none'
}

const MIN_LETTERS = 4

/** Joins letter-spaced letters into words, such as the title `A B S T R A C T`. */
function withLetterSpacingRemoved(words: Word[]): Word[] {
  if (words.length < MIN_LETTERS) return words
  let isSpaced = false
  const joined: Word[] = []
  for (let start = 0; start < words.length;) {
    let end = start
    while (
      end < words.length &&
      isLetter(words[end]!) &&
      (end === start || words[end]!.size === words[start]!.size)
    )
      end++
    if (end - start >= MIN_LETTERS) {
      joined.push(...wordsFrom(words.slice(start, end)))
      isSpaced = true
      start = end
    } else {
      joined.push(...words.slice(start, Math.max(end, start + 1)))
      start = Math.max(end, start + 1)
    }
  }
  return isSpaced ? joined : words
}

function isLetter({ text }: Word): boolean {
  return text.length === 1 && /\p{L}/u.test(text)
}

function wordsFrom(letters: readonly Word[]): Word[] {
  const gaps = letters.slice(1).map((letter, index) => letter.box[0] - letters[index]!.box[2])
  const usual = medianOf(gaps)
  if (usual > 1.2 * letters[0]!.size) return [...letters]
  const words: Word[] = []
  letters.forEach((letter, index) => {
    const last = words.at(-1)
    if (last && gaps[index - 1]! < 1.7 * Math.max(usual, 0.1 * letter.size)) {
      words[words.length - 1] = { ...last, text: last.text + letter.text, box: boxOf([last, letter]) }
    } else {
      words.push(letter)
    }
  })
  return words
}

/** Whether most letters are of a right-to-left script. */
export function readsFromRight(words: readonly Word[]): boolean {
  let from = 0
  let other = 0
  for (const { text } of words) {
    if (RIGHT_TO_LEFT.test(text)) from += text.length
    else if (LETTER.test(text)) other += text.length
  }
  return from > other
}

export function startsFromRight(text: string): boolean {
  return FIRST_RIGHT_TO_LEFT.test(text)
}

function inReadingOrder(words: readonly Word[]): Word[] {
  const ordered: Word[] = []
  for (let start = 0; start < words.length;) {
    let end = start
    while (end < words.length && isLeftToRight(words[end]!)) end++
    // Words of another script and numbers between them keep their own direction.
    ordered.push(...words.slice(start, end).toReversed())
    if (end < words.length) ordered.push(withMarksBehind(words[end]!))
    start = end + 1
  }
  return ordered
}

function isLeftToRight({ text }: Word): boolean {
  return !RIGHT_TO_LEFT.test(text) && /[\p{L}\p{N}]/u.test(text)
}

/**
 * In right-to-left text, punctuation after a word is on its left, which is where a left-to-right line starts.
 */
function withMarksBehind(word: Word): Word {
  const marks = /^[.,:;!?،؛؟…»)\]]+(?=.)/u.exec(word.text)?.[0]
  return marks ? { ...word, text: word.text.slice(marks.length) + [...marks].toReversed().join('') } : word
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
const FIRST_RIGHT_TO_LEFT = new RegExp(`^\\P{L}*${RIGHT_TO_LEFT.source}`, 'u')
const LETTER = /\p{L}/u

/** A line without its first letters, for markers that become HTML. */
export function withoutStart(line: Line, length: number): Line {
  let left = length
  const spans = line.spans.flatMap((span) => {
    const cut = Math.min(left, span.text.length)
    left -= cut
    return cut === span.text.length ? [] : [{ ...span, text: span.text.slice(cut) }]
  })
  return { ...line, spans, text: line.text.slice(length) }
}

/** Whether a letter is of a script without spaces between words. */
export function isCjk(letter: string): boolean {
  return CJK.test(letter)
}

const CJK = /[\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff00-\uffef]/
