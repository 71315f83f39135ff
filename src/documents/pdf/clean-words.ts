import type { Box } from '../converted.ts'
import { medianOf } from './page.ts'
import type { PdfPage, Word } from './page.ts'

/** The visible words in normalized letters, without shadows, watermarks and words outside the page. */
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

/** Large diagonal letters. A slanted font is reported as rotated too, but its words are not taller. */
function isWatermark({ rotation, size, box }: Word): boolean {
  const slant = ((rotation % 90) + 90) % 90
  return slant > 15 && slant < 75 && size > 24 && box[3] - box[1] > 2 * size
}

const MAX_PLACES = 128

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

/** Normalizes letters: splits ligatures, and replaces presentation forms and signs of private fonts. */
export function readableText(text: string): string {
  if (PLAIN.test(text)) return text
  return text
    .replace(UNSEEN, '')
    .replace(COMPATIBILITY, (letter) => letter.normalize('NFKC'))
    .replace(PRIVATE_BULLETS, '•')
    .replace(TORN_LIGATURE, '$1ل$2')
    .normalize('NFC')
}

const PLAIN = /^[ -~\u00a1-\u00ac\u00ae-\u02ff\u2010-\u2027]*$/

const UNSEEN = /[\p{Cc}\u00ad\u200b-\u200d\u2060\ufeff\ufffe\uffff\ufffd]/gu

const COMPATIBILITY =
  /[\ufb00-\ufb06\ufb13-\ufb17\ufb1d-\ufb4f\ufb50-\ufdff\ufe70-\ufefc\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}]/gu

const PRIVATE_BULLETS = /[\uf0b7\uf0a7\uf0d8\uf0fc\uf076\uf06c\uf06e\uf0a8\uf071\uf02d]/g

/** The ligature of lam and alef is split in the wrong order; after an alef it cannot mean anything else. */
const TORN_LIGATURE = /(ا)([اأإآ])ل/g

/** The share of letters that mean nothing without their font. */
export function unreadableShare(text: string): number {
  if (text.length === 0) return 0
  const strange = text.match(UNREADABLE)
  return strange ? strange.length / text.length : 0
}

const UNREADABLE = /[\ue000-\uf8ff\ufffd\p{Cc}\p{Cn}]/gu

const WINDOW = 6

/** Gives individually measured words, as in a scan, the usual height of their surroundings. */
export function withSteadySizes(words: Word[]): Word[] {
  if (!isUnsteady(words)) return words
  const usual = medianOf(words.map(({ size }) => size))
  return words.map((word, index) => {
    const around = words
      .slice(Math.max(0, index - WINDOW), index + WINDOW + 1)
      .filter((other) => isBeside(other, word))
      .map(({ size }) => size)
    const size = medianOf(around)
    return { ...word, size: Math.abs(size - usual) < 0.25 * usual ? usual : size }
  })
}

function isUnsteady(words: readonly Word[]): boolean {
  let pairs = 0
  let different = 0
  for (let index = 1; index < words.length; index++) {
    const [before, word] = [words[index - 1]!, words[index]!]
    if (!isBeside(before, word)) continue
    pairs++
    if (Math.abs(before.size - word.size) > 0.02 * word.size) different++
  }
  return pairs > 20 && different > 0.4 * pairs
}

function isBeside(one: Word, other: Word): boolean {
  const shared = Math.min(one.box[3], other.box[3]) - Math.max(one.box[1], other.box[1])
  return shared > 0.4 * Math.min(one.box[3] - one.box[1], other.box[3] - other.box[1])
}

const BULLET_LIKE = /^[eo¢©®«°¤]$/

/**
 * Restores bullets that OCR misread as letters: the letter starts several lines, before a capitalized word.
 */
