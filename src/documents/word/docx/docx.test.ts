import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import cfb from 'cfb'
import { documentReader } from '../../../../test/support/document-reader.ts'
import { zipOf } from '../../../../test/support/zip-file.ts'
import { UnreadableDocument } from '../../converted.ts'
import { convertDocx } from './docx.ts'

const PARTS = ['styles', 'numbering', 'footnotes', 'endnotes', 'comments'] as const

type Parts = Partial<Record<(typeof PARTS)[number], string>> & Record<string, string>

/** A Word file with this body; other parts by their names, relationships by 'rels'. */
function docx(body: string, parts: Parts = {}): Buffer {
  const { rels = '', ...files } = parts
  const entries: Record<string, string> = {
    '_rels/.rels':
      '<Relationships><Relationship Id="a" Type="http://x/officeDocument" Target="word/document.xml"/>' +
      '<Relationship Id="b" Type="http://x/core-properties" Target="docProps/core.xml"/></Relationships>',
    'word/document.xml': `<w:document><w:body>${body}<w:sectPr/></w:body></w:document>`,
  }
  let relationships = rels
  for (const [name, text] of Object.entries(files)) {
    const isKnown = (PARTS as readonly string[]).includes(name)
    entries[isKnown ? `word/${name}.xml` : name] = isKnown ? `<w:${name}>${text}</w:${name}>` : text
    if (isKnown)
      relationships += `<Relationship Id="${name}" Type="http://purl.oclc.org/ooxml/${name}" Target="${name}.xml"/>`
  }
  entries['word/_rels/document.xml.rels'] = `<Relationships>${relationships}</Relationships>`
  return zipOf(entries)
}

const { convert, html: htmlOf } = documentReader(convertDocx, 'a.docx')
const html = (body: string, parts?: Parts, keepImages?: boolean) => htmlOf(docx(body, parts), keepImages)

