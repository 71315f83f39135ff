import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import cfb from 'cfb'
import { zipOf } from '../../../../test/support/zip-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import { convertXlsx } from './xlsx.ts'

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

function links(targets: Record<string, string>): string {
  const list = Object.entries(targets).map(([id, target]) => {
    const type = /^(\w+?)\d*$/.exec(id)![1]!
    const mode = target.includes('://') ? ' TargetMode="External"' : ''
    return `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"${mode}/>`
  })
  return `${HEAD}<Relationships>${list.join('')}</Relationships>`
}

/** A workbook of one sheet named Sales, with additional parts. */
function workbook(sheet: string, parts: Record<string, string | Uint8Array> = {}): Buffer {
  return zipOf({
    '_rels/.rels': links({ officeDocument1: 'xl/workbook.xml' }),
    'xl/workbook.xml': `${HEAD}<workbook><sheets><sheet name="Sales" r:id="worksheet1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': links({
      worksheet1: 'worksheets/sheet1.xml',
      sharedStrings1: 'sharedStrings.xml',
      styles1: '/xl/styles.xml',
    }),
    'xl/worksheets/sheet1.xml': `${HEAD}<worksheet>${sheet}</worksheet>`,
    ...parts,
  })
}

async function convert(bytes: Uint8Array, keepImages = false) {
  const source = { bytes, fileName: 'book.xlsx', contentType: '' }
  const { content, ...rest } = await convertXlsx(source, { keepImages, ocr: 'never' }, () => {})
  assert.ok('html' in content)
  return { html: content.html, ...rest }
}

function rows(...cells: string[]): string {
  return `<sheetData>${cells.map((row, index) => `<row r="${index + 1}">${row}</row>`).join('')}</sheetData>`
}

const text = (place: string, value: string) => `<c r="${place}" t="inlineStr"><is><t>${value}</t></is></c>`

describe('workbooks of XML', () => {
  it('are a section for each sheet and a table for each region', async () => {
    const sheet = rows(
      text('A1', 'Year') + text('B1', 'Sum'),
      '<c r="A2"><v>2024</v></c><c r="B2"><v>5</v></c>',
      '',
      text('D4', 'Alone'),
    )
    const { html } = await convert(workbook(sheet))
    assert.equal(
      html,
      '<h2>Sales</h2>\n' +
        '<table role="table" data-merged="repeat">\n<tr><th>Year</th><th>Sum</th></tr>\n<tr><td>2024</td><td>5</td></tr>\n</table>\n' +
        '<table role="table" data-merged="repeat">\n<tr><th>Alone</th></tr>\n</table>',
    )
  })

  it('show each type of cell as displayed', async () => {
    const cells =
      '<c r="A1" t="s"><v>0</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="e"><v>#N/A</v></c>' +
      '<c r="D1" t="str"><f>A1&amp;"x"</f><v>a&lt;b_x000A_c</v></c><c r="E1" s="1"><v>44197</v></c>' +
      '<c r="F1" s="2"><f>1/4</f><v>0.25</v></c><c r="G1" t="d"><v>2024-05-01T00:00:00</v></c>' +
      '<c r="H1" t="inlineStr"><is><t>東京</t><rPh><t>トウキョウ</t></rPh></is></c>'
    const { html } = await convert(
      workbook(rows(cells), {
        'xl/sharedStrings.xml': `${HEAD}<sst><si><r><t>Ri</t></r><r><t>ch</t></r><rPh><t>no</t></rPh></si></sst>`,
        'xl/styles.xml': `${HEAD}<styleSheet><numFmts><numFmt numFmtId="170" formatCode="0.0%"/></numFmts><cellStyleXfs><xf numFmtId="9"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="170"/></cellXfs></styleSheet>`,
      }),
    )
    assert.match(
      html,
      /<tr><th>Rich<\/th><th>TRUE<\/th><th>#N\/A<\/th><th>a&lt;b<br>c<\/th><th>2021-01-01<\/th><th>25\.0%<\/th><th>2024-05-01<\/th><th>東京<\/th><\/tr>/,
    )
  })

  it('keep merged cells, and treat a text over the columns of a table as its label', async () => {
    const sheet =
      rows(text('A1', 'Label'), text('A2', 'a') + text('B2', 'b'), text('A3', 'c'), text('B4', 'd')) +
      '<mergeCells><mergeCell ref="A1:B1"/><mergeCell ref="A3:A4"/></mergeCells>'
    const { html } = await convert(workbook(sheet))
    assert.match(
      html,
      /<p>Label<\/p>\n<table role="table" data-merged="repeat">\n<tr><th>a<\/th><th>b<\/th><\/tr>/,
    )
    assert.match(html, /<tr><td rowspan="2">c<\/td><td><\/td><\/tr>\n<tr><td>d<\/td><\/tr>/)
  })

  it('are read as UTF-16 when they start with its byte order mark', async () => {
    const part = (mark: number[], bytes: Buffer) => ({
      'xl/worksheets/sheet1.xml': Buffer.concat([Buffer.from(mark), bytes]),
    })
    const sheet = `<worksheet>${rows(text('A1', 'д'))}</worksheet>`
    const wide = workbook('', part([0xff, 0xfe], Buffer.from(sheet, 'utf16le')))
    assert.match((await convert(wide)).html, /<th>д<\/th>/)
    const narrow = workbook('', part([0xff], Buffer.from(sheet)))
    assert.match((await convert(narrow)).html, /<th>д<\/th>/)
  })

  it('may use any prefixes', async () => {
    const bytes = zipOf({
      '_rels/.rels': `<q:Relationships xmlns:q="http://schemas.openxmlformats.org/package/2006/relationships"><q:Relationship Id="a" Type="${TYPES}/officeDocument" Target="xl/book.xml"/></q:Relationships>`,
      'xl/book.xml': `<x:workbook xmlns:x="http://purl.oclc.org/ooxml/spreadsheetml/main"><x:sheets><x:sheet name="Sales" y:id="worksheet1" xmlns:y="http://purl.oclc.org/ooxml/officeDocument/relationships"/></x:sheets></x:workbook>`,
      'xl/_rels/book.xml.rels': links({ worksheet1: 'sheet.xml', sharedStrings1: 'strings.xml' }),
      'xl/strings.xml': `<x:sst xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><x:si><x:t>Site</x:t></x:si></x:sst>`,
      'xl/sheet.xml': `<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:y="${TYPES}"><x:sheetData><x:row><x:c t="s"><x:v>0</x:v></x:c></x:row></x:sheetData><x:hyperlinks><x:hyperlink ref="A1" y:id="hyperlink1"/></x:hyperlinks></x:worksheet>`,
      'xl/_rels/sheet.xml.rels': links({ hyperlink1: 'https://site.test/' }),
    })
    assert.match((await convert(bytes)).html, /<th><a href="https:\/\/site\.test\/">Site<\/a><\/th>/)
  })

  it('read cells without a position', async () => {
    const sheet = '<sheetData><row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row></sheetData>'
    assert.match(
      (await convert(workbook(sheet))).html,
      /<th>1<\/th><th>2<\/th><\/tr>\n<tr><td>3<\/td><td><\/td>/,
    )
  })

  it('link cells to their targets', async () => {
    const sheet = `${rows(text('A1', 'Site'))}<hyperlinks><hyperlink ref="A1" r:id="hyperlink1"/></hyperlinks>`
    const parts = { 'xl/worksheets/_rels/sheet1.xml.rels': links({ hyperlink1: 'https://site.test/' }) }
    assert.match((await convert(workbook(sheet, parts))).html, /<a href="https:\/\/site\.test\/">Site<\/a>/)
  })

  it('leave out hidden sheets and name them', async () => {
    const list =
      '<workbook><sheets><sheet name="Sales" r:id="worksheet1"/><sheet name="Secret" state="veryHidden" r:id="worksheet1"/></sheets></workbook>'
    const { html, warnings } = await convert(workbook(rows(text('A1', 'x')), { 'xl/workbook.xml': list }))
    assert.equal(html.match(/<h2>/g)!.length, 1)
    assert.deepEqual(warnings, ["Hidden sheets were left out: 'Secret'."])
  })

  it('put notes and threaded comments after the tables', async () => {
    const { html } = await convert(
      workbook(rows(text('A1', 'x')), {
        'xl/worksheets/_rels/sheet1.xml.rels': links({
          comments1: '../comments1.xml',
          threadedComment1: '../threads.xml',
        }),
        'xl/_rels/workbook.xml.rels': links({
          worksheet1: 'worksheets/sheet1.xml',
          person1: 'persons/p.xml',
        }),
        'xl/persons/p.xml': '<personList><person id="{1}" displayName="Ann"/></personList>',
        'xl/comments1.xml':
          '<comments><authors><author>Bob</author><author>tc={1}</author></authors><commentList>' +
          '<comment ref="B2" authorId="0"><text><r><t>Bob:</t></r><r><t> old</t></r></text></comment>' +
          '<comment ref="A1" authorId="1"><text><t>[Threaded comment] Comment: new</t></text></comment></commentList></comments>',
        'xl/threads.xml':
          '<ThreadedComments><threadedComment ref="A1" dT="2026-01-02T03:04:05" personId="{1}"><text>new</text></threadedComment>' +
          '<threadedComment ref="A1" personId="{1}"><text>answer</text></threadedComment></ThreadedComments>',
      }),
    )
    assert.deepEqual(html.match(/<p>.*<\/p>/g), [
      '<p>[author: Ann, time: 2026-01-02T03:04:05]: new</p>',
      '<p>[author: Ann]: answer</p>',
      '<p>[author: Bob]: old</p>',
    ])
  })

  const chart =
    '<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Ducks</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>' +
    '<c:ser><c:tx><c:strRef><c:f>\'Sales\'!$B$1</c:f></c:strRef></c:tx><c:cat><c:strRef><c:strCache><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strCache></c:strRef></c:cat>' +
    '<c:val><c:numRef><c:f>Sales!$B$2:$B$2</c:f></c:numRef></c:val></c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>'
  const drawing =
    '<xdr:wsDr><xdr:twoCellAnchor><xdr:from><xdr:row>9</xdr:row></xdr:from><xdr:graphicFrame><a:graphic><a:graphicData><c:chart r:id="chart1"/></a:graphicData></a:graphic></xdr:graphicFrame></xdr:twoCellAnchor>' +
    '<xdr:oneCellAnchor><xdr:from><xdr:row>0</xdr:row></xdr:from><xdr:pic><xdr:nvPicPr><xdr:cNvPr descr="A duck"/></xdr:nvPicPr><xdr:blipFill><a:blip r:embed="image1"/></xdr:blipFill></xdr:pic></xdr:oneCellAnchor></xdr:wsDr>'
  const drawn = workbook(
    rows('', text('A2', 'Year') + text('B2', '7')).replace(
      '<row r="1">',
      `<row r="1">${text('B1', 'Count')}`,
    ),
    {
      'xl/worksheets/_rels/sheet1.xml.rels': links({ drawing1: '../drawings/d.xml' }),
      'xl/drawings/d.xml': drawing,
      'xl/drawings/_rels/d.xml.rels': links({ chart1: '../charts/c.xml', image1: '../media/duck.jpeg' }),
      'xl/charts/c.xml': chart,
      'xl/media/duck.jpeg': Buffer.from('JPEG'),
    },
  )

  it('show images by their text and charts as their data, from top to bottom', async () => {
    const { html } = await convert(drawn)
    assert.match(
      html,
      /<\/table>\n<p><img src="data:image\/jpeg;base64\.\.\." alt="A duck"><\/p>\n<p>Ducks<\/p>\n<p>Bar chart<\/p>\n<table/,
    )
    assert.match(html, /<tr><th><\/th><th>Count<\/th><\/tr>\n<tr><td>2024<\/td><td>7<\/td><\/tr>/)
  })

  it('embed images on request', async () => {
    assert.match((await convert(drawn, true)).html, /src="data:image\/jpeg;base64,SlBFRw=="/)
  })

  it('return their metadata', async () => {
    const core =
      '<cp:coreProperties><dc:title>T</dc:title><dc:creator>A</dc:creator><cp:keywords/><dcterms:created>2024-01-02T03:04:05Z</dcterms:created><dcterms:modified>never</dcterms:modified></cp:coreProperties>'
    const { metadata } = await convert(workbook('', { 'docProps/core.xml': core }))
    assert.deepEqual(metadata, { title: 'T', author: 'A', createdTime: '2024-01-02T03:04:05.000Z' })
  })

  it('ignore empty declared cells, and are truncated at the cell limit', async () => {
    const few =
      '<dimension ref="A1:XFD1048576"/>' +
      rows(text('A1', 'x')) +
      '<mergeCells><mergeCell ref="A1:XFD1048576"/></mergeCells>'
    assert.ok((await convert(workbook(few))).html.length < 200)
    const many = `<sheetData>${'<row><c><v>1</v></c><c><v>2</v></c></row>'.repeat(126_000)}</sheetData>`
    const { html, warnings } = await convert(workbook(many))
    assert.equal(html.match(/<tr>/g)!.length, 125_000)
    assert.deepEqual(warnings, [
      "The document has too many cells, so not all were read. Truncated sheets: 'Sales'.",
    ])
  })

  it('end where cells are so far apart that their table would be almost empty', async () => {
    const wide = `<row r="1"><c r="A1"><v>1</v></c>${Array.from({ length: 2999 }, () => '<c><v>1</v></c>').join('')}</row>`
    const long = Array.from(
      { length: 3000 },
      (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><v>1</v></c></row>`,
    ).join('')
    const { html, warnings } = await convert(workbook(`<sheetData>${wide}${long}</sheetData>`))
    assert.ok(html.length < 10_000_000)
    assert.deepEqual(warnings, [
      "The content is incomplete because its tables are too large. Truncated sheets: 'Sales'.",
    ])
  })

  const isUnreadable = (reason: string) => (error: unknown) =>
    error instanceof UnreadableDocument && error.reason === reason

  it('report that they have a password', async () => {
    const container = cfb.utils.cfb_new()
    cfb.utils.cfb_add(container, '/EncryptedPackage', Buffer.from('secret'))
    await assert.rejects(
      () => convert(cfb.write(container, { type: 'buffer' }) as Buffer),
      isUnreadable('encrypted'),
    )
  })

  it('are found at their usual location when none is declared', async () => {
    const bytes = workbook(rows(text('A1', 'x')), { '_rels/.rels': '' })
    assert.match((await convert(bytes)).html, /<th>x<\/th>/)
  })

  it('report another file type', async () => {
    await assert.rejects(() => convert(zipOf({ 'a.txt': 'x' })), isUnreadable('damaged'))
  })
})
