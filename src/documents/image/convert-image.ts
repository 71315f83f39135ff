import type { Box, ConvertedBlock, ConvertedPage, Converter } from '../converted.ts'
import { ocrPicture } from '../ocr/ocr.ts'
import { layOut } from '../pdf/lay-out.ts'
import { pageFlow } from '../pdf/page-flow.ts'

/** Reads the text in pictures: PNG, JPEG, TIFF with its pages, WebP, GIF and BMP. */
export const convertImage: Converter = async ({ bytes }, options, report) => {
  if (options.ocr === 'never') {
    return { content: { pages: [] }, metadata: {}, warnings: ['The picture was not read, as was asked for.'] }
  }
  const { pictures, totalPages } = await ocrPicture(bytes, { maxPages: options.maxPages, report })
  const pages = layOut(pictures.map(({ page }) => pageFlow(page))).map((page, index) =>
    inPixels(page, pictures[index]!.pixelsPerPoint),
  )
  const isEmpty = pages.every(({ blocks }) => blocks.length === 0)
  return {
    content: { pages },
    metadata: {},
    totalPages,
    warnings: isEmpty ? ['No text was found in the picture.'] : [],
  }
}

function inPixels(page: ConvertedPage, pixelsPerPoint: number): ConvertedPage {
  const toPixels = (points: number) => Math.round(points * pixelsPerPoint)
  const blocks = page.blocks.map((block): ConvertedBlock => {
    if (!block.box) return block
    const [left, top, right, bottom] = block.box
    const box: Box = [toPixels(left), toPixels(top), toPixels(right), toPixels(bottom)]
    return { ...block, box }
  })
  return { ...page, width: toPixels(page.width), height: toPixels(page.height), blocks }
}
