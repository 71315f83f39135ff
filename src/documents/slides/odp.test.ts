import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { zipOf } from '../../../test/support/zip-file.ts'
import { convertOdp } from './odp.ts'

async function convert(pages: string, parts: Record<string, string | Uint8Array> = {}) {
  const styles =
    '<text:list-style style:name="dots"><text:list-level-style-bullet text:level="1" text:bullet-char="•"/><text:list-level-style-number text:level="2" style:num-format="1"/></text:list-style>' +
    '<text:list-style style:name="bare"><text:list-level-style-number text:level="1" style:num-format=""/></text:list-style>' +
    '<style:style style:name="hidden"><style:drawing-page-properties presentation:visibility="hidden"/></style:style>'
  const bytes = zipOf({
    'content.xml': `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:presentation>${pages}</office:presentation></office:body></office:document-content>`,
    ...parts,
  })
  const source = { bytes, fileName: 'show.odp', contentType: '' }
  const { content, ...rest } = await convertOdp(source, { keepImages: false, ocr: 'never' }, () => {})
  assert.ok('html' in content)
  return { html: content.html, ...rest }
}

const page = (shapes: string, attributes = '') =>
  `<draw:page draw:name="Page 1"${attributes}>${shapes}</draw:page>`
const frame = (content: string, attributes = '') =>
  `<draw:frame${attributes}><draw:text-box>${content}</draw:text-box></draw:frame>`
const list = (style: string, ...items: string[]) =>
  `<text:list text:style-name="${style}">${items.map((item) => `<text:list-item>${item}</text:list-item>`).join('')}</text:list>`

describe('OpenDocument presentations', () => {
  const TITLES: [name: string, shapes: string, html: string][] = [
    [
      'by what is marked as one',
      `${frame('<text:p>x</text:p>')}${frame('<text:p>Title</text:p>', ' presentation:class="title"')}`,
      '<h1>Title</h1>\n<p>x</p>',
    ],
    [
      'by a short shape that comes first',
      '<draw:custom-shape><text:p>Title</text:p></draw:custom-shape><draw:custom-shape><text:p>x</text:p></draw:custom-shape>',
      '<h1>Title</h1>\n<p>x</p>',
    ],
    ['by the name of the slide', frame('<text:p>x</text:p>'), '<h1>Page 1</h1>\n<p>x</p>'],
  ]
  for (const [name, shapes, html] of TITLES) {
    it(`have titles ${name}`, async () => assert.equal((await convert(page(shapes))).html, html))
  }

  it('have lists as their styles declare', async () => {
    const nested = `<text:p>a</text:p>${list('', '<text:p>b</text:p>')}`.replace(' text:style-name=""', '')
    const { html } = await convert(
      page(frame(list('dots', nested, '<text:p>c</text:p>') + list('bare', '<text:p>d</text:p>'))),
    )
    assert.equal(html, '<h1>Page 1</h1>\n<ul><li>a<ol><li>b</li></ol></li><li>c</li></ul>\n<p>d</p>')
  })

  it('keep tables without the empty rows at their end', async () => {
    const cell = (text: string, attributes = '') =>
      `<table:table-cell${attributes}>${text}</table:table-cell>`
    const rows = [
      cell(list('dots', '<text:p>a</text:p>'), ' table:number-columns-spanned="2"') +
        '<table:covered-table-cell/>',
      cell('<text:p>b<text:line-break/>c</text:p>') +
        cell('<text:p><text:a xlink:href="https://site.test/">d</text:a></text:p>'),
      cell('') + cell(''),
    ]
    const table = `<draw:frame><table:table>${rows.map((row) => `<table:table-row>${row}</table:table-row>`).join('')}</table:table><draw:image xlink:href="Pictures/preview.svm"/></draw:frame>`
    const { html } = await convert(page(table))
    assert.equal(
      html,
      '<h1>Page 1</h1>\n<table role="table">\n<tr><th colspan="2">- a</th></tr>\n<tr><td>b<br>c</td><td><a href="https://site.test/">d</a></td></tr>\n</table>',
    )
  })

  it('show images, notes and groups, but no footers and no hidden slides', async () => {
    const picture =
      '<draw:frame><draw:image xlink:href="Pictures/duck.jpg"/><svg:title>A duck</svg:title></draw:frame>'
    const footer = frame('<text:p>footer</text:p>', ' presentation:class="footer"')
    const notes = `<presentation:notes>${frame('<text:p>say this</text:p>', ' presentation:class="notes"')}</presentation:notes>`
    const pages =
      page(`<draw:g>${picture}</draw:g>${footer}${notes}`) +
      page(frame('<text:p>x</text:p>'), ' draw:style-name="hidden"')
    const { html, totalPages, warnings } = await convert(pages, { 'Pictures/duck.jpg': Buffer.from('JPEG') })
    assert.equal(
      html,
      '<h1>Page 1</h1>\n<p><img src="data:image/jpeg;base64..." alt="A duck"></p>\n<blockquote><p>Notes: say this</p></blockquote>',
    )
    assert.equal(totalPages, 2)
    assert.deepEqual(warnings, ['Hidden slides were left out: 2.'])
  })
})
