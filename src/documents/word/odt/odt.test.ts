import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentReader } from '../../../../test/support/document-reader.ts'
import { zipOf } from '../../../../test/support/zip-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import { convertOdt } from './odt.ts'

interface Parts {
  /** Automatic styles of the document. */
  automatic?: string
  styles?: string
  files?: Record<string, string>
}

function odt(text: string, { automatic = '', styles = '', files = {} }: Parts = {}): Buffer {
  return zipOf({
    'content.xml': `<office:document-content><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${text}</office:text></office:body></office:document-content>`,
    'styles.xml': `<office:document-styles><office:styles>${styles}</office:styles></office:document-styles>`,
    ...files,
  })
}

const { convert, html } = documentReader(convertOdt, 'a.odt')

const p = (inner: string, style = '') => `<text:p text:style-name="${style}">${inner}</text:p>`
const list = (items: string, attributes = '') => `<text:list ${attributes}>${items}</text:list>`
const item = (inner: string, attributes = '') => `<text:list-item ${attributes}>${inner}</text:list-item>`
const letters = (name: string, properties: string) =>
  `<style:style style:name="${name}" style:family="text"><style:text-properties ${properties}/></style:style>`
const cell = (text: string, attributes = '') =>
  `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`
const numbered =
  '<text:list-style style:name="N"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/>' +
  '<text:list-level-style-number text:level="2" style:num-format="a" text:display-levels="2" style:num-suffix=")"/></text:list-style>'

const CASES: readonly (readonly [what: string, text: string, expected: string, parts?: Parts])[] = [
  [
    'headings and a title',
    `${p('T', 'Title')}<text:h text:outline-level="2">a</text:h>${p('b', 'P1')}`,
    '<h1>T</h1>\n<h3>a</h3>\n<h2>b</h2>',
    {
      automatic:
        '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Heading_20_1"/>',
      styles:
        '<style:style style:name="Title" style:family="paragraph"/><style:style style:name="Heading_20_1" style:family="paragraph"/>',
    },
  ],
  [
    'numbers of headings',
    '<text:h text:outline-level="1">a</text:h><text:h text:outline-level="2">b</text:h>'.repeat(2),
    '<h1>1 a</h1>\n<h2>1.1 b</h2>\n<h1>2 a</h1>\n<h2>2.1 b</h2>',
    {
      styles:
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/></text:outline-style>',
    },
  ],
  [
    'levels of headings that are no whole numbers',
    '<text:h text:outline-level="1.5">a</text:h><text:h text:outline-level="x">b</text:h>',
    '<h1>1 a</h1>\n<h1>2 b</h1>',
    {
      styles:
        '<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/></text:outline-style>',
    },
  ],
  [
    'spaces that are counted wrongly',
    p('a<text:s text:c="-5"/>b<text:s text:c="x"/>c<text:s text:c="1.5"/>d'),
    '<p>a b c d</p>',
  ],
  [
    'letters that stand out, spaces, breaks',
    p(
      'a<text:s text:c="2"/><text:span text:style-name="B">b</text:span><text:line-break/><text:span text:style-name="S">c</text:span><text:span text:style-name="H">d</text:span>',
    ),
    '<p>a  <strong><em>b</em></strong><br><sup>c</sup></p>',
    {
      automatic:
        letters('B', 'fo:font-weight="bold" fo:font-style="italic"') +
        letters('S', 'style:text-position="super 58%"') +
        letters('H', 'text:display="none"'),
    },
  ],
  [
    'links and notes',
    p(
      '<text:a xlink:href="https://a.test/">a</text:a><text:note><text:note-body><text:p>foot</text:p></text:note-body></text:note><office:annotation><dc:creator>Ann</dc:creator><text:p>Why?</text:p></office:annotation>',
    ),
    '<p><a href="https://a.test/">a</a><sup><a href="#note-1" role="doc-noteref">1</a></sup><sup><a href="#note-c1" role="doc-noteref">c1</a></sup></p>\n' +
      '<div id="note-1"><p>foot</p></div>\n<div id="note-c1"><p>Ann: Why?</p></div>',
  ],
  [
    'lists within lists, with several paragraphs',
    list(item(p('a') + p('more') + list(item(p('b')))) + item(p('c')), 'text:style-name="N"'),
    '<ol><li>a<p>more</p><ul><li>1.a) b</li></ul></li><li>c</li></ol>',
    { automatic: numbered },
  ],
  [
    'a list that goes on, and one that starts elsewhere',
    list(item(p('a')), 'text:style-name="N"') +
      p('x') +
      list(item(p('b')), 'text:style-name="N" text:continue-numbering="true"') +
      p('y') +
      list(item(p('c'), 'text:start-value="7"'), 'text:style-name="N"'),
    '<ol><li>a</li></ol>\n<p>x</p>\n<ol start="2"><li>b</li></ol>\n<p>y</p>\n<ol start="7"><li>c</li></ol>',
    { automatic: numbered },
  ],
  ['a list of no style has bullets', list(item(p('a'))), '<ul><li>a</li></ul>'],
  [
    'tables with merged cells and a header',
    `<table:table><table:table-header-rows><table:table-row>${cell('A', 'table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>${cell('1')}${cell('2')}</table:table-row></table:table>`,
    '<table role="table" data-merged="repeat">\n<tr><th colspan="2">A</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>',
  ],
  [
    'what was deleted is gone',
    `<text:tracked-changes>${p('old')}</text:tracked-changes>${p('new')}`,
    '<p>new</p>',
  ],
  ['sections and indexes are around text', `<text:section>${p('a')}</text:section>`, '<p>a</p>'],
  [
    'pictures, boxes and formulas',
    p(
      '<draw:frame><draw:image xlink:href="Pictures/a.png"/><svg:title>A duck</svg:title></draw:frame>' +
        `<draw:frame><draw:text-box>${p('box')}</draw:text-box></draw:frame>` +
        '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="x.png"/></draw:frame>',
    ),
    '<p><img src="data:image/png;base64..." alt="A duck"><math><mi>x</mi></math></p>\n<p>box</p>',
    {
      files: {
        'Object 1/content.xml':
          '<math:math><math:mi>x</math:mi><math:annotation encoding="StarMath 5.0">x</math:annotation></math:math>',
      },
    },
  ],
]

