import type { ReportProgress } from '../converted.ts'
import { decodePicture } from './decode-picture.ts'
import type { Channel } from './decode-picture.ts'
import { scaled, turned } from './grey.ts'
import type { Grey } from './grey.ts'
import { letterHeight } from './letter-height.ts'
import { pictureFrames } from './picture-frames.ts'
import { renderPages } from './render-pages.ts'
import type { RenderedPage } from './render-pages.ts'
import { readPicture } from './read-picture.ts'
import { toOcrPage } from './ocr-page.ts'
import type { OcrPage } from './ocr-page.ts'
import { useOcr } from './use-ocr.ts'

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
export interface OcrPicture {
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
