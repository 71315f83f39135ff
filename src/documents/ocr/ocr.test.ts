import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { LiteParse } from '@llamaindex/liteparse'
import { textPdf } from '../../../test/support/text-pdf.ts'
import { ocrPdfPages, ocrPicture, renderPages } from './ocr.ts'

const TEXT = [
  'The quick brown fox jumps over the lazy dog.',
  'Whoever reads this has learned the letters well,',
  'and will find them again wherever they stand.',
  'Numbers such as 1984 are to be read as well.',
]

function textOf({ words }: { words: { text: string }[] }): string {
  return words.map(({ text }) => text).join(' ')
}

describe('OCR of PDF pages', () => {
  it('gives words at their positions, in points', async () => {
    const done: number[] = []
    const pages = await ocrPdfPages(textPdf([['not read'], TEXT], { size: 16 }), [2], (count) =>
      done.push(count),
    )
    assert.deepEqual([...pages.keys()], [2])
    const page = pages.get(2)!
    assert.equal(textOf(page), TEXT.join(' '))
    assert.deepEqual([page.turn, page.language, Math.round(page.width)], [0, 'eng', 612])
    assert.ok(page.confidence > 0.9)
    const { box, size } = page.words[0]!
    assert.ok(Math.abs(box[0] - 60) < 3 && Math.abs(box[3] - 59) < 3, `stands at ${box.join()}`)
    assert.ok(Math.abs(size - 16) < 2, `is ${size} high`)
    assert.deepEqual(done, [1])
  })

  it('turns pages upright', async () => {
    for (const rotate of [90, 180, 270]) {
      const page = (await ocrPdfPages(textPdf([TEXT], { rotate }), [1], () => {})).get(1)!
      assert.equal(textOf(page), TEXT.join(' '))
      assert.deepEqual([page.turn, Math.round(page.width)], [360 - rotate, 612])
    }
  })

  it('renders pages at a readable size, regardless of the declared one', async () => {
    const small = await ocrPdfPages(textPdf([TEXT], { width: 150, height: 70, size: 3 }), [1], () => {})
    assert.equal(textOf(small.get(1)!), TEXT.join(' '))
    const huge = await ocrPdfPages(
      textPdf([TEXT], { width: 14_000, height: 14_000, size: 400 }),
      [1],
      () => {},
    )
    assert.equal(textOf(huge.get(1)!), TEXT.join(' '))
  })

  it('skips pages that do not exist', async () => {
    assert.equal((await ocrPdfPages(textPdf([TEXT]), [7], () => {})).size, 0)
  })
})

describe('OCR of an image', () => {
  it('works for any letter size', async () => {
    for (const dpi of [72, 200]) {
      const [shot] = await new LiteParse({ ocrEnabled: false, quiet: true, dpi }).screenshot(
        textPdf([TEXT], { height: 300 }),
        [1],
      )
      const { pictures, totalPages } = await ocrPicture(shot!.imageBuffer, { report: () => {} })
      assert.equal(totalPages, 1)
      assert.equal(textOf(pictures[0]!.page), TEXT.join(' '))
      const { page, pixelsPerPoint } = pictures[0]!
      assert.ok(Math.abs(page.width * pixelsPerPoint - shot!.width) < 3)
    }
  })
})

describe('rendered pages', () => {
  it('are complete, also for more than a thousand', async () => {
    const numbers = Array.from({ length: 1001 }, (_, index) => 1001 - index)
    const pdf = textPdf(numbers.map(() => []))
    const first = await renderPages(pdf, numbers).next()
    assert.equal(first.value?.number, 1001)
  })
})