/** Rows of: name, body, HTML, other parts. */
function readsAs(cases: readonly (readonly [string, string, string, Parts?])[]): void {
  for (const [what, body, expected, parts] of cases) {
    it(what, async () => assert.equal(await html(body, parts), expected))
  }
}

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (inner: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${inner}</w:p>`
const styled = (style: string, text: string) => p(run(text), `<w:pStyle w:val="${style}"/>`)
const style = (id: string, name: string, inner = '', type = 'paragraph') =>
  `<w:style w:type="${type}" w:styleId="${id}"><w:name w:val="${name}"/>${inner}</w:style>`

describe('paragraphs of a Word document', () => {
  readsAs([
    ['text is escaped', p(run('a &lt; b &amp; c')), '<p>a &lt; b &amp; c</p>'],
    ['empty ones go', p('') + p(run(' ')) + p(run('a')), '<p>a</p>'],
    [
      'letters that stand out; neighbours share their tags',
      p(
        run('a', '<w:b/>') +
          run(' ', '') +
          run('b', '<w:b/><w:i/>') +
          run('c', '<w:strike/>') +
          run('2', '<w:vertAlign w:val="superscript"/>') +
          run('d', '<w:b w:val="0"/>'),
      ),
      '<p><strong>a <em>b</em></strong><s>c</s><sup>2</sup>d</p>',
    ],
    [
      'styles of letters',
      p(run('a', '<w:rStyle w:val="s"/>') + run('b', '<w:rStyle w:val="v"/>')),
      '<p><strong>a</strong><code>b</code></p>',
      {
        styles:
          style('s', 'Strong', '<w:rPr><w:b/></w:rPr>', 'character') +
          style('v', 'Verbatim Char', '', 'character'),
      },
    ],
    [
      'breaks of lines stay, those of pages go',
      p('<w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:br w:type="page"/><w:tab/><w:noBreakHyphen/></w:r>'),
      '<p>a<br>b\t-</p>',
    ],
    ['hidden text goes', p(run('a') + run('b', '<w:vanish/>')), '<p>a</p>'],
    [
      'symbols',
      p('<w:r><w:sym w:font="Wingdings" w:char="F0E0"/></w:r>' + run('a', '<w:rFonts w:ascii="Symbol"/>')),
      '<p>→α</p>',
    ],
    [
      'changes are accepted',
      p(
        `<w:ins>${run('new')}</w:ins><w:del><w:r><w:delText>old</w:delText></w:r></w:del><w:moveFrom>${run('x')}</w:moveFrom><w:moveTo>${run(' moved')}</w:moveTo>`,
      ),
      '<p>new moved</p>',
    ],
    [
      'a paragraph whose end was deleted goes on in the next',
      p(run('a '), '<w:rPr><w:del/></w:rPr>') + p(run('b')),
      '<p>a b</p>',
    ],
    [
      'a paragraph whose end was deleted stands before the table that follows',
      p(run('a'), '<w:rPr><w:del/></w:rPr>') +
        `<w:tbl><w:tr><w:tc>${p(run('1'))}</w:tc></w:tr></w:tbl>` +
        p(run('b')),
      '<p>a</p>\n<p>1</p>\n<p>b</p>',
    ],
    [
      'code by its style, and by letters that are equally wide and read like code',
      styled('c', 'if (a)') +
        styled('c', '  b()') +
        p(run('text')) +
        p(run('x = 1;', '<w:rFonts w:ascii="Consolas"/>')) +
        p(run('text')) +
        p(run('just words', '<w:rFonts w:ascii="Consolas"/>')),
      '<pre><code>if (a)\n  b()</code></pre>\n<p>text</p>\n<pre><code>x = 1;</code></pre>\n<p>text</p>\n<p>just words</p>',
      { styles: style('c', 'Source Code') },
    ],
    [
      'quotes',
      styled('q', 'a') + styled('q', 'b'),
      '<blockquote><p>a</p><p>b</p></blockquote>',
      { styles: style('q', 'Intense Quote') },
    ],
  ])
})

describe('headings of a Word document', () => {
  const styles =
    style('h1', 'heading 1') +
    style('own', 'My Own', '<w:basedOn w:val="h1"/>') +
    style('de', 'Überschrift 3') +
    style('out', 'Chapter', '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>') +
    style('t', 'Title') +
    style('off', 'TOC Heading', '<w:basedOn w:val="h1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr>')
  readsAs([
    [
      'by name, by what a style is based on, in other languages, by outline level',
      styled('h1', 'a') + styled('own', 'b') + styled('de', 'c') + styled('out', 'd') + styled('off', 'e'),
      '<h1>a</h1>\n<h1>b</h1>\n<h3>c</h3>\n<h2>d</h2>\n<p>e</p>',
      { styles },
    ],
    ['stand below a title', styled('t', 'T') + styled('h1', 'a'), '<h1>T</h1>\n<h2>a</h2>', { styles }],
    ['are bold anyway', p(run('a', '<w:b/>'), '<w:pStyle w:val="h1"/>'), '<h1>a</h1>', { styles }],
    [
      'keep their numbers',
      styled('n', 'a') + styled('n2', 'b') + styled('n', 'c'),
      '<h1>1. a</h1>\n<h2>1.1 b</h2>\n<h1>2. c</h1>',
      {
        styles:
          style('n', 'heading 1', '<w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr>') +
          style(
            'n2',
            'heading 2',
            '<w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr></w:pPr>',
          ),
        numbering: abstract('0', ['decimal %1.', 'decimal %1.%2']) + num('1', '0'),
      },
    ],
  ])
})

function abstract(id: string, levels: readonly string[]): string {
  const written = levels.map((level, index) => {
    const [format, text = ''] = level.split(' ')
    return `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
  })
  return `<w:abstractNum w:abstractNumId="${id}">${written.join('')}</w:abstractNum>`
}

function num(id: string, abstractId: string, inner = ''): string {
  return `<w:num w:numId="${id}"><w:abstractNumId w:val="${abstractId}"/>${inner}</w:num>`
}

const item = (text: string, numId: string, level = 0) =>
  p(run(text), `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`)

