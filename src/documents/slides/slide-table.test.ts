import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { slideTableHtml } from './slide-table.ts'

const cell = (html: string, columns = 1, rows = 1) => ({ html, columns, rows })

describe('tables of slides', () => {
  it('have no cell that reaches beyond them', () => {
    assert.equal(
      slideTableHtml([[cell('a', 9, 9)], [cell('b')]], 2, 'repeat'),
      '<table role="table" data-merged="repeat">\n<tr><th rowspan="2" colspan="2">a</th></tr>\n<tr><td>b</td></tr>\n</table>',
    )
  })

  it('do not repeat a long text in many places', () => {
    const rows = [[cell('x'.repeat(20_000), 100)], Array.from({ length: 100 }, () => cell('y'))]
    assert.match(slideTableHtml(rows, 100, 'repeat'), /^<table role="table">/)
  })

  it('end when they have too many places', () => {
    const rows = Array.from({ length: 300 }, () => Array.from({ length: 1000 }, () => cell('')))
    assert.equal(slideTableHtml(rows, 1000, 'once').match(/<tr>/g)!.length, 100)
  })
})
