import { isDeepStrictEqual } from 'node:util'
import paperInches from './paper-inches.json' with { type: 'json' }
import type { Capture, ScreenshotOptions } from '../visit.ts'
import type { OpenTab } from './tab/open-tab.ts'
import { orAborted } from '../../concurrency/abort.ts'
import type { Action } from '../../contract/actions.ts'

export async function takeScreenshot(tab: OpenTab, options: ScreenshotOptions): Promise<Capture> {
  const before = tab.page.viewportSize()
  const isOther = options.viewport && before && !isDeepStrictEqual(options.viewport, before)
  if (options.viewport && isOther) await orAborted(tab.page.setViewportSize(options.viewport), tab.signal)
  const clip = options.fullPage ? await wholePage(tab) : await visiblePart(tab)
  const screenshot = await capture(tab, clip, options.quality)
  if (isOther) await orAborted(tab.page.setViewportSize(before), tab.signal)
  return screenshot
}

interface Clip {
  x: number
  y: number
  width: number
  height: number
  scale: number
}

async function visiblePart(tab: OpenTab): Promise<Clip> {
  const { cssVisualViewport: view } = await tab.send('Page.getLayoutMetrics')
  return { x: view.pageX, y: view.pageY, width: view.clientWidth, height: view.clientHeight, scale: 1 }
}

async function wholePage(tab: OpenTab): Promise<Clip> {
  const { cssContentSize, contentSize } = await tab.send('Page.getLayoutMetrics')
  const density = Math.max(contentSize.width / Math.max(cssContentSize.width, 1), 1)
  const width = Math.min(Math.ceil(cssContentSize.width), MAX_SIDE)
  const height = Math.min(
    Math.ceil(cssContentSize.height),
    Math.floor(MAX_SIDE / density),
    Math.floor(MAX_PIXELS / Math.max(width, 1) / density ** 2),
  )
  if (height < Math.ceil(cssContentSize.height)) {
    tab.warn(`The page is too long for one picture; the screenshot ends after ${height} pixels.`)
  }
  return { x: 0, y: 0, width: Math.max(width, 1), height: Math.max(height, 1), scale: 1 }
}

async function capture(tab: OpenTab, clip: Clip, quality: number | undefined): Promise<Capture> {
  const format = quality === undefined ? 'png' : 'jpeg'
  const { data } = await tab.send('Page.captureScreenshot', {
    format,
    ...(quality !== undefined && { quality }),
    clip,
    captureBeyondViewport: true,
    optimizeForSpeed: true,
  })
  const bytes = Buffer.from(data, 'base64')
  if (bytes.byteLength <= MAX_SCREENSHOT_BYTES) return { bytes, contentType: `image/${format}` }
  tab.warn('The screenshot was too large as asked for and was taken as a smaller JPEG.')
  return await capture(tab, clip, quality === undefined ? 70 : Math.floor(quality / 2))
}

/** What Chromium draws in one piece. */
const MAX_SIDE = 16_384
const MAX_PIXELS = 100_000_000
const MAX_SCREENSHOT_BYTES = 64 * 1024 * 1024

type PdfOptions = Pick<Extract<Action, { type: 'pdf' }>, 'format' | 'landscape' | 'scale'>

/** Prints the page to a document; it arrives in pieces, so that one without an end can be broken off. */
export async function printPdf(tab: OpenTab, { format, landscape, scale }: PdfOptions): Promise<Capture> {
  const [paperWidth, paperHeight] = paperInches[format] as [number, number]
  const { stream } = await tab.send('Page.printToPDF', {
    landscape,
    scale,
    paperWidth,
    paperHeight,
    printBackground: true,
    pageRanges: `1-${MAX_PAGES}`,
    transferMode: 'ReturnAsStream',
  })
  return { bytes: await readStream(tab, stream ?? ''), contentType: 'application/pdf' }
}

async function readStream(tab: OpenTab, handle: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for (;;) {
    const { data, base64Encoded, eof } = await tab.send('IO.read', { handle, size: CHUNK_BYTES })
    const chunk = Buffer.from(data, base64Encoded ? 'base64' : 'latin1')
    sizeBytes += chunk.byteLength
    chunks.push(chunk)
    if (eof || sizeBytes > MAX_PDF_BYTES) break
  }
  await tab.send('IO.close', { handle })
  if (sizeBytes > MAX_PDF_BYTES) throw new Error('The document would have more than 50 MB.')
  return Buffer.concat(chunks)
}

const MAX_PAGES = 500
const CHUNK_BYTES = 1024 * 1024
const MAX_PDF_BYTES = 50 * 1024 * 1024