describe('lists of a Word document', () => {
  const numbering =
    abstract('0', ['decimal %1.', 'bullet •']) +
    abstract('1', ['bullet •', 'bullet •']) +
    abstract('2', ['lowerLetter (%1)', 'decimal %1.%2']) +
    num('1', '0') +
    num('2', '1') +
    num('3', '2') +
    num('4', '0', '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/></w:lvlOverride>')
  const parts = { numbering }
  readsAs([
    [
      'lists within lists',
      item('a', '1') + item('b', '1', 1) + item('c', '1'),
      '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol>',
      parts,
    ],
    [
      'go on counting after something else',
      item('a', '1') + p(run('x')) + item('b', '1'),
      '<ol><li>a</li></ol>\n<p>x</p>\n<ol start="2"><li>b</li></ol>',
      parts,
    ],
    [
      'count an item whose end was deleted with the next',
      p(run('a '), '<w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:del/></w:rPr>') +
        item('b', '1') +
        item('c', '1'),
      '<ol><li>a b</li><li>c</li></ol>',
      parts,
    ],
    [
      'start anew',
      item('a', '1') + item('b', '4') + item('c', '4'),
      '<ol><li>a</li></ol><ol><li>b</li><li>c</li></ol>',
      parts,
    ],
    [
      'numbers that Markdown has not are part of the text',
      item('a', '3') + item('b', '3', 1),
      '<ul><li>(a) a<ul><li>a.1 b</li></ul></li></ul>',
      parts,
    ],
    ['no list of this number', item('a', '9'), '<p>a</p>', parts],
    [
      'typed bullets and numbers',
      p(run('• a')) + p(run('2.') + '<w:r><w:tab/></w:r>' + run('b')),
      '<ul><li>a</li></ul><ol start="2"><li>b</li></ol>',
    ],
    [
      'boxes to be ticked',
      p(
        `<w:sdt><w:sdtPr><w14:checkbox><w14:checked w14:val="1"/></w14:checkbox></w:sdtPr><w:sdtContent>${run('☒')}</w:sdtContent></w:sdt>${run(' done')}`,
      ),
      '<ul><li><input type="checkbox" checked> done</li></ul>',
    ],
  ])
})

describe('tables of a Word document', () => {
  const cell = (text: string, properties = '') => `<w:tc><w:tcPr>${properties}</w:tcPr>${p(run(text))}</w:tc>`
  const row = (cells: string, properties = '') => `<w:tr><w:trPr>${properties}</w:trPr>${cells}</w:tr>`
  const open = '<table role="table" data-merged="repeat">\n'
  readsAs([
    [
      'header rows, cells of several lines',
      `<w:tbl>${row(cell('A') + cell('B'), '<w:tblHeader/>')}${row(cell('1') + `<w:tc>${p(run('2'))}${p(run('3'))}</w:tc>`)}</w:tbl>`,
      `${open}<tr><th>A</th><th>B</th></tr>\n<tr><td>1</td><td>2<br>3</td></tr>\n</table>`,
    ],
    [
      'a first row that looks like a header is one',
      `<w:tbl><w:tblPr><w:tblLook w:val="04A0"/></w:tblPr>${row(cell('A') + cell('B'))}${row(cell('1') + cell('2'))}</w:tbl>`,
      `${open}<tr><th>A</th><th>B</th></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>`,
    ],
    [
      'merged cells',
      `<w:tbl>${row(cell('A', '<w:gridSpan w:val="2"/>') + cell('B', '<w:vMerge w:val="restart"/>'))}${row(cell('1') + cell('2') + cell('', '<w:vMerge/>'))}</w:tbl>`,
      `${open}<tr><td colspan="2">A</td><td rowspan="2">B</td></tr>\n<tr><td>1</td><td>2</td></tr>\n</table>`,
    ],
    [
      'a cell that goes on from nothing says what it says',
      `<w:tbl>${row(cell('A', '<w:vMerge/>') + cell('B'))}${row(cell('no', '<w:vMerge/>') + cell('1'))}</w:tbl>`,
      `${open}<tr><td rowspan="2">A</td><td>B</td></tr>\n<tr><td>1</td></tr>\n</table>`,
    ],
    [
      'cells that are covered do not count',
      `<w:tbl>${row(cell('A', '<w:vMerge w:val="restart"/>') + cell('B'))}${row(`<w:tc><w:tcPr><w:vMerge/></w:tcPr>${item('no', '1')}</w:tc>` + cell('1'))}</w:tbl>${item('a', '1')}`,
      `${open}<tr><td rowspan="2">A</td><td>B</td></tr>\n<tr><td>1</td></tr>\n</table>\n<ol><li>a</li></ol>`,
      { numbering: abstract('0', ['decimal %1.']) + num('1', '0') },
    ],
    [
      'rows that were deleted are gone',
      `<w:tbl>${row(cell('A') + cell('B'))}${row(cell('1'), '<w:del/>')}</w:tbl>`,
      `${open}<tr><td>A</td><td>B</td></tr>\n</table>`,
    ],
    ['a table of one cell is a frame', `<w:tbl>${row(cell('A'))}</w:tbl>`, '<p>A</p>'],
    [
      'a table in a cell becomes lines',
      `<w:tbl>${row(cell('A') + `<w:tc><w:tbl>${row(cell('1') + cell('2'))}${row(cell('3') + cell('4'))}</w:tbl></w:tc>`)}</w:tbl>`,
      `${open}<tr><td>A</td><td>1 2<br>3 4</td></tr>\n</table>`,
    ],
    [
      'lists in cells',
      `<w:tbl>${row(cell('A') + `<w:tc>${item('a', '1')}${item('b', '1')}</w:tc>`)}</w:tbl>`,
      `${open}<tr><td>A</td><td>1. a<br>2. b</td></tr>\n</table>`,
      { numbering: abstract('0', ['decimal %1.']) + num('1', '0') },
    ],
  ])
})

