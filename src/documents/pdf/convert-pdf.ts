import { UnreadableDocument } from '../converted.ts'
import type { ConversionWish, ConvertedPage, Converter, ReportProgress } from '../converted.ts'
import { unreadableShare } from './clean-words.ts'
import { layOut } from './lay-out.ts'
import { pageFlow } from './page-flow.ts'
import type { PageFlow } from './page-flow.ts'
import type { PdfPage } from './page.ts'
import { pdfFacts } from './pdf-facts.ts'
import { differingPages, picturePages, readPdf } from './read-pdf.ts'
import type { PdfPart } from './read-pdf.ts'
import { repairPdf, withoutBombs, withoutDrawingMark, withoutImage, withoutLostFonts } from './repair-pdf.ts'
import type { LargeImage } from './repair-pdf.ts'

/** Reads pages from their pictures, by page number from 1. `report` is told how many of these pages are done. */
export type OcrPages = (
  bytes: Uint8Array,
  pageNumbers: readonly number[],
  report: (donePages: number) => void,
) => Promise<Map<number, PdfPage>>

/** Makes what reads PDFs; pages without text are read with `ocrPages`, when there is such. */
export function pdfConverter(ocrPages?: OcrPages): Converter {
  return async ({ bytes: source }, wish, report) => {
    const given = withoutDrawingMark(source.subarray(startOf(source)))
    const { bytes: pdf, images } = withoutBombs(given)
    // Pages that may have to be read from their pictures are not done when their text was looked at.
    const mayBePictures = ocrPages !== undefined && wish.ocr !== 'never'
    const reportText: ReportProgress = (progress) =>
      report(mayBePictures ? { ...progress, donePages: 0 } : progress)
    const { bytes, warnings, isRepaired, ...file } = await readOrRepair(pdf, wish, reportText)
    const { flows, totalPages, facts } = file
    const pictured = await picturePages(bytes, file.letters)
    const wanted = wish.ocr === 'always' ? [...flows.keys()] : pictured
    const unread = new Set(pictured)
    if (ocrPages && wish.ocr !== 'never' && wanted.length > 0) {
      const read = await ocrPages(bytes, wanted, (donePages) =>
        report({ donePages: flows.size - wanted.length + donePages, totalPages: flows.size }),
      )
      for (const [number, page] of read) {
        if (page.words.length === 0) continue
        flows.set(number, pageFlow(page))
        unread.delete(number)
      }
    }
    const pages = layOut([...flows.values()]).map((page) => withStatus(page, unread))
    if (isRepaired && unread.size === 0 && pages.every(({ blocks }) => blocks.length === 0))
      throw beyondRepair()
    return {
      content: { pages },
      metadata: pdfFacts(bytes, facts),
      totalPages,
      isPricedByPage: true,
      warnings: [...warnings, ...(await largeImages(pdf, images)), ...warningsFor(pages, unread.size)],
    }
  }
}

/** A warning for each image that is too large, with its page: the one that looks different without the image. */
async function largeImages(pdf: Uint8Array, images: readonly LargeImage[]): Promise<string[]> {
  const warnings: string[] = []
  for (const image of images.slice(0, MOST_NAMED)) {
    const [page] = await differingPages(pdf, withoutImage(pdf, image))
    const place = page === undefined ? '' : ` on page ${page}`
    warnings.push(
      `An image of ${image.width} x ${image.height} pixels${place} is too large to be read and was left out.`,
    )
  }
  const more = images.length - warnings.length
  return more > 0 ? [...warnings, `So were ${more} more.`] : warnings
}

const MOST_NAMED = 5

/** Where the PDF begins: mail and servers put lines before it. What has no such mark is no PDF. */
function startOf(bytes: Uint8Array): number {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 4096)).indexOf('%PDF-')
  if (start < 0) throw new UnreadableDocument('damaged', 'The file is not a PDF.')
  return start
}