describe('an OpenDocument text', () => {
  for (const [what, text, expected, parts] of CASES) {
    it(what, async () => assert.equal(await html(odt(text, parts)), expected))
  }

  it('embeds images on request', async () => {
    const text = p('<draw:frame><draw:image xlink:href="Pictures/a.png"/></draw:frame>')
    assert.equal(
      await html(odt(text, { files: { 'Pictures/a.png': 'PNG' } }), true),
      '<p><img src="data:image/png;base64,UE5H" alt=""></p>',
    )
  })

  it('is also read when it is flat, and returns its metadata', async () => {
    const flat =
      '<?xml version="1.0"?><office:document><office:meta><dc:title>T</dc:title><meta:keyword>a</meta:keyword><meta:keyword>b</meta:keyword><meta:creation-date>2024-05-01T10:00:00Z</meta:creation-date></office:meta>' +
      `<office:body><office:text>${p('a')}</office:text></office:body></office:document>`
    const { content, metadata } = await convert(Buffer.from(flat))
    assert.deepEqual(content, { html: '<p>a</p>' })
    assert.deepEqual(metadata, { title: 'T', keywords: 'a, b', createdTime: '2024-05-01T10:00:00.000Z' })
  })

  const refusals: readonly (readonly [string, Buffer, string])[] = [
    [
      'behind a password',
      odt(p('a'), { files: { 'META-INF/manifest.xml': '<manifest:encryption-data/>' } }),
      'encrypted',
    ],
    ['without its content', zipOf({ mimetype: 'x' }), 'damaged'],
    ['of another kind', zipOf({ 'content.xml': '<office:document-content/>' }), 'damaged'],
  ]
  for (const [what, bytes, reason] of refusals) {
    it(`is rejected ${what}`, async () => {
      await assert.rejects(
        convert(bytes),
        (error) => error instanceof UnreadableDocument && error.reason === reason,
      )
    })
  }

  it('is read up to a maximum depth', async () => {
    const deep = p('<text:span>'.repeat(1500) + 'x' + '</text:span>'.repeat(1500)) + p('a')
    assert.equal(await html(odt(deep)), '<p>a</p>')
  })

  it('repeats empty cells of a table up to a limit', async () => {
    const row = `<table:table-row><table:table-cell table:number-columns-repeated="100"/>${cell('a')}</table:table-row>`
    const { length } = (await html(odt(`<table:table>${row.repeat(1000)}</table:table>`))).split('<td>')
    assert.ok(length > 5000 && length < 20_000)
  })

  it('shows a chart as its title and its numbers, once', async () => {
    const frame =
      '<draw:frame><draw:object xlink:href="./Object 1"/><draw:image xlink:href="./ObjectReplacements/Object 1"/></draw:frame>'
    const row = (...texts: string[]) =>
      `<table:table-row>${texts.map((text) => cell(text)).join('')}</table:table-row>`
    const chart =
      `<chart:chart chart:class="chart:bar"><chart:title>${p('Sales')}</chart:title>` +
      `<table:table><table:table-header-rows>${row('', 'Ducks')}</table:table-header-rows><table:table-rows>${row('2024', '7')}</table:table-rows></table:table></chart:chart>`
    const files = {
      'Object 1/content.xml': `<office:document-content><office:body><office:chart>${chart}</office:chart></office:body></office:document-content>`,
    }
    const shown = await html(odt(p(`a${frame}`) + p('b'), { files }))
    assert.match(shown, /^<p>a<\/p>\n<p>Sales<\/p>\n<table.*Ducks.*2024.*7.*<\/table>\n<p>b<\/p>$/s)
    assert.equal((await html(odt(p(frame + frame), { files }))).match(/Ducks/g)?.length, 1)
  })

  it('shows a formula at its position, even if the file refers to it again', async () => {
    const frame = '<draw:frame><draw:object xlink:href="./Object 1"/></draw:frame>'
    const files = { 'Object 1/content.xml': '<math><mi>x</mi></math>' }
    assert.equal(await html(odt(p(frame.repeat(3)), { files })), '<p><math><mi>x</mi></math></p>')
  })
})