describe('references in a Word document', () => {
  const external = (id: string, target: string, type = 'hyperlink') =>
    `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}" TargetMode="External"/>`
  const field = (instruction: string, result: string) =>
    `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${instruction}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
  const note = (name: string, id: string, text: string, attributes = '') =>
    `<w:${name} w:id="${id}" ${attributes}>${p(run(text))}</w:${name}>`
  readsAs([
    [
      'links by relationship and by field',
      p(
        `<w:hyperlink r:id="r">${run('a')}</w:hyperlink> ${field(' HYPERLINK "https://b.test/" ', run('b'))}${run('c')}`,
      ),
      '<p><a href="https://a.test/">a</a><a href="https://b.test/">b</a>c</p>',
      { rels: external('r', 'https://a.test/') },
    ],
    [
      'no link that runs a script, or leads to a place in the document',
      p(`<w:hyperlink r:id="r">${run('a')}</w:hyperlink><w:hyperlink w:anchor="x">${run('b')}</w:hyperlink>`),
      '<p>ab</p>',
      { rels: external('r', 'javascript:alert(1)') },
    ],
    [
      'an instruction that never ends takes nothing with it',
      p('<w:r><w:fldChar w:fldCharType="begin"/></w:r>') + p(run('a')),
      '<p>a</p>',
    ],
    [
      'footnotes and endnotes',
      p(
        `${run('a')}<w:r><w:footnoteReference w:id="2"/></w:r>${run('b')}<w:r><w:endnoteReference w:id="2"/></w:r>`,
      ),
      '<p>a<sup><a href="#note-1" role="doc-noteref">1</a></sup>b<sup><a href="#note-2" role="doc-noteref">2</a></sup></p>\n' +
        '<div id="note-1"><p>foot</p></div>\n<div id="note-2"><p>end</p></div>',
      { footnotes: note('footnote', '2', 'foot'), endnotes: note('endnote', '2', 'end') },
    ],
    [
      'comments, with who made them',
      p(`${run('a')}<w:r><w:commentReference w:id="0"/></w:r>`),
      '<p>a<sup><a href="#note-c1" role="doc-noteref">c1</a></sup></p>\n<div id="note-c1"><p>Ann: Why?</p></div>',
      { comments: note('comment', '0', 'Why?', 'w:author="Ann"') },
    ],
    [
      'a note that refers to itself',
      p('<w:r><w:footnoteReference w:id="1"/></w:r>'),
      '<p><sup><a href="#note-1" role="doc-noteref">1</a></sup></p>\n' +
        '<div id="note-1"><p>x<sup><a href="#note-1" role="doc-noteref">1</a></sup></p></div>',
      {
        footnotes: `<w:footnote w:id="1">${p(`${run('x')}<w:r><w:footnoteReference w:id="1"/></w:r>`)}</w:footnote>`,
      },
    ],
    [
      'a formula alone is set apart',
      p('<m:oMath><m:r><m:t>x</m:t></m:r></m:oMath>') +
        p(`${run('a ')}<m:oMath><m:r><m:t>y</m:t></m:r></m:oMath>`),
      '<p><math display="block" alttext="x"></math></p>\n<p>a <math alttext="y"></math></p>',
    ],
    [
      'a text box, once',
      p(
        `${run('a')}<w:r><mc:AlternateContent><mc:Choice><w:drawing><wp:inline><wps:txbx><w:txbxContent>${p(run('box'))}</w:txbxContent></wps:txbx></wp:inline></w:drawing></mc:Choice><mc:Fallback><w:pict><w:txbxContent>${p(run('box'))}</w:txbxContent></w:pict></mc:Fallback></mc:AlternateContent></w:r>`,
      ),
      '<p>a</p>\n<p>box</p>',
    ],
    [
      'the numbers behind a chart',
      p(
        '<w:r><w:drawing><wp:inline><a:graphic><c:chart r:id="c"/></a:graphic></wp:inline></w:drawing></w:r>',
      ),
      '<p>Ducks</p>\n<table role="table" data-merged="repeat">\n<tr><th></th><th>Lake</th></tr>\n<tr><td>2024</td><td>7</td></tr>\n</table>',
      {
        rels: '<Relationship Id="c" Type="http://x/chart" Target="charts/c.xml"/>',
        'word/charts/c.xml':
          '<c:chartSpace><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Ducks</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart><c:ser>' +
          '<c:tx><c:v>Lake</c:v></c:tx><c:cat><c:strLit><c:pt idx="0"><c:v>2024</c:v></c:pt></c:strLit></c:cat><c:val><c:numLit><c:pt idx="0"><c:v>7</c:v></c:pt></c:numLit></c:val>' +
          '</c:ser></c:barChart></c:plotArea></c:chart></c:chartSpace>',
      },
    ],
    [
      'controls are around text',
      `<w:sdt><w:sdtContent>${p(`<w:sdt><w:sdtContent>${run('a')}</w:sdtContent></w:sdt>`)}</w:sdtContent></w:sdt>`,
      '<p>a</p>',
    ],
  ])

  const drawing = (alt: string) =>
    p(
      `<w:r><w:drawing><wp:inline><wp:docPr descr="${alt}"/><a:graphic><pic:pic><pic:blipFill><a:blip r:embed="i"/></pic:blipFill></pic:pic></a:graphic></wp:inline></w:drawing></w:r>`,
    )
  const picture = {
    rels: '<Relationship Id="i" Type="http://x/image" Target="media/a.jpg"/>',
    'word/media/a.jpg': 'JPG',
  }
  readsAs([
    [
      'a picture by its description, without the warning below it',
      drawing('A duck&#10;&#10;AI-generated content may be incorrect.'),
      '<p><img src="data:image/jpeg;base64..." alt="A duck"></p>',
      picture,
    ],
    [
      'the place of a picture is no description',
      drawing('C:\\a b\\c.png') + drawing('image1.png'),
      '<p><img src="data:image/jpeg;base64..." alt=""></p>\n<p><img src="data:image/jpeg;base64..." alt=""></p>',
      picture,
    ],
    [
      'an image without a description',
      drawing('') + p(run('a')),
      '<p><img src="data:image/jpeg;base64..." alt=""></p>\n<p>a</p>',
      picture,
    ],
  ])

  it('embeds images on request', async () => {
    assert.equal(
      await html(drawing(''), picture, true),
      '<p><img src="data:image/jpeg;base64,SlBH" alt=""></p>',
    )
  })

  it('gives a warning when it contains only images', async () => {
    assert.equal((await convert(docx(drawing(''), picture))).warnings.length, 1)
    assert.deepEqual((await convert(docx(drawing('') + p(run('a')), picture))).warnings, [])
  })
})

describe('a Word file', () => {
  it('returns its metadata', async () => {
    const { metadata } = await convert(
      docx(p(run('a')), {
        'docProps/core.xml':
          '<cp:coreProperties><dc:title>T</dc:title><dc:creator>Ann</dc:creator><dc:subject>S</dc:subject><cp:keywords>k</cp:keywords>' +
          '<dcterms:created>2024-05-01T10:00:00Z</dcterms:created><dcterms:modified>never</dcterms:modified></cp:coreProperties>',
      }),
    )
    assert.deepEqual(metadata, {
      title: 'T',
      author: 'Ann',
      description: 'S',
      keywords: 'k',
      createdTime: '2024-05-01T10:00:00.000Z',
    })
  })

  it('may use any prefixes', async () => {
    const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
    const bytes = docx('', {
      'word/document.xml':
        `<document xmlns="${W}" xmlns:s="http://purl.oclc.org/ooxml/wordprocessingml/main" xmlns:w="urn:other"><body>` +
        '<s:p><s:pPr><s:pStyle s:val="a"/></s:pPr><s:r><s:t>Head</s:t></s:r></s:p>' +
        '<p><hyperlink q:id="l" xmlns:q="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><r><t>site</t></r></hyperlink>' +
        '<o:oMath xmlns:o="http://schemas.openxmlformats.org/officeDocument/2006/math"><o:r><o:t>x</o:t></o:r></o:oMath></p></body></document>',
      'word/styles.xml': `<z:styles xmlns:z="${W}"><z:style z:styleId="a"><z:name z:val="heading 2"/></z:style></z:styles>`,
      rels: '<Relationship Id="s" Type="http://x/styles" Target="styles.xml"/><Relationship Id="l" Type="http://x/hyperlink" Target="https://site.test/" TargetMode="External"/>',
    })
    const { content } = await convert(bytes)
    assert.deepEqual(content, {
      html: '<h2>Head</h2>\n<p><a href="https://site.test/">site</a><math alttext="x"></math></p>',
    })
  })

  const encryptedFile = () => {
    const container = cfb.utils.cfb_new()
    cfb.utils.cfb_add(container, 'EncryptedPackage', Buffer.from('secret'))
    return cfb.write(container, { type: 'buffer' }) as Buffer
  }
  const refusals = [
    ['behind a password', encryptedFile(), 'encrypted'],
    ['without its main part', zipOf({ 'a.txt': '' }), 'damaged'],
    ['of another kind', zipOf({ 'word/document.xml': '<workbook/>' }), 'damaged'],
    ['that is no archive', Buffer.from('hello'), 'damaged'],
    [
      'with endlessly nested tables',
      docx('<w:tbl><w:tr><w:tc>'.repeat(100) + '</w:tc></w:tr></w:tbl>'.repeat(100)),
      'too large',
    ],
  ] as const
  for (const [what, bytes, reason] of refusals) {
    it(`is rejected ${what}`, async () => {
      await assert.rejects(
        convert(bytes),
        (error) => error instanceof UnreadableDocument && error.reason === reason,
      )
    })
  }

  it('parses a list definition once, even if many lists use it', { timeout: 5_000 }, async () => {
    const levels = '<w:lvl w:ilvl="9"/>'.repeat(40_000)
    const lists = Array.from(
      { length: 40_000 },
      (_, id) => `<w:num w:numId="${id + 1}"><w:abstractNumId w:val="0"/></w:num>`,
    )
    const kind = `<w:abstractNum w:abstractNumId="0">${levels}<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum>`
    assert.equal(
      await html(p(run('a'), '<w:numPr><w:numId w:val="9"/></w:numPr>'), {
        numbering: kind + lists.join(''),
      }),
      '<ol><li>a</li></ol>',
    )
    // Yields to a timer, so that the test's timeout is checked.
    await wait(1)
  })

  const deep: readonly (readonly [what: string, open: string, close: string])[] = [
    ['controls', '<w:sdt><w:sdtContent>', '</w:sdtContent></w:sdt>'],
    ['alternatives', '<mc:AlternateContent><mc:Choice>', '</mc:Choice></mc:AlternateContent>'],
    ['changes', '<w:ins><w:ins>', '</w:ins></w:ins>'],
  ]
  for (const [what, open, close] of deep) {
    it(`may nest ${what} around and in its paragraphs`, async () => {
      const nested = (inner: string) => open.repeat(490) + inner + close.repeat(490)
      assert.equal(await html(nested(p(nested(run('a'))))), '<p>a</p>')
    })
  }
  for (const id of ['__proto__', 'constructor', 'toString']) {
    it(`may name things ${id}`, async () => {
      const body = p(
        `<w:hyperlink r:id="${id}">${run('a')}</w:hyperlink><w:r><w:footnoteReference w:id="${id}"/><w:commentReference w:id="${id}"/></w:r>`,
        `<w:pStyle w:val="${id}"/><w:numPr><w:numId w:val="${id}"/></w:numPr>`,
      )
      assert.equal(await html(body), '<p>a</p>')
    })
  }
})
