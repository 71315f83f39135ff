import { LiteParse } from '@llamaindex/liteparse'
import type { Box, ReportProgress } from '../converted.ts'
import { medianOf, PLAIN_LOOKS } from '../pdf/page.ts'
import type { PdfPage, Rule, Word } from '../pdf/page.ts'
import type { GreyImage, Stroke, Turn } from './grey-image.ts'
import { scaled, turned } from './grey-image.ts'
import { letterHeight } from './clean-picture.ts'
import { decodePicture, pictureFrames } from './picture-file.ts'
import type { Channel } from './picture-file.ts'
import { readPicture } from './read-picture.ts'
import type { PictureText } from './read-picture.ts'
import { useOcr } from './tesseract.ts'
import type { ReadLine, ReadWord } from './tesseract.ts'

const POINTS_PER_INCH = 72

/** Reads pages of a PDF from their pictures. A page that cannot be drawn or read is missing from the result. */
export async function ocrPdfPages(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  report: (donePages: number) => void,
): Promise<Map<number, OcrPage>> {
  const pages = new Map<number, OcrPage>()
  if (pageNumbers.length === 0) return pages
  let language: string | undefined
  let done = 0
  for await (const rendered of renderPages(bytes, pageNumbers)) {
    const page = rendered && (await ocrRendered(rendered, language))
    if (page) pages.set(page.number, page)
    if (page && page.confidence > 0) language = page.language
    report(++done)
  }
  return pages
}

async function ocrRendered(
  { number, png, dpi }: RenderedPage,
  language: string | undefined,
): Promise<OcrPage | undefined> {
  try {
    return await useOcr(async ({ engine, tesseract }) => {
      const shades = (channel: Channel) => decodePicture(tesseract, png, channel)
      const picture = await readPicture(engine, shades, { dpi, language })
      return toOcrPage(number, picture, POINTS_PER_INCH / dpi)
    })
  } catch {
    // One page that is too much for the engine does not take the others with it: it is started anew.
    return undefined
  }
}

export async function ocrPicture(
  bytes: Uint8Array,
  { maxPages = Infinity, report }: { maxPages?: number | undefined; report: ReportProgress },
) {
  const frames = pictureFrames(bytes)
  const totalPages = frames.length
  const wanted = frames.slice(0, maxPages)
  const pictures = await useOcr(async ({ engine, tesseract }) => {
    // Pixels of the upright picture to the point of the page, whose text is about as large as in print.
    const read: { page: OcrPage; pixelsPerPoint: number }[] = []
    let language: string | undefined
    for (const [index, { file, turn }] of wanted.entries()) {
      const packed = file()
      const luminance = decodePicture(tesseract, packed)
      const scale = scaleFor(luminance)
      const shades = (channel: Channel) => {
        const grey = channel === 'luminance' ? luminance : decodePicture(tesseract, packed, channel)
        return turned(scaled(grey, scale), turn)
      }
      const picture = await readPicture(engine, shades, { dpi: DPI, language })
      if (picture.confidence > 0) language = picture.language
      read.push({
        page: toOcrPage(index + 1, picture, POINTS_PER_INCH / DPI),
        pixelsPerPoint: DPI / POINTS_PER_INCH / scale,
      })
      report({ donePages: read.length, totalPages: wanted.length })
    }
    return read
  })
  return { pictures, totalPages }
}

const DPI = 300
/** How high letters of a usual size are then: most of them reach neither up nor down. */
const LETTER_PIXELS = 22
const MAX_PIXELS = 12_000_000

/** Photographs and what was taken from a screen have letters of any size; they are read best in the size of a scan. */
function scaleFor(grey: GreyImage): number {
  const most = Math.sqrt(MAX_PIXELS / (grey.width * grey.height))
  const height = letterHeight(grey)
  const wanted = height === undefined ? 1 : LETTER_PIXELS / height
  // What is about right is left as it is: each change of size costs sharpness.
  return Math.min(most, wanted > 0.6 && wanted < 1.5 ? 1 : Math.min(4, Math.max(0.25, wanted)))
}

interface RenderedPage {
  number: number
  png: Uint8Array
  dpi: number
}

const DRAWN_DPI = 300
/** A small page is often a usual one that was made smaller, so it is drawn larger. */
const MAX_DPI = 600
const USUAL_PIXELS = 8_400_000
const MAX_DRAWN_PIXELS = 12_000_000

/** Draws pages one by one, so that only one is held. Sizes are checked first: a page may be as large as it likes. */
export async function* renderPages(
  bytes: Uint8Array,
  pageNumbers: readonly number[],
): AsyncGenerator<RenderedPage | undefined> {
  const sizes = await sizesOf(bytes, pageNumbers)
  for (const number of pageNumbers) {
    const size = sizes.get(number)
    yield size && (await render(bytes, number, dpiFor(size)))
  }
}

async function sizesOf(bytes: Uint8Array, pageNumbers: readonly number[]) {
  const parser = new LiteParse({
    ...QUIET,
    outputFormat: 'json',
    imageMode: 'off',
    continueOnPageError: true,
    targetPages: pageNumbers.join(','),
    // The library has a limit of its own, which is lower than the number of pages may be.
    maxPages: pageNumbers.length,
  })
  const { pages } = await parser.parse(bytes)
  return new Map(pages.map((page) => [page.pageNum, page]))
}

