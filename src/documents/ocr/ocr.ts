import { LiteParse } from '@llamaindex/liteparse'
import type { ReportProgress } from '../converted.ts'
import { scaled, turned } from './grey.ts'
import type { Grey } from './grey.ts'
import { letterHeight } from './level-picture.ts'
import { toOcrPage } from './ocr-page.ts'
import type { OcrPage } from './ocr-page.ts'
import { decodePicture, pictureFrames } from './picture-file.ts'
import type { Channel } from './picture-file.ts'
import { readPicture } from './read-picture.ts'
import { useOcr } from './tesseract.ts'

const POINTS_PER_INCH = 72

/**
 * Reads pages of a PDF from their pictures, by their numbers from 1. A page that cannot be drawn or read is missing from
 * what is given back. `report` is called with how many of these pages are done.
 */
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

/** A picture as a page whose text is about as large as in print, so that it can be laid out like one. */
interface OcrPicture {
  page: OcrPage
  /** Pixels of the picture, upright, to the point of the page. */
  pixelsPerPoint: number
}

/**
 * Reads a picture, or the pages of one that has several. Throws `UnreadableDocument` when it is damaged, too large, or of
 * a kind that is not read.
 */
export async function ocrPicture(
  bytes: Uint8Array,
  { maxPages = Infinity, report }: { maxPages?: number | undefined; report: ReportProgress },
): Promise<{ pictures: OcrPicture[]; totalPages: number }> {
  const frames = pictureFrames(bytes)
  const totalPages = frames.length
  const wanted = frames.slice(0, maxPages)
  const pictures = await useOcr(async ({ engine, tesseract }) => {
    const read: OcrPicture[] = []
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

/** What a picture is brought to. */
const DPI = 300
/** How high letters of a usual size are then: most of them reach neither up nor down. */
const LETTER_PIXELS = 22
const MAX_PIXELS = 12_000_000

/** Photographs and what was taken from a screen have letters of any size; they are read best in the size of a scan. */
function scaleFor(grey: Grey): number {
  const most = Math.sqrt(MAX_PIXELS / (grey.width * grey.height))
  const height = letterHeight(grey)
  const wanted = height === undefined ? 1 : LETTER_PIXELS / height
  // What is about right is left as it is: each change of size costs sharpness.
  return Math.min(most, wanted > 0.6 && wanted < 1.5 ? 1 : Math.min(4, Math.max(0.25, wanted)))
}

/** A page of a PDF as a picture. */
interface RenderedPage {
  number: number
  png: Uint8Array
  dpi: number
}

/** What text of a usual size is best read at. */
const DRAWN_DPI = 300
/** A small page is often a usual one that was made smaller, so it is drawn larger. */
const MAX_DPI = 600
const USUAL_PIXELS = 8_400_000
const MAX_DRAWN_PIXELS = 12_000_000
const POINTS_PER_INCH_ = 72

/**
 * Draws pages one after the other, so that only one is held. The size of a page is looked up before it is drawn, since it
 * may be as large as its maker likes. A page that cannot be drawn is left out.
 */
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

interface PageSize {
  width: number
  height: number
}

async function sizesOf(bytes: Uint8Array, pageNumbers: readonly number[]): Promise<Map<number, PageSize>> {
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

function dpiFor({ width, height }: PageSize): number {
  const squareInches = (width * height) / POINTS_PER_INCH_ ** 2
  const ofPixels = (pixels: number) => Math.sqrt(pixels / squareInches)
  const dpi = Math.max(
    Math.min(DRAWN_DPI, ofPixels(MAX_DRAWN_PIXELS)),
    Math.min(MAX_DPI, ofPixels(USUAL_PIXELS)),
  )
  return Math.floor(dpi)
}
