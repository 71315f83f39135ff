import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { documentReader } from '../../../../test/support/document-reader.ts'
import { UnreadableDocument } from '../../converted.ts'
import { convertRtf } from './rtf.ts'

const reader = documentReader(convertRtf, 'a.rtf')
const bytesOf = (rtf: string) => Buffer.from(rtf, 'latin1')
const convert = (rtf: string) => reader.convert(bytesOf(rtf))
const html = (rtf: string, keepImages?: boolean) => reader.html(bytesOf(rtf), keepImages)

const HEAD =
  '\\ansi\\ansicpg1252{\\fonttbl{\\f0 Arial;}{\\f1\\fcharset204 Arial;}{\\f2\\fcharset2 Symbol;}{\\f3\\fcharset128 Gothic;}}' +
  '{\\stylesheet{Normal;}{\\s1\\outlinelevel0 heading 1;}{\\s2 Title;}{\\cs2 Strong;}{\\*\\cs10 Default Paragraph Font;}}' +
  "{\\*\\listtable{\\list{\\listlevel\\levelnfc0{\\leveltext\\'02\\'00.;}}{\\listlevel\\levelnfc23}\\listid5}}{\\*\\listoverridetable{\\listoverride\\listid5\\ls1}}"

/** Rows of: name, RTF after a common header, HTML. */
const CASES: readonly (readonly [what: string, rtf: string, expected: string])[] = [
  ['paragraphs and breaks', 'a\\line b\\par c\\tab d', '<p>a<br>b</p>\n<p>c\td</p>'],
  ['a paragraph that a backslash ends', 'a\\\nb', '<p>a</p>\n<p>b</p>'],
  [
    'letters that stand out, in groups and without',
    'a {\\b b\\i  c} \\strike d\\strike0  x{\\super 2}{\\v no}',
    '<p>a <strong>b <em>c</em></strong> <s>d</s> x<sup>2</sup></p>',
  ],
  ['signs', '\\lquote a\\rquote\\~\\emdash \\{\\}\\\\', '<p>‘a’\u00a0—{}\\</p>'],
  ['bytes of the code page', "caf\\'e9", '<p>café</p>'],
  ['bytes of the code page of a font', "{\\f1 \\'cf\\'f0\\'e8}", '<p>При</p>'],
  ['characters of two bytes', "{\\f3 \\'93\\'fa\\'96\\'7b}", '<p>日本</p>'],
  ['signs of a font of symbols', "{\\f2 a\\'ae}", '<p>α→</p>'],
  [
    'characters beyond it, without what stands for them',
    "\\u8364?\\uc2\\u-10179\\'5f\\'5f\\u-8704__!",
    '<p>€😀!</p>',
  ],
  ['headings and a title', '\\s2 T\\par\\pard\\s1 a\\par\\pard b', '<h1>T</h1>\n<h2>a</h2>\n<p>b</p>'],
  ['an outline level', '\\outlinelevel1 a\\par\\pard b', '<h2>a</h2>\n<p>b</p>'],
  [
    'links',
    '{\\field{\\*\\fldinst HYPERLINK "https://a.test/"}{\\fldrslt a}} {\\field{\\*\\fldinst PAGE}{\\fldrslt 1}}',
    '<p><a href="https://a.test/">a</a> 1</p>',
  ],
  [
    'notes and comments',
    'a{\\super\\chftn{\\footnote\\pard\\plain {\\super\\chftn} foot}} b{\\*\\atnauthor Ann}{\\*\\annotation \\pard Why?}',
    '<p>a<sup><a href="#note-1" role="doc-noteref">1</a></sup> b<sup><a href="#note-c1" role="doc-noteref">c1</a></sup></p>\n' +
      '<div id="note-1"><p>foot</p></div>\n<div id="note-c1"><p>Ann: Why?</p></div>',
  ],
  [
    'a comment without an author',
    '{\\*\\atnauthor Ann}{\\*\\annotation a}{\\*\\annotation b}',
    '<p><sup><a href="#note-c1" role="doc-noteref">c1</a></sup><sup><a href="#note-c2" role="doc-noteref">c2</a></sup></p>\n' +
      '<div id="note-c1"><p>Ann: a</p></div>\n<div id="note-c2"><p>b</p></div>',
  ],
  [
    'what is said in the code page and in Unicode',
    'before {\\upr{ansi{\\footnote x}}{\\*\\ud{uni{\\b code}}}} {\\*\\ud after}',
    '<p>before uni<strong>code</strong> after</p>',
  ],
  [
    'lists by their labels',
    "{\\listtext 1.\\tab}\\ls1\\ilvl0 a\\par{\\listtext\\'95\\tab}\\ilvl1 b\\par{\\listtext 2.\\tab}\\ilvl0 c\\par{\\pntext (a)\\tab}\\pard d\\par",
    '<ol><li>a<ul><li>b</li></ul></li><li>c</li></ol><ul><li>(a) d</li></ul>',
  ],
  ['lists that are only counted', '\\ls1 a\\par b\\par', '<ol><li>a</li><li>b</li></ol>'],
  [
    'what is not text',
    '{\\header h}{\\*\\unknown x}{\\colortbl;\\red0;}{\\*\\bkmkstart m}a{\\xe i}{\\deleted d}',
    '<p>a</p>',
  ],
  [
    'a box',
    'a{\\shp{\\*\\shpinst{\\sp{\\sn x}{\\sv 1}}{\\shptxt \\pard box\\par}}{\\shprslt box}}\\par',
    '<p>box</p>\n<p>a</p>',
  ],
  [
    'a picture by its description',
    '{\\*\\shppict{\\pict{\\*\\picprop{\\sp{\\sn wzDescription}{\\sv A duck}}}\\pngblip 504e47}}{\\nonshppict{\\pict\\wmetafile8 00}}',
    '<p><img src="data:image/png;base64..." alt="A duck"></p>',
  ],
  [
    'a picture with properties, once',
    '{\\pict\\pngblip{\\*\\picprop{\\sp x}{\\sp y}}89504e47}',
    '<p><img src="data:image/png;base64..." alt=""></p>',
  ],
  [
    'binary data',
    'a{\\pict\\pngblip\\bin3 }x}}\\par b',
    '<p>a<img src="data:image/png;base64..." alt=""></p>\n<p>b</p>',
  ],
]