export function withReadBullets(words: Word[]): Word[] {
  if (words[0]?.confidence === undefined) return words
  const lines = Map.groupBy(words, ({ run }) => run)
  const misread = new Set<Word>()
  for (const [first, second] of lines.values()) {
    if (first && second && BULLET_LIKE.test(first.text) && /^[\p{Lu}\p{N}"“]/u.test(second.text))
      misread.add(first)
  }
  if (misread.size < 2) return words
  return words.map((word) => (misread.has(word) ? { ...word, text: '•' } : word))
}

const MAX_DOTS = 500

/** Drawn bullets: small shapes with a word at some distance after them and none before. */
export function drawnBullets(dots: readonly Box[], words: readonly Word[], isRightToLeft: boolean): Word[] {
  if (dots.length === 0 || dots.length > MAX_DOTS) return []
  const rows = Map.groupBy(words, ({ box }) => rowAt((box[1] + box[3]) / 2))
  // Positions count from the start of lines.
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

/** Rows have the height of small print, so that a word covers few of them. */
function rowAt(y: number): number {
  return Math.floor(y / 12)
}

/** In font heights, from the end of an entry to its page number. */
const MIN_GAP = 4
const MIN_ENTRIES = 3

/** Restores the dot leaders of a table of contents, of which the library keeps one or two dots. */
export function withLeaderDots(words: Word[]): Word[] {
  const entries: number[] = []
  let dotted = 0
  for (let index = 1; index < words.length; index++) {
    if (!isEntryEnd(words[index - 1]!, words[index]!)) continue
    entries.push(index)
    if (words[index]!.text.startsWith('.')) dotted++
  }
  if (dotted < MIN_ENTRIES || dotted < entries.length / 3) return words
  const restored: Word[] = []
  let done = 0
  for (const index of entries) {
    const [before, page] = [words[index - 1]!, words[index]!]
    const room = 0.3 * page.size
    const box = [before.box[2] + room, page.box[1], page.box[0] - room, page.box[3]] as const
    restored.push(...words.slice(done, index - 1))
    restored.push({ ...before, text: before.text.slice(0, -1) }, { ...before, text: '.....', box })
    restored.push({ ...page, text: page.text.replace('.', '') })
    done = index + 1
  }
  return [...restored, ...words.slice(done)]
}

function isEntryEnd(before: Word, page: Word): boolean {
  return (
    before.run !== page.run &&
    before.text.length > 1 &&
    before.text.endsWith('.') &&
    /^\.?(?:\d{1,4}|[ivxlc]{1,7})$/.test(page.text) &&
    page.box[0] - before.box[2] > MIN_GAP * page.size &&
    Math.abs(page.box[3] - before.box[3]) < 0.3 * page.size
  )
}

/** Puts a drop cap into the first line, before the rest of its word. */
export function withDropCaps(words: Word[]): Word[] {
  const caps = words.filter(({ text }) => DROP_CAP.test(text))
  if (caps.length === 0) return words
  const usual = medianOf(words.map(({ size }) => size))
  const joined = new Map<Word, Word>()
  for (const cap of caps.filter(({ size }) => size >= 1.8 * usual).slice(0, MAX_CAPS)) {
    const next = nextWord(cap, words, usual)
    if (!next) continue
    joined.set(cap, { ...next, run: cap.run, text: cap.text, box: besideOf(cap, next) })
  }
  return joined.size === 0 ? words : words.map((word) => joined.get(word) ?? word)
}

const DROP_CAP = /^["“'‘]?\p{Lu}\p{L}{0,14}$/u
const MAX_CAPS = 50

function isLetter({ text }: Word): boolean {
  return text.length < 3 && !/\p{Ll}/u.test(text)
}

function besideOf(cap: Word, next: Word): Word['box'] {
  const right = isLetter(cap) ? next.box[0] : next.box[0] - 0.25 * next.size
  return [cap.box[0], next.box[1], Math.max(right, cap.box[0] + 1), next.box[3]]
}

function nextWord({ box }: Word, words: readonly Word[], usual: number): Word | undefined {
  const beside = words.filter(
    (word) =>
      word.size < 1.5 * usual &&
      word.box[0] >= box[0] + 0.5 * usual &&
      word.box[0] < box[2] + 1.2 * usual &&
      word.box[1] > box[1] - 0.5 * usual &&
      word.box[3] < box[3] + 0.5 * usual,
  )
  const [first, second] = beside.sort((one, other) => one.box[1] - other.box[1])
  return first && second && second.box[1] > first.box[1] + 0.5 * usual ? first : undefined
}
