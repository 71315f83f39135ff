import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { workbookHtml } from './workbook-html.ts'
import { emptySheet } from './workbook.ts'
import type { Sheet } from './workbook.ts'

function htmlOf(...sheets: Sheet[]): { html: string; warnings: string[] } {
  const { content, warnings } = workbookHtml({ sheets, metadata: {}, warnings: [] })
  assert.ok('html' in content)
  return { html: content.html, warnings }
}

describe('sheets as HTML', () => {
  it('leave out empty sheets', () => {
    const sheet = { ...emptySheet('Full'), cells: [{ row: 0, column: 0, text: 'x' }] }
    assert.match(htmlOf(emptySheet('Empty'), sheet).html, /^<h2>Full<\/h2>\n<table/)
  })

  it('escape HTML of the document and remove control characters', () => {
    const cells = [{ row: 0, column: 0, text: '<b>\u0000&\u0007\r\nend', link: 'https://site.test/"x' }]
    const { html } = htmlOf({ ...emptySheet('<S>'), cells })
    assert.match(html, /^<h2>&lt;S&gt;<\/h2>/)
    assert.match(html, /<th><a href="https:\/\/site\.test\/&quot;x">&lt;b&gt;&amp;<br>end<\/a><\/th>/)
  })

  it('do not repeat a long text in every position of a large merged cell', () => {
    const merges = [{ top: 0, left: 0, bottom: 49, right: 49 }]
    const sheet = (text: string) => ({ ...emptySheet('S'), cells: [{ row: 0, column: 0, text }], merges })
    assert.match(htmlOf(sheet('x')).html, /<table role="table" data-merged="repeat">/)
    assert.match(htmlOf(sheet('x'.repeat(500))).html, /<table role="table">/)
  })

  it('end when the content is too large', () => {
    const floats = Array.from({ length: 3 }, (_, row) => ({ row, html: 'x'.repeat(30 * 1024 * 1024) }))
    const { html, warnings } = htmlOf({ ...emptySheet('S'), floats })
    assert.ok(html.length < 64 * 1024 * 1024)
    assert.deepEqual(warnings, [
      "The content is incomplete because its tables are too large. Truncated sheets: 'S'.",
    ])
  })

  it('are truncated within a table when its links are too large', () => {
    const link = `https://site.test/${'x'.repeat(8000)}`
    const cells = Array.from({ length: 9000 }, (_, row) => ({ row, column: 0, text: 'x', link }))
    const { html, warnings } = htmlOf({ ...emptySheet('S'), cells })
    assert.ok(html.length > 60_000_000 && html.length < 68_000_000)
    assert.equal(warnings.length, 1)
  })

  it('are truncated before a row whose links are too large', () => {
    const link = `https://site.test/${'"'.repeat(8000)}`
    const cells = Array.from({ length: 16_384 }, (_, column) => ({ row: 0, column, text: 'x', link }))
    const { html, warnings } = htmlOf({ ...emptySheet('S'), cells })
    assert.ok(html.length < 68_000_000)
    assert.equal(warnings.length, 1)
  })

  it('count the rows of merged cells once for all sheets', () => {
    const merges = [{ top: 0, left: 0, bottom: 199_999, right: 1 }]
    const cells = [
      { row: 0, column: 0, text: 'x' },
      { row: 200_000, column: 0, text: 'y' },
    ]
    const { html } = htmlOf({ ...emptySheet('A'), cells, merges }, { ...emptySheet('B'), cells, merges })
    assert.equal(html.match(/rowspan/g)?.length, 1)
    assert.match(html, /<h2>B<\/h2>\n<table role="table" data-merged="repeat">\n<tr><th>x<\/th><\/tr>/)
  })

  it('name every sheet whose tables exceed the limit, and keep its notes', () => {
    const far = { ...emptySheet('Far'), cells: [0, 600_000].map((column) => ({ row: 0, column, text: 'x' })) }
    const merges = [{ top: 0, left: 0, bottom: 0, right: 600_000 }]
    const notes = [{ author: '', time: '', text: 'said' }]
    const late = { ...emptySheet('Late'), cells: [{ row: 0, column: 0, text: 'x' }], notes }
    const { html, warnings } = htmlOf({ ...far, merges }, late)
    assert.equal(html, '<h2>Late</h2>\n<p>said</p>')
    assert.match(warnings.join(' '), /Truncated sheets: 'Far', 'Late'\.$/)
  })

  it('have no useless links', () => {
    const cells = [{ row: 0, column: 0, text: 'x', link: `https://site.test/${'x'.repeat(10_000)}` }]
    assert.match(htmlOf({ ...emptySheet('S'), cells }).html, /<th>x<\/th>/)
  })
})
