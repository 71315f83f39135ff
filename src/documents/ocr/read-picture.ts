import type { Orientation, OcrEngine, ReadLine, ReadWord } from './tesseract.ts'
import { eraseStrokes, findStrokes, rotated, scaled, thresholdOf, turned } from './grey-image.ts'
import type { GreyImage, Stroke, Turn } from './grey-image.ts'
import { isLatin, languageOfScript, languageOfText } from './languages.ts'
import { cleanPicture, skewOf } from './clean-picture.ts'
import type { Channel } from './picture-file.ts'

export interface PictureText {
  width: number
  height: number
  turn: Turn
  language: string
  lines: ReadLine[]
  horizontal: Stroke[]
  vertical: Stroke[]
  confidence: number
}

/** How sure it must be that a picture is turned, or of another script, to believe it. */
const SURE_TURN = 2
const SURE_SCRIPT = 1
const POOR = 0.6
const FEW_LETTERS = 60

/** Reads a picture. `language` is that of the pages before. It costs one reading when all goes well, at most four. */
export async function readPicture(
  engine: OcrEngine,
  shades: (channel: Channel) => GreyImage,
  { dpi, language = 'eng' }: { dpi: number; language?: string | undefined },
): Promise<PictureText> {
  const grey = cleanPicture(shades('luminance'))
  const orientation = await engine.detectOrientation(grey)
  const turn = orientation && orientation.turnConfidence >= SURE_TURN ? orientation.turn : 0
  const first = await readTurned(engine, grey, { dpi, turn, language: firstLanguage(orientation, language) })
  const read =
    first.confidence >= POOR ? first : await readOtherwise(engine, grey, { first, orientation, dpi })
  if (lettersOf(read) >= FEW_LETTERS && read.confidence >= POOR) return read
  const lines = await readPoster(engine, shades, { dpi, language: read.language })
  const poster = { ...read, ...sizeOf(grey), turn: 0 as const, lines, confidence: confidenceOf(lines) }
  return weightOf(poster) > weightOf(read) ? { ...poster, horizontal: [], vertical: [] } : read
}

/** Tries what may be wrong about a poor reading, on a smaller picture where that is enough to tell. */
async function readOtherwise(
  engine: OcrEngine,
  grey: GreyImage,
  { first, orientation, dpi }: { first: PictureText; orientation: Orientation | undefined; dpi: number },
): Promise<PictureText> {
  const small = scaled(grey, 0.5)
  let best: { guess: Guess; weight: number } | undefined
  for (const guess of otherReadings(first, orientation)) {
    const tried = await readTurned(engine, small, { ...guess, dpi: dpi / 2 })
    const weight = weightOf(tried)
    if (!best || weight > best.weight) best = { guess, weight }
    if (tried.confidence >= POOR) break
  }
  if (!best || best.weight <= weightOf(first)) return first
  const other = await readTurned(engine, grey, { ...best.guess, dpi })
  return weightOf(other) > weightOf(first) ? other : first
}

interface Guess {
  turn: Turn
  language: string
}

/** First the script that it may be in, though that is not sure, or that it is in no other; then how it may be turned. */
function otherReadings({ turn, language }: Guess, orientation: Orientation | undefined): Guess[] {
  const ofScript = orientation && languageOfScript(orientation.script)
  const latin = isLatin(language) ? language : 'eng'
  const sameTurn = new Set([ofScript ?? latin, latin])
  sameTurn.delete(language)
  const turns = ([0, 90, 180, 270] as const).filter((other) => other !== turn)
  return [
    ...[...sameTurn].map((other) => ({ turn, language: other })),
    ...turns.map((other) => ({ turn: other, language: latin })),
  ]
}