async function render(bytes: Uint8Array, number: number, dpi: number): Promise<RenderedPage | undefined> {
  if (dpi < MIN_DPI) return undefined
  try {
    const [picture] = await new LiteParse({ ...QUIET, dpi }).screenshot(bytes, [number])
    return picture && { number, png: picture.imageBuffer, dpi }
  } catch {
    return undefined
  }
}

const QUIET = { ocrEnabled: false, quiet: true, numWorkers: 1 } as const
const MIN_DPI = 10

function dpiFor({ width, height }: { width: number; height: number }): number {
  const squareInches = (width * height) / POINTS_PER_INCH ** 2
  const ofPixels = (pixels: number) => Math.sqrt(pixels / squareInches)
  const dpi = Math.max(
    Math.min(DRAWN_DPI, ofPixels(MAX_DRAWN_PIXELS)),
    Math.min(MAX_DPI, ofPixels(USUAL_PIXELS)),
  )
  return Math.floor(dpi)
}

interface OcrPage extends PdfPage {
  words: OcrWord[]
  confidence: number
  turn: Turn
  language: string
}

type OcrWord = Word & { confidence: number }

/** What was read from a picture as a page, with `scale` units of the page to the pixel. */
export function toOcrPage(number: number, picture: PictureText, scale: number): OcrPage {
  return {
    number,
    width: picture.width * scale,
    height: picture.height * scale,
    words: picture.lines.flatMap((line, run) => wordsOf(line, run, scale)),
    rules: [...picture.horizontal, ...picture.vertical].map((stroke) => ruleOf(stroke, scale)),
    fills: [],
    links: [],
    confidence: picture.confidence,
    turn: picture.turn,
    language: picture.language,
  }
}

/** Words of one line get one top and bottom, as words of a text layer have, instead of the edges of their ink. */
function wordsOf(line: ReadLine, run: number, scale: number): OcrWord[] {
  const size = sizeOf(line)
  const foot = footOf(line, size)
  const words = line.words.filter((word) => !isSpeck(word, size))
  return withoutGaps(words, size).map(({ text, left, right, confidence }) => {
    const box: Box = [
      left * scale,
      (foot - ASCENT * size) * scale,
      right * scale,
      (foot + DESCENT * size) * scale,
    ]
    return { ...PLAIN_LOOKS, text, box, size: size * scale, run, confidence }
  })
}

/** What is left of lines and of dirt on the paper is taken for thin letters and signs. */
function isSpeck({ text, left, right, confidence }: ReadWord, size: number): boolean {
  if (text.length === 1 && right - left < size * SLIVER) return true
  return confidence < DOUBTFUL && text.length <= 2 && !/[\p{L}\p{N}]/u.test(text)
}

/** The thinnest letters and signs are wider than this part of their size. */
const SLIVER = 0.12
const DOUBTFUL = 0.5

/** Chinese and Japanese have no spaces between words, which are found one by one all the same. */
function withoutGaps(words: readonly ReadWord[], size: number): ReadWord[] {
  const joined: ReadWord[] = []
  for (const word of words) {
    const before = joined.at(-1)
    const isNext = before && word.left - before.right < size * 0.9 && UNSPACED_END.test(before.text)
    if (isNext && UNSPACED_START.test(word.text)) joined[joined.length - 1] = together(before, word)
    else joined.push(word)
  }
  return joined
}

const UNSPACED_END = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff00-\uffef]$/u
const UNSPACED_START = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\u3000-\u303f\uff00-\uffef]/u

function together(a: ReadWord, b: ReadWord): ReadWord {
  const [letters, more] = [a.text.length, b.text.length]
  return {
    text: a.text + b.text,
    left: a.left,
    top: Math.min(a.top, b.top),
    right: b.right,
    bottom: Math.max(a.bottom, b.bottom),
    confidence: (a.confidence * letters + b.confidence * more) / (letters + more),
  }
}

/** Parts of the size of a font that common fonts agree on. */
const ASCENT = 0.72
const X_HEIGHT = 0.48
const DESCENT = 0.21

const HAS_ASCENT = /[\p{Lu}\p{Nd}bdfhijklt\u0400-\uffff(){}[\]|/\\!?&%$#@]/u
const HAS_DESCENT = /[gjpqyQ(){}[\]|,;\u0600-\uffff]/u

function sizeOf({ words }: ReadLine): number {
  const sizes = words
    .filter(({ text }) => /[\p{L}\p{N}]/u.test(text))
    .map(({ text, top, bottom }) => {
      const above = HAS_ASCENT.test(text) ? ASCENT : X_HEIGHT
      return (bottom - top) / (above + (HAS_DESCENT.test(text) ? DESCENT : 0))
    })
  return medianOf(sizes.length > 0 ? sizes : words.map(({ top, bottom }) => (bottom - top) / ASCENT))
}

function footOf({ words }: ReadLine, size: number): number {
  return medianOf(
    words.map(({ text, bottom }) => (HAS_DESCENT.test(text) ? bottom - DESCENT * size : bottom)),
  )
}

function ruleOf({ left, top, right, bottom }: Stroke, scale: number): Rule {
  const [x, y] = [((left + right) / 2) * scale, ((top + bottom) / 2) * scale]
  if (right - left > bottom - top)
    return { x1: left * scale, y1: y, x2: right * scale, y2: y, width: (bottom - top) * scale }
  return { x1: x, y1: top * scale, x2: x, y2: bottom * scale, width: (right - left) * scale }
}
