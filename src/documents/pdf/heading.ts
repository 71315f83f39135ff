import type { Line } from './line.ts'
import { isContentsEntry, markerOf } from './paragraphs.ts'

const MAX_LINES = 4
const MAX_LETTERS = 220

/** Whether lines that belong together are a heading: they stand out from running text, and are short. */
export function isHeading(
  group: readonly Line[],
  before: readonly Line[] | undefined,
  after: readonly Line[] | undefined,
  style: DocumentStyle,
): boolean {
  const [first] = group as [Line]
  const text = group.map((line) => line.text).join(' ')
  if (group.length > MAX_LINES || text.length > MAX_LETTERS || !/\p{L}.*\p{L}/u.test(text)) return false
  if (/[,;]$/.test(text) || isAddress(text) || isContentsEntry(group.at(-1)!) || isSum(first)) return false
  const marker = markerOf(text)
  if (marker?.kind === 'bullet') return false
  const ratio = first.size / style.bodySize
  const isBold = !style.isMostlyBold && group.every((line) => line.isBold)
  const isSentence = /[.!?。]['"”’)]?$/.test(text) && text.split(' ').length > (text.includes(': ') ? 4 : 8)
  if (ratio >= 1.18) return !isSentence || (isBold && group.length < 3)
  if (isBold && ratio > 0.7) {
    return !isSentence && group.length <= 3 && text.length < 160 && (ratio > 0.88 || hasRoom(group, before))
  }
  if (ratio < 0.94 || text.length > 90 || first.pieces || !isApart(group, before, after)) return false
  if (ratio > 1.04 && first.font !== style.bodyFont && after![0]!.font !== first.font) return !isSentence
  // A scan does not tell bold letters, but they look a little larger.
  if (first.confidence !== undefined && ratio > 1.07 && /^[\p{Lu}\p{N}]/u.test(text)) return !isSentence
  return isInCapitals(text) || (isItalicTitle(group) && !after!.some((line) => line.isItalic))
}

/** A short line in italics that is neither a sentence nor a date. */
function isItalicTitle([line, ...rest]: readonly Line[]): boolean {
  if (rest.length > 0 || !line!.isItalic || /\b(?:19|20)\d\d\b/.test(line!.text)) return false
  return /^[\p{Lu}\p{N}].*[^.,;:!?]$/u.test(line!.text)
}

/** A label with a number far behind it, such as the last row of a bill. */
function isSum({ pieces }: Line): boolean {
  return pieces !== undefined && /^[^\p{L}]*\p{N}[^\p{L}]*$/u.test(pieces.at(-1)!)
}

function isAddress(text: string): boolean {
  return /^(?:https?:|www\.)\S+$|^\S+@\S+$/.test(text)
}

function isInCapitals(text: string): boolean {
  const capitals = text.match(/\p{Lu}/gu)?.length ?? 0
  return capitals > 3 && !/\p{Ll}/u.test(text) && capitals > 0.6 * text.replace(/[^\p{L}]/gu, '').length
}

/** Followed by text of another look, with room above. */
function isApart(
  group: readonly Line[],
  before: readonly Line[] | undefined,
  after: readonly Line[] | undefined,
): boolean {
  return (
    after !== undefined && !isInCapitals(after.map(({ text }) => text).join(' ')) && hasRoom(group, before)
  )
}

function hasRoom(group: readonly Line[], before: readonly Line[] | undefined): boolean {
  return !before || group[0]!.box[1] - before.at(-1)!.box[3] > 0.5 * group[0]!.size
}

/** What is usual in a document, so that what stands out can be told. */
export interface DocumentStyle {
  /** The font height of running text. */
  bodySize: number
  /** The font of most running text. */
  bodyFont: string
  /** Whether so much is bold that it means nothing. */
  isMostlyBold: boolean
  /** Whether it is written with a typewriter, so that letters of one width are not code. */
  isMostlyMono: boolean
  /** Words that stand somewhere inside of a line, in small letters; tells whether a hyphen at the end of a line is real. */
  vocabulary: ReadonlySet<string>
}

/** Sizes are compared in steps of this ratio. */
const STEP = Math.log(1.05)
/** With less than this, what is usual cannot be told. */
const MIN_LETTERS = 400
const MAX_VOCABULARY = 200_000

/** Looks at all lines of a document for what most of its letters look like. */
export function documentStyle(lines: readonly Line[]): DocumentStyle {
  const sizes = new Map<number, number>()
  const fonts = new Map<string, number>()
  let letters = 0
  let bold = 0
  let mono = 0
  for (const { text, size, isBold, isMono } of lines) {
    const step = Math.round(Math.log(Math.max(size, 1)) / STEP)
    sizes.set(step, (sizes.get(step) ?? 0) + text.length)
    letters += text.length
    if (isBold) bold += text.length
    if (isMono) mono += text.length
  }
  // Sizes next to each other count together: the same text is often set in sizes that differ by a hair.
  const weightOf = (step: number) =>
    2 * (sizes.get(step) ?? 0) + (sizes.get(step - 1) ?? 0) + (sizes.get(step + 1) ?? 0)
  let body = 0
  for (const step of sizes.keys()) {
    if (body === 0 || weightOf(step) > weightOf(body)) body = step
  }
  const bodySize = Math.exp(body * STEP)
  for (const { text, font, size } of lines) {
    if (Math.abs(size - bodySize) < 0.08 * bodySize) fonts.set(font, (fonts.get(font) ?? 0) + text.length)
  }
  const bodyFont = [...fonts].reduce((most, font) => (font[1] > most[1] ? font : most), ['', 0] as const)[0]
  return {
    bodySize,
    bodyFont,
    isMostlyBold: bold > 0.5 * letters && letters > MIN_LETTERS,
    isMostlyMono: mono > 0.5 * letters,
    vocabulary: vocabularyOf(lines),
  }
}

function vocabularyOf(lines: readonly Line[]): Set<string> {
  const words = new Set<string>()
  if (!lines.some(({ text }) => text.endsWith('-'))) return words
  for (const { text } of lines) {
    if (words.size > MAX_VOCABULARY) break
    for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*(?=.)/gu))
      words.add(word)
  }
  return words
}
