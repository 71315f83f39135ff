import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { zipOf } from '../../../test/support/zip-file.ts'
import { UnreadableDocument } from '../converted.ts'
import { convertOds } from './ods.ts'

async function convert(tables: string, parts: Record<string, string | Uint8Array> = {}) {
  const styles =
    '<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>'
  const bytes = zipOf({
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
    ...parts,
  })
  const source = { bytes, fileName: 'book.ods', contentType: '' }
  const { content, ...rest } = await convertOds(source, { keepImages: false, ocr: 'never' }, () => {})
  assert.ok('html' in content)
  return { html: content.html, ...rest }
}

const table = (rows: string) => `<table:table table:name="Sales">${rows}</table:table>`
const row = (...cells: string[]) => `<table:table-row>${cells.join('')}</table:table-row>`
const cell = (text: string, attributes = '') =>
  `<table:table-cell${attributes}><text:p>${text}</text:p></table:table-cell>`

describe('OpenDocument spreadsheets', () => {
  it('show formatted cells, with their repetitions', async () => {
    const { html } = await convert(
      table(
        row(cell('a<text:s text:c="2"/>b'), cell('2', ' table:number-columns-repeated="2"')) +
          `<table:table-row table:number-rows-repeated="2">${cell('x')}<table:table-cell table:number-columns-repeated="16000"/></table:table-row>` +
          '<table:table-row table:number-rows-repeated="1048570"><table:table-cell/></table:table-row>' +
          row(cell('far')),
      ),
    )
    assert.equal(
      html,
      '<h2>Sales</h2>\n<table role="table" data-merged="repeat">\n<tr><th>a  b</th><th>2</th><th>2</th></tr>\n' +
        '<tr><td>x</td><td></td><td></td></tr>\n<tr><td>x</td><td></td><td></td></tr>\n</table>\n' +
        '<table role="table" data-merged="repeat">\n<tr><th>far</th></tr>\n</table>',
    )
  })

  it('keep merged cells, links and lines', async () => {
    const { html } = await convert(
      table(
        row(
          cell('a', ' table:number-rows-spanned="2"'),
          cell('<text:a xlink:href="https://site.test/">b</text:a>'),
        ) +
          row(
            '<table:covered-table-cell/>',
            '<table:table-cell><text:p>c</text:p><text:p>d<text:line-break/>e</text:p></table:table-cell>',
          ),
      ),
    )
    assert.match(
      html,
      /<tr><th rowspan="2">a<\/th><th><a href="https:\/\/site\.test\/">b<\/a><\/th><\/tr>\n<tr><td>c<br>d<br>e<\/td><\/tr>/,
    )
  })

  it('leave out hidden sheets and name them', async () => {
    const { html, warnings } = await convert(
      `<table:table table:name="Secret" table:style-name="hidden">${row(cell('x'))}</table:table>${table(row(cell('y')))}`,
    )
    assert.equal(
      html,
      '<h2>Sales</h2>\n<table role="table" data-merged="repeat">\n<tr><th>y</th></tr>\n</table>',
    )
    assert.deepEqual(warnings, ["Hidden sheets were left out: 'Secret'."])
  })

  it('put notes after the tables, and images and charts at their positions', async () => {
    const note =
      '<office:annotation><dc:creator>Ann</dc:creator><dc:date>2026-01-02</dc:date><text:p>High</text:p></office:annotation>'
    const frame =
      '<draw:frame><draw:image xlink:href="Pictures/duck.png"/><svg:desc>A duck</svg:desc></draw:frame>'
    const chart =
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
    const rowOf = (group: string, ...texts: string[]) =>
      `<table:table-${group}><table:table-row>${texts.map((text) => cell(text)).join('')}</table:table-row></table:table-${group}>`
    const { html } = await convert(
      table(
        `<table:shapes>${frame}</table:shapes>${row(`<table:table-cell>${note}${chart}<text:p>x</text:p></table:table-cell>`)}`,
      ),
      {
        'Pictures/duck.png': Buffer.from('PNG'),
        'Object 1/content.xml': `<office:document-content><office:body><office:chart><chart:chart chart:class="chart:line"><chart:title><text:p>Ducks</text:p></chart:title><table:table>${rowOf('header-rows', '', 'Count')}${rowOf('rows', '2024', '7')}</table:table></chart:chart></office:chart></office:body></office:document-content>`,
      },
    )
    assert.match(
      html,
      /<th>x<\/th><\/tr>\n<\/table>\n<p><img src="data:image\/png;base64\.\.\." alt="A duck"><\/p>\n<p>Ducks<\/p>\n<p>Line chart<\/p>\n<table role="table">\n<tr><th><\/th><th>Count<\/th><\/tr>\n<tr><td>2024<\/td><td>7<\/td><\/tr>/,
    )
    assert.match(html, /<p>\[author: Ann, time: 2026-01-02\]: High<\/p>$/)
  })

  it('return their metadata', async () => {
    const meta =
      '<office:document-meta><office:meta><dc:title>T</dc:title><meta:initial-creator>A</meta:initial-creator><dc:creator>B</dc:creator><dc:date>2024-01-02T03:04:05</dc:date></office:meta></office:document-meta>'
    const { metadata } = await convert('', { 'meta.xml': meta })
    assert.equal(metadata.title, 'T')
    assert.equal(metadata.author, 'A')
    assert.match(metadata.modifiedTime!, /^2024-01-0\dT/)
  })

  it('report that they have a password', async () => {
    const manifest = '<manifest:manifest><manifest:encryption-data/></manifest:manifest>'
    await assert.rejects(
      () => convert('', { 'META-INF/manifest.xml': manifest }),
      (error) => error instanceof UnreadableDocument && error.reason === 'encrypted',
    )
  })

  it('end a row with endless repetition, with a warning', async () => {
    const { warnings } = await convert(
      table(
        `<table:table-row table:number-rows-repeated="1048576">${cell('x', ' table:number-columns-repeated="16384"')}</table:table-row>`,
      ),
    )
    assert.match(warnings.join(' '), /^The document has too many cells.* Truncated sheets: 'Sales'\./)
  })

  it('skip the cells of hidden sheets, no matter how often they repeat', { timeout: 5_000 }, async () => {
    const cells = row(cell('x', ' table:number-columns-repeated="16384"'))
    const hidden = `<table:table table:name="Secret" table:style-name="hidden">${cells.repeat(60_000)}</table:table>`
    const { html } = await convert(hidden + table(row(cell('y'))))
    await setImmediate()
    assert.match(html, /^<h2>Sales<\/h2>/)
  })

  it('end at the largest sheet size, no matter what repeats there', async () => {
    const cells = Array.from({ length: 16_000 }, () => cell('x')).join('')
    const { html } = await convert(
      table(
        '<table:table-row table:number-rows-repeated="1048575"><table:table-cell/></table:table-row>' +
          `<table:table-row table:number-rows-repeated="1048576">${cells}</table:table-row>`,
      ),
    )
    assert.equal(html.match(/<tr>/g)?.length, 1)
  })

  it('are rejected when they nest endlessly before their first sheet', async () => {
    await assert.rejects(
      () => convert('<a>'.repeat(3000)),
      (error) => error instanceof UnreadableDocument && error.reason === 'too large',
    )
  })
})