function beyondRepair(): UnreadableDocument {
  return new UnreadableDocument('damaged', 'The PDF is damaged beyond repair: none of its text is left.')
}

interface ReadFile {
  flows: Map<number, PageFlow>
  /** How many letters each page has; none when they mean nothing. */
  letters: Map<number, number>
  totalPages: number
  failedCount: number
  facts: PdfPart['facts']
}

async function readOrRepair(
  bytes: Uint8Array,
  wish: ConversionWish,
  report: ReportProgress,
): Promise<ReadFile & { bytes: Uint8Array; warnings: string[]; isRepaired: boolean }> {
  try {
    const file = await readAll(bytes, wish, report)
    return { ...file, bytes, warnings: failureOf(file), isRepaired: false }
  } catch (cause) {
    if (!(cause instanceof UnreadableDocument) || cause.reason !== 'damaged') throw cause
    const repaired = repairPdf(bytes)
    if (!repaired) throw cause
    const withoutLost = withoutLostFonts(repaired)
    let isTextLost = false
    const file = await readAll(repaired, wish, report, (page) => {
      const kept = withoutLost(page)
      isTextLost ||= kept.words.length < page.words.length
      return kept
    })
    const left = 'The PDF is damaged or cut off: only the pages that are still whole were read.'
    const lost = isTextLost ? ['Some of their text is missing, because its font is lost.'] : []
    return { ...file, bytes: repaired, warnings: [left, ...lost, ...failureOf(file)], isRepaired: true }
  }
}

async function readAll(
  bytes: Uint8Array,
  wish: ConversionWish,
  report: ReportProgress,
  mend: (page: PdfPage) => PdfPage = (page) => page,
): Promise<ReadFile> {
  const flows = new Map<number, PageFlow>()
  const letters = new Map<number, number>()
  let totalPages = 0
  let failedCount = 0
  let facts: PdfPart['facts'] | undefined
  for await (const part of readPdf(bytes, wish)) {
    for (const page of part.pages.map(mend)) {
      letters.set(page.number, letterCount(page))
      flows.set(page.number, pageFlow(page))
    }
    facts ??= part.facts
    totalPages = part.totalPages
    failedCount += part.failedCount
    report({ donePages: flows.size, totalPages: Math.min(totalPages, wish.maxPages ?? totalPages) })
  }
  if (flows.size === 0 || !facts) {
    throw new UnreadableDocument(
      failedCount > 0 ? 'damaged' : 'empty',
      failedCount > 0 ? 'The PDF is damaged: none of its pages can be read.' : 'The PDF has no pages.',
    )
  }
  return { flows, letters, totalPages, failedCount, facts }
}

/** Text of a font that does not say what its letters mean is as good as none; a plan of many lines needs no more. */
function letterCount({ words, rules }: PdfPage): number {
  if (rules.length >= MAX_DRAWING_RULES) return Infinity
  let count = 0
  for (const { text } of words) count += text.length
  if (count === 0) return 0
  const sample = words
    .slice(0, 2000)
    .map(({ text }) => text)
    .join('')
  return unreadableShare(sample) > 0.3 ? 0 : count
}

const MAX_DRAWING_RULES = 10_000

function failureOf({ failedCount, flows }: ReadFile): string[] {
  return failedCount === 0 ? [] : [`${failedCount} of ${flows.size + failedCount} pages could not be read.`]
}

function withStatus(page: ConvertedPage, unread: ReadonlySet<number>): ConvertedPage {
  return unread.has(page.pageNumber)
    ? { ...page, status: page.blocks.length > 0 ? 'partial' : 'failed' }
    : page
}

function warningsFor(pages: readonly ConvertedPage[], unreadCount: number): string[] {
  if (unreadCount > 0) {
    return [
      `${unreadCount} of ${pages.length} pages ${unreadCount === 1 ? 'is a picture' : 'are pictures'} whose text was not read.`,
    ]
  }
  return pages.every(({ blocks }) => blocks.length === 0) ? ['No text was found in the document.'] : []
}
