import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LiteParse } from '@llamaindex/liteparse'
import { textPdf } from '../../../test/support/text-pdf.ts'
import type { ConversionOptions, Converted, ConvertedPage } from '../converted.ts'
import { convertImage } from './convert-image.ts'

const WISH: ConversionOptions = { keepImages: false, ocr: 'needed' }

function convert(bytes: Uint8Array, wish: Partial<ConversionOptions> = {}): Promise<Converted> {
  return convertImage({ bytes, fileName: '', contentType: '' }, { ...WISH, ...wish }, () => {})
}

function pagesOf({ content }: Converted): ConvertedPage[] {
  return 'pages' in content ? content.pages : []
}

async function shotOf(lines: string[]): Promise<{ imageBuffer: Uint8Array; width: number; height: number }> {
  const [shot] = await new LiteParse({ ocrEnabled: false, quiet: true, dpi: 150 }).screenshot(
    textPdf([lines], { width: 500, height: 150 }),
    [1],
  )
  return shot!
}

/** Pages of one size whose pixels are bytes of grey. */
function tiff(width: number, height: number, pages: Uint8Array[]): Buffer {
  const parts: Buffer[] = [Buffer.from('49492a0008000000', 'hex')]
  let at = 8
  for (const [index, pixels] of pages.entries()) {
    const entries: [number, number][] = [
      [256, width],
      [257, height],
      [258, 8],
      [259, 1],
      [262, 1],
      [273, at + 2 + 9 * 12 + 4],
      [277, 1],
      [278, height],
      [279, pixels.length],
    ]
    const directory = Buffer.alloc(2 + entries.length * 12 + 4)
    directory.writeUInt16LE(entries.length, 0)
    for (const [place, [tag, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + place * 12)
      directory.writeUInt16LE(4, 4 + place * 12)
      directory.writeUInt32LE(1, 6 + place * 12)
      directory.writeUInt32LE(value, 10 + place * 12)
    }
    at += directory.length + pixels.length
    directory.writeUInt32LE(index + 1 < pages.length ? at : 0, directory.length - 4)
    parts.push(directory, Buffer.from(pixels))
  }
  return Buffer.concat(parts)
}

describe('a picture as a document', () => {
  it('gives its text, with places in its pixels', async () => {
    const { imageBuffer, width, height } = await shotOf(['Letters in a picture', 'are read like any others.'])
    const converted = await convert(imageBuffer)
    const [page] = pagesOf(converted)
    assert.deepEqual([page!.width, page!.height, page!.status], [width, height, 'ok'])
    const text = page!.blocks.map(({ html }) => html.replaceAll(/<[^>]+>/g, '')).join(' ')
    assert.equal(text, 'Letters in a picture are read like any others.')
    const { box, source, ocrConfidence } = page!.blocks[0]!
    assert.ok(Math.abs(box![0] - (60 / 72) * 150) < 8)
    assert.equal(source, 'ocr')
    assert.ok(ocrConfidence! > 0.8)
    assert.deepEqual([converted.totalPages, converted.warnings], [1, []])
  })

  it('says when it has no text', async () => {
    const converted = await convert(tiff(300, 200, [new Uint8Array(60_000).fill(255)]))
    assert.deepEqual(
      pagesOf(converted).map(({ blocks }) => blocks),
      [[]],
    )
    assert.deepEqual(converted.warnings, ['No text was found in the picture.'])
  })

  it('has the pages of a TIFF, as many as are wanted', async () => {
    const blank = new Uint8Array(60_000).fill(255)
    const three = tiff(300, 200, [blank, blank, blank])
    assert.deepEqual(
      pagesOf(await convert(three)).map(({ pageNumber }) => pageNumber),
      [1, 2, 3],
    )
    const some = await convert(three, { maxPages: 2 })
    assert.deepEqual([pagesOf(some).length, some.totalPages], [2, 3])
  })

  it('is not read when that is not wanted', async () => {
    const converted = await convert(tiff(300, 200, [new Uint8Array(60_000)]), { ocr: 'never' })
    assert.deepEqual([pagesOf(converted), converted.warnings.length], [[], 1])
  })
})
