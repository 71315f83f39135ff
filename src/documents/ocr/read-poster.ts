import type { Channel } from './decode-picture.ts'
import type { OcrEngine, ReadLine, ReadWord } from './engine.ts'
import { scaled } from './grey.ts'
import type { Grey } from './grey.ts'

/** Letters of different sizes are found at different ones. */
const SEARCHED_DPI = [75, 100, 200]
/** Over how many pixels the surroundings of a letter are taken together. */
const SURROUNDINGS = 32
/** By how much letters differ from their surroundings. */
const MIN_DIFFERENCE = 25
/** Of what is found in a photograph, most is no letter: only lines that are sure and no mere scraps are kept. */
const SURE = 0.75
const LIKELY = 0.5
const MIN_LETTERS = 4

/**
 * Reads words that stand on a photograph or on colors: those that are lighter than what is around them, and those that are
 * darker. Colored letters stand out most by the lightest or the darkest of their channels. Where lines were found more than
 * once, the best one counts.
 */
export async function readPoster(
  engine: OcrEngine,
  shades: (channel: Channel) => Grey,
  { dpi, language }: { dpi: number; language: string },
): Promise<ReadLine[]> {
  const found: ReadLine[] = []
  for (const [channel, sign] of PASSES) {
    const grey = shades(channel)
    for (const searchedDpi of SEARCHED_DPI) {
      const scale = Math.min(1, searchedDpi / dpi)
      const letters = lettersOf(scaled(grey, scale), sign)
      for (const line of await engine.read(letters, { language, dpi: dpi * scale, layout: 'sparse' })) {
        const words = line.words.filter(isLikely).map((word) => enlarged(word, 1 / scale))
        if (isSure({ words })) found.push({ words })
      }
    }
  }
  return bestOf(found).toSorted((a, b) => a.words[0]!.top - b.words[0]!.top)
}

const PASSES = [
  ['lightest', 1],
  ['darkest', -1],
] as const

function bestOf(lines: readonly ReadLine[]): ReadLine[] {
  const kept: ReadLine[] = []
  for (const line of lines.toSorted((a, b) => weightOf(b) - weightOf(a)).slice(0, MAX_LINES)) {
    const isTaken = kept.some((other) => other.words.some((a) => line.words.some((b) => overlap(a, b))))
    if (!isTaken) kept.push(line)
  }
  return kept
}

const MAX_LINES = 500

function weightOf({ words }: ReadLine): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
}

/** Black letters on white from what differs from its surroundings in one direction. */
function lettersOf(grey: Grey, sign: 1 | -1): Grey {
  const small = scaled(grey, 1 / SURROUNDINGS)
  const mean = scaled(small, grey.width / small.width)
  const pixels = new Uint8Array(grey.pixels.length).fill(255)
  for (let y = 0, at = 0; y < grey.height; y++) {
    const row = Math.min(y, mean.height - 1) * mean.width
    for (let x = 0; x < grey.width; x++, at++) {
      const around = mean.pixels[row + Math.min(x, mean.width - 1)]!
      if (sign * (grey.pixels[at]! - around) > MIN_DIFFERENCE) pixels[at] = 0
    }
  }
  return { ...grey, pixels }
}

function isLikely({ text, confidence }: ReadWord): boolean {
  return confidence >= LIKELY && /[\p{L}\p{N}]{2}/u.test(text)
}

function isSure(line: ReadLine): boolean {
  const letters = line.words.reduce((sum, { text }) => sum + text.length, 0)
  return letters >= MIN_LETTERS && weightOf(line) >= SURE * letters
}

function enlarged(word: ReadWord, scale: number): ReadWord {
  const { left, top, right, bottom } = word
  return { ...word, left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale }
}

function overlap(a: ReadWord, b: ReadWord): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
