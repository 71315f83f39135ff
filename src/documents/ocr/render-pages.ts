import { LiteParse } from '@llamaindex/liteparse'

/** A page of a PDF as a picture. */
export interface RenderedPage {
  number: number
  png: Uint8Array
  dpi: number
}

/** What text of a usual size is best read at. */
const DPI = 300
/** A small page is often a usual one that was made smaller, so it is drawn larger. */
const MAX_DPI = 600
const USUAL_PIXELS = 8_400_000
const MAX_PIXELS = 12_000_000
const POINTS_PER_INCH = 72

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
  const squareInches = (width * height) / POINTS_PER_INCH ** 2
  const ofPixels = (pixels: number) => Math.sqrt(pixels / squareInches)
  const dpi = Math.max(Math.min(DPI, ofPixels(MAX_PIXELS)), Math.min(MAX_DPI, ofPixels(USUAL_PIXELS)))
  return Math.floor(dpi)
}