async function readTurned(
  engine: OcrEngine,
  grey: GreyImage,
  reading: Guess & { dpi: number },
): Promise<PictureText> {
  const { dpi, turn, language } = reading
  const upright = turned(grey, turn)
  const skew = skewOf(upright)
  const level = Math.abs(skew) >= 0.1 ? rotated(upright, -skew) : upright
  const threshold = thresholdOf(level)
  const strokes = findStrokes(level, threshold, dpi)
  const bare = eraseStrokes(level, threshold, [...strokes.horizontal, ...strokes.vertical])
  const read = async (wanted: string): Promise<PictureText> => {
    const lines = await engine.read(bare, { language: wanted, dpi, layout: 'page' })
    return { ...sizeOf(bare), turn, language: wanted, lines, ...strokes, confidence: confidenceOf(lines) }
  }
  const first = await read(language)
  const better =
    isLatin(language) && first.confidence >= POOR ? languageOfText(textOf(first.lines)) : undefined
  if (better === undefined || better === language) return first
  const second = await read(better)
  return weightOf(second) >= weightOf(first) * 0.97 ? second : first
}

function sizeOf({ width, height }: GreyImage): { width: number; height: number } {
  return { width, height }
}

function firstLanguage(orientation: Orientation | undefined, language: string): string {
  const ofScript =
    orientation && orientation.scriptConfidence >= SURE_SCRIPT
      ? languageOfScript(orientation.script)
      : undefined
  if (ofScript === undefined) return language
  return isLatin(ofScript) && isLatin(language) ? language : ofScript
}

function textOf(lines: readonly ReadLine[]): string {
  return lines.map(({ words }) => words.map(({ text }) => text).join(' ')).join('\n')
}

function lettersOf({ lines }: PictureText): number {
  return textOf(lines).replace(/[^\p{L}\p{N}]/gu, '').length
}

function confidenceOf(lines: readonly ReadLine[]): number {
  const words = lines.flatMap((line) => line.words)
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  return letters && words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0) / letters
}

/** How much was read, and how surely: what tells a true reading from one of noise. */
function weightOf(picture: PictureText): number {
  return lettersOf(picture) * Math.max(0, picture.confidence - 0.3)
}

const SEARCHED_DPI = [75, 100, 200]
/** Over how many pixels the surroundings of a letter are taken together. */
const SURROUNDINGS = 32
const MIN_DIFFERENCE = 25
/** Of what is found in a photograph, most is no letter: only lines that are sure and no mere scraps are kept. */
const SURE = 0.75
const LIKELY = 0.5
const MIN_LETTERS = 4

/** Reads words on photographs and colors, by the channel in which they stand out. Of repeated lines the best counts. */
async function readPoster(
  engine: OcrEngine,
  shades: (channel: Channel) => GreyImage,
  { dpi, language }: { dpi: number; language: string },
): Promise<ReadLine[]> {
  const found: ReadLine[] = []
  for (const [channel, sign] of PASSES) {
    const grey = shades(channel)
    for (const searchedDpi of SEARCHED_DPI) {
      const scale = Math.min(1, searchedDpi / dpi)
      const letters = blackLetters(scaled(grey, scale), sign)
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
  for (const line of lines.toSorted((a, b) => lineWeight(b) - lineWeight(a)).slice(0, MAX_LINES)) {
    const isTaken = kept.some((other) => other.words.some((a) => line.words.some((b) => overlap(a, b))))
    if (!isTaken) kept.push(line)
  }
  return kept
}

const MAX_LINES = 500

function lineWeight({ words }: ReadLine): number {
  return words.reduce((sum, { text, confidence }) => sum + text.length * confidence, 0)
}

function blackLetters(grey: GreyImage, sign: 1 | -1): GreyImage {
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
  return letters >= MIN_LETTERS && lineWeight(line) >= SURE * letters
}

function enlarged(word: ReadWord, scale: number): ReadWord {
  const { left, top, right, bottom } = word
  return { ...word, left: left * scale, top: top * scale, right: right * scale, bottom: bottom * scale }
}

function overlap(a: ReadWord, b: ReadWord): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
}
