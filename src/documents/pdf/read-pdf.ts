import { LiteParse } from '@llamaindex/liteparse'
import type { ParsedPage, TextItem, VectorLine } from '@llamaindex/liteparse'
import { UnreadableDocument } from '../unreadable.ts'
import type { Box } from '../converted.ts'
import type { Fill, Link, PdfFile, PdfPage, Rule, Word } from './page.ts'

/** Reads the pages of a PDF with the base library. This is the only place that knows it. */
export async function readPdf(bytes: Uint8Array, maxPages: number | undefined): Promise<PdfFile> {
  const parser = new LiteParse({
    outputFormat: 'json',
    ocrEnabled: false,
    imageMode: 'off',
    quiet: true,
    numWorkers: 1,
    emitWordBoxes: true,
    extractTextMetadata: true,
    extractVectorGraphics: true,
    extractAnnotations: true,
    includeComplexity: true,
    continueOnPageError: true,
    ...(maxPages !== undefined && { maxPages }),
  })
  try {
    const { pages, totalPages } = await parser.parse(bytes)
    return { pages: pages.map(toPage), totalPages }
  } catch (cause) {
    throw asUnreadable(cause)
  }
}

function toPage(page: ParsedPage): PdfPage {
  const { complexity, vectorGraphics, annotations = [] } = page
  return {
    number: page.pageNum,
    width: page.width,
    height: page.height,
    words: page.textItems.flatMap(wordsOf),
    rules: (vectorGraphics?.lines ?? []).map(toRule),
    fills: (vectorGraphics?.shapes ?? [])
      .filter(({ fill, hasCurve }) => fill && !hasCurve)
      .map(({ bbox, fillColor }): Fill => ({ box: toBox(bbox), color: colorOf(fillColor) })),
    links: annotations.flatMap(({ uri, rect }): Link[] =>
      uri !== undefined && rect ? [{ url: uri, box: toBox(rect) }] : [],
    ),
    pictureShare: complexity?.imageCoverage ?? 0,
    needsOcr: complexity?.needsOcr ?? false,
  }
}

function wordsOf(item: TextItem, run: number): Word[] {
  const { text, words = [], fontName = '', fontWeight = 400, fontHeight, height } = item
  const parts = words.length > 0 ? words : [{ ...item, text: text.trim() }]
  const looks = {
    size: fontHeight || height,
    font: fontName,
    isBold: fontWeight >= 600 || /bold|black|heavy|semibold|demi/i.test(fontName),
    isItalic: /italic|oblique/i.test(fontName),
    isMono: /mono|courier|consol|typewriter/i.test(fontName),
    color: colorOf(item.fillColor),
    rotation: item.rotation ?? 0,
    run,
    mark: item.mcid,
  }
  return parts
    .filter((part) => part.text !== '')
    .map((part) => ({ text: part.text, box: toBox(part), ...looks }))
}

function toBox({ x, y, width, height }: { x: number; y: number; width: number; height: number }): Box {
  return [x, y, x + width, y + height]
}

function toRule({ x1, y1, x2, y2, strokeWidth }: VectorLine): Rule {
  return {
    x1: Math.min(x1, x2),
    y1: Math.min(y1, y2),
    x2: Math.max(x1, x2),
    y2: Math.max(y1, y2),
    width: strokeWidth ?? 0,
  }
}

/** The library writes a color as `aarrggbb`. */
function colorOf(color: string | undefined): string {
  return color?.slice(-6) ?? '000000'
}

function asUnreadable(cause: unknown): unknown {
  const message = String((cause as Error).message)
  if (/password/i.test(message)) {
    return new UnreadableDocument('encrypted', 'The PDF is protected by a password.', { cause })
  }
  if (/^PDF error/.test(message)) {
    return new UnreadableDocument('damaged', 'The PDF is damaged beyond repair, or not a PDF.', { cause })
  }
  return cause
}
