import type { Action } from '../../contract/actions.ts'
import type { Capture } from '../visit.ts'
import type { OpenTab } from './open-tab.ts'

type PdfWish = Pick<Extract<Action, { type: 'pdf' }>, 'format' | 'landscape' | 'scale'>

/** Prints the page to a document; it arrives in pieces, so that one without an end can be broken off. */
export async function printPdf(tab: OpenTab, { format, landscape, scale }: PdfWish): Promise<Capture> {
  const [paperWidth, paperHeight] = PAPER_INCHES[format]
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
    if (eof || sizeBytes > MAX_BYTES) break
  }
  await tab.send('IO.close', { handle })
  if (sizeBytes > MAX_BYTES) throw new Error('The document would have more than 50 MB.')
  return Buffer.concat(chunks)
}

const MAX_PAGES = 500
const CHUNK_BYTES = 1024 * 1024
const MAX_BYTES = 50 * 1024 * 1024

const PAPER_INCHES: Record<PdfWish['format'], [width: number, height: number]> = {
  Letter: [8.5, 11],
  Legal: [8.5, 14],
  Tabloid: [11, 17],
  Ledger: [17, 11],
  A0: [33.1, 46.8],
  A1: [23.4, 33.1],
  A2: [16.54, 23.4],
  A3: [11.7, 16.54],
  A4: [8.27, 11.7],
  A5: [5.83, 8.27],
  A6: [4.13, 5.83],
}