const TABLE = '<table role="table" data-merged="repeat">\n'

const TABLES: readonly (readonly [what: string, rtf: string, expected: string])[] = [
  [
    'with a header',
    '\\trowd\\trhdr\\cellx100\\cellx200\\intbl A\\cell B\\cell\\row\\trowd\\cellx100\\cellx200 1\\cell 2\\par 3\\cell\\row\\pard after',
    `${TABLE}<tr><th>A</th><th>B</th></tr>\n<tr><td>1</td><td>2<br>3</td></tr>\n</table>\n<p>after</p>`,
  ],
  [
    'with cells that are merged to the right',
    '\\trowd\\clmgf\\cellx1000\\clmrg\\cellx2000\\cellx3000\\intbl A\\cell\\cell B\\cell\\row\\trowd\\cellx1000\\cellx2000\\cellx3000 1\\cell 2\\cell 3\\cell\\row',
    `${TABLE}<tr><td colspan="2">A</td><td>B</td></tr>\n<tr><td>1</td><td>2</td><td>3</td></tr>\n</table>`,
  ],
  [
    'with cells that are merged downwards',
    '\\trowd\\clvmgf\\cellx1000\\cellx2000\\intbl A\\cell B\\cell\\row\\trowd\\clvmrg\\cellx1000\\cellx2000\\cell C\\cell\\row',
    `${TABLE}<tr><td rowspan="2">A</td><td>B</td></tr>\n<tr><td>C</td></tr>\n</table>`,
  ],
  [
    'with a cell that is merged with nothing above it',
    '\\trowd\\clvmrg\\cellx1000\\cellx2000\\intbl A\\cell B\\cell\\row\\trowd\\clvmrg\\cellx1000\\cellx2000 no\\cell C\\cell\\row',
    `${TABLE}<tr><td rowspan="2">A</td><td>B</td></tr>\n<tr><td>C</td></tr>\n</table>`,
  ],
  [
    'within a table',
    '\\trowd\\cellx1000\\cellx2000\\intbl A\\cell\\pard\\intbl\\itap2 1\\nestcell 2\\nestcell{\\*\\nesttableprops\\trowd\\cellx500\\cellx900\\nestrow}\\pard\\intbl\\itap1\\cell\\row',
    `${TABLE}<tr><td>A</td><td>1 2</td></tr>\n</table>`,
  ],
  ['whose row never ends', '\\trowd\\cellx100\\intbl A\\cell B', '<p>A</p>\n<p>B</p>'],
]

describe('an RTF document', () => {
  for (const [what, rtf, expected] of CASES) {
    it(what, async () => assert.equal(await html(`{\\rtf1${HEAD}${rtf}}`), expected))
  }
  for (const [what, rtf, expected] of TABLES) {
    it(`has a table ${what}`, async () => assert.equal(await html(`{\\rtf1${HEAD}${rtf}}`), expected))
  }

  it('embeds images on request', async () => {
    assert.equal(
      await html('{\\rtf1 {\\pict\\jpegblip 4a50\n47}}', true),
      '<p><img src="data:image/jpeg;base64,SlBH" alt=""></p>',
    )
  })

  it('returns its metadata', async () => {
    const { metadata } = await convert(
      '{\\rtf1{\\info{\\title T}{\\author Ann}{\\creatim\\yr2024\\mo5\\dy1\\hr10\\min30}}a}',
    )
    assert.deepEqual(metadata, { title: 'T', author: 'Ann', createdTime: '2024-05-01T10:30:00.000Z' })
  })

  it('has its title once, in Unicode', async () => {
    const inside = await convert('{\\rtf1{\\info{\\title{\\upr{a}{\\*\\ud{b}}}}}x}')
    const around = await convert('{\\rtf1{\\info{\\upr{\\title a}{\\*\\ud{\\title b}}}}x}')
    assert.deepEqual([inside.metadata, around.metadata], [{ title: 'b' }, { title: 'b' }])
  })

  it('is rejected when it is not RTF', async () => {
    await assert.rejects(
      convert('hello'),
      (error) => error instanceof UnreadableDocument && error.reason === 'damaged',
    )
  })

  it('is read up to the point where it is truncated', async () => {
    assert.equal(await html('{\\rtf1 a\\par{\\b b'), '<p>a</p>\n<p><strong>b</strong></p>')
  })

  it('is rejected when its groups nest endlessly', async () => {
    await assert.rejects(
      convert(`{\\rtf1 ${'{'.repeat(20_000)}`),
      (error) => error instanceof UnreadableDocument && error.reason === 'too large',
    )
  })
})
