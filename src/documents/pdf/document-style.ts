import type { Line } from './line.ts'

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
