import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { textPdf } from '../../../test/support/text-pdf.ts'
import { renderPages } from './render-pages.ts'

describe('pages as pictures', () => {
  it('are all that are asked for, also more than a thousand', async () => {
    const numbers = Array.from({ length: 1001 }, (_, index) => 1001 - index)
    const pdf = textPdf(numbers.map(() => []))
    const first = await renderPages(pdf, numbers).next()
    assert.equal(first.value?.number, 1001)
  })
})
