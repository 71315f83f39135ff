import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import type { Answer } from '../hostile-case.ts'
import { both, either, fails, gives } from '../hostile-case.ts'
import {
  CONTENT_TYPES,
  denseEntry,
  flateBomb,
  hostilePdf,
  hostileZip,
  paragraph,
  pdfText,
  pdfWith,
  pngOf,
  wordXml,
} from '../files.ts'

/** A file that attacks its parser. */
export interface HostileUpload {
  id: string
  name: string
  /** Generated when needed; `trapUrl` must not be requested. */
  bytes: (trapUrl: string) => Uint8Array | Promise<Uint8Array>
  outcome: (answer: Answer) => void
  isQuick?: true
  afterwards?: () => void
}

const refused = fails('BAD_REQUEST')
const unsupported = fails('UNSUPPORTED_FILE_TYPE')
const text = (markdown: RegExp) => gives({ markdown })
const nothingExpanded = ({ body }: Answer) => assert.ok(JSON.stringify(body).length < 100_000)
const noFileContent = ({ body }: Answer) => assert.doesNotMatch(JSON.stringify(body), /root:.*:0:0/)
function docx(...entries: Parameters<typeof hostileZip>[0]): Buffer {
  return hostileZip([
    CONTENT_TYPES,
    { name: 'word/document.xml', data: wordXml(paragraph('Grain')) },
    ...entries,
  ])
}

const LAUGHS = `<!DOCTYPE x [<!ENTITY a "ha">${Array.from({ length: 9 }, (_, depth) => {
  const name = String.fromCharCode(98 + depth)
  return `<!ENTITY ${name} "${`&${String.fromCharCode(97 + depth)};`.repeat(10)}">`
}).join('')}]>`

/** The maximum size of the specification, as a page that ends in a comment. */
function pageOf(sizeBytes: number): Buffer {
  const page = Buffer.alloc(sizeBytes, ' ')
  page.write('<h1>Grain</h1><!--')
  page.write('-->', sizeBytes - 3)
  return page
}

export const UPLOADS: HostileUpload[] = [
  {
    id: 'upload/zip-bomb-docx',
    name: 'a.docx',
    bytes: async () => hostileZip([CONTENT_TYPES, await denseEntry('word/document.xml', 400)]),
    outcome: refused,
  },
  {
    id: 'upload/zip-quine',
    name: 'a.docx',
    // A stand-in for an archive that contains itself: it is never opened again.
    bytes: () => docx({ name: 'word/embeddings/a.docx', data: docx() }, { name: 'r.zip', data: docx() }),
    outcome: text(/^Grain$/),
    isQuick: true,
  },
  {
    id: 'upload/zip-slip',
    name: 'a.docx',
    bytes: () => docx({ name: '../../../../tmp/winnow-slipped', data: Buffer.from('x') }),
    outcome: either(refused, text(/^Grain$/)),
    isQuick: true,
    afterwards: () => assert.equal(existsSync('/tmp/winnow-slipped'), false),
  },
  {
    id: 'upload/zip-symlink',
    name: 'a.docx',
    bytes: () => docx({ name: 'word/media/image1.png', data: Buffer.from('/etc/passwd'), mode: 0o120777 }),
    outcome: both(text(/^Grain$/), noFileContent),
    isQuick: true,
  },
  {
    id: 'upload/xlsx-billion-cells',
    name: 'a.xlsx',
    bytes: () =>
      hostileZip([
        CONTENT_TYPES,
        {
          name: '_rels/.rels',
          data: Buffer.from(
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
          ),
        },
        {
          name: 'xl/workbook.xml',
          data: Buffer.from(
            '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
          ),
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: Buffer.from(
            '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>',
          ),
        },
        {
          name: 'xl/worksheets/sheet1.xml',
          data: Buffer.from(
            '<worksheet><dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData></worksheet>',
          ),
        },
      ]),
    outcome: both(text(/\b1\b[^]*\b2\b/), nothingExpanded),
    isQuick: true,
  },
  {
    id: 'upload/xlsx-shared-strings',
    name: 'a.xlsx',
    bytes: async () =>
      hostileZip([
        CONTENT_TYPES,
        {
          name: 'xl/workbook.xml',
          data: Buffer.from(
            '<workbook xmlns:r="r"><sheets><sheet name="S" sheetId="1" r:id="rId1"/></sheets></workbook>',
          ),
        },
        {
          name: 'xl/_rels/workbook.xml.rels',
          data: Buffer.from(
            '<Relationships><Relationship Id="rId1" Type="x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="x/sharedStrings" Target="sharedStrings.xml"/></Relationships>',
          ),
        },
        {
          name: 'xl/worksheets/sheet1.xml',
          data: Buffer.from(
            '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>0</v></c></row></sheetData></worksheet>',
          ),
        },
        await denseEntry('xl/sharedStrings.xml', 1024),
      ]),
    outcome: refused,
  },
  {
    id: 'upload/docx-laughs',
    name: 'a.docx',
    bytes: () =>
      hostileZip([
        CONTENT_TYPES,
        { name: 'word/document.xml', data: wordXml(paragraph('Grain &j;'), LAUGHS) },
      ]),
    outcome: both(text(/Grain/), nothingExpanded),
    isQuick: true,
  },
  {
    id: 'upload/docx-external-rel',
    name: 'a.docx',
    bytes: (trapUrl) =>
      docx({
        name: 'word/_rels/document.xml.rels',
        data: Buffer.from(
          `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/attachedTemplate" TargetMode="External" Target="${trapUrl}/t.dotm"/></Relationships>`,
        ),
      }),
    outcome: text(/^Grain$/),
    isQuick: true,
  },
  {
    id: 'upload/docx-macro',
    name: 'a.docm',
    bytes: () => docx({ name: 'word/vbaProject.bin', data: Buffer.from('Attribute VB_Name = "x"') }),
    outcome: text(/^Grain$/),
    isQuick: true,
  },
  {
    id: 'upload/pdf-deep-objects',
    name: 'a.pdf',
    bytes: () =>
      hostilePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        `<< /Type /Pages /Count 1 /Kids ${'['.repeat(100_000)}3 0 R${']'.repeat(100_000)} >>`,
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
      ]),
    outcome: either(refused, gives({ warning: /./ })),
  },
  {
    id: 'upload/pdf-js',
    name: 'a.pdf',
    bytes: (trapUrl) =>
      pdfWith({
        catalogue: `/OpenAction << /S /JavaScript /JS (app.launchURL\\("${trapUrl}"\\)) >>`,
        content: pdfText('Grain'),
      }),
    outcome: text(/Grain/),
    isQuick: true,
  },
  {
    id: 'upload/pdf-flate-bomb',
    name: 'a.pdf',
    bytes: async () =>
      hostilePdf([
        '<< /Type /Catalog /Pages 2 0 R >>',
        '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
        '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>',
        await flateBomb(1024),
      ]),
    outcome: either(refused, gives({ warning: /./ })),
  },
  {
    id: 'upload/pdf-encrypted',
    name: 'a.pdf',
    bytes: () =>
      hostilePdf(
        ['<< /Type /Catalog /Pages 2 0 R >>', '<< /Type /Pages /Count 0 /Kids [] >>'],
        `/Encrypt << /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <${'41'.repeat(32)}> /U <${'42'.repeat(32)}> >> /ID [<00><00>]`,
      ),
    outcome: both(refused, ({ body }) => assert.match(body.error, /password/)),
    isQuick: true,
  },
  {
    id: 'upload/pdf-truncated',
    name: 'a.pdf',
    bytes: () => {
      const whole = pdfWith({
        content: pdfText('Grain is stored dry and cool.'),
        further: [`(${'x'.repeat(5000)})`],
      })
      return whole.subarray(0, Math.ceil(whole.length / 2))
    },
    outcome: either(refused, gives({ markdown: /Grain/, warning: /./ })),
    isQuick: true,
  },
  {
    id: 'upload/pdf-launch',
    name: 'a.pdf',
    bytes: (trapUrl) =>
      pdfWith({
        content: pdfText('Grain'),
        page: `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /Launch /F (/bin/sh) >> >> << /Type /Annot /Subtype /Link /Rect [9 9 99 99] /A << /S /URI /URI (file:///etc/passwd) >> >> << /Type /Annot /Subtype /Link /Rect [70 690 200 720] /A << /S /URI /URI (${trapUrl}) >> >>]`,
      }),
    outcome: both(text(/Grain/), noFileContent, ({ body }) =>
      assert.doesNotMatch(JSON.stringify(body), /bin\/sh|file:/),
    ),
    isQuick: true,
  },
  {
    id: 'upload/png-bomb',
    name: 'a.png',
    bytes: () => pngOf(50_000, 50_000),
    outcome: refused,
    isQuick: true,
  },
  {
    id: 'upload/html-upload-ssrf',
    name: 'a.html',
    bytes: (trapUrl) =>
      Buffer.from(
        `<h1>Grain</h1><img src="${trapUrl}/a.png"><iframe src="${trapUrl}/b"></iframe><iframe src="file:///etc/passwd"></iframe><link rel=stylesheet href="${trapUrl}/c.css">`,
      ),
    outcome: both(text(/# Grain/), noFileContent),
    isQuick: true,
  },
  {
    id: 'upload/html-upload-script',
    name: 'a.html',
    bytes: (trapUrl) =>
      Buffer.from(`<h1>Grain</h1><script>fetch("${trapUrl}"); document.body.innerText = "ran"</script>`),
    outcome: both(text(/^# Grain$/), ({ body }) => assert.doesNotMatch(body.data.markdown, /ran/)),
    isQuick: true,
  },
  {
    id: 'upload/polyglot',
    name: 'a.html',
    bytes: () =>
      Buffer.concat([pdfWith({ content: pdfText('Grain as a PDF') }), Buffer.from('<h1>Page</h1>'), docx()]),
    outcome: text(/Grain as a PDF/),
    isQuick: true,
  },
  {
    id: 'upload/ext-lie',
    name: 'a.pdf',
    bytes: () => Buffer.from('MZ\x90\0\x03\0\0\0\x04\0\0\0\xff\xff', 'latin1'),
    outcome: unsupported,
    isQuick: true,
  },
  {
    id: 'upload/filename-evil',
    name: `../../x\u202e${'y'.repeat(10_000)}\0.html`,
    bytes: () => Buffer.from('<h1>Grain</h1>'),
    outcome: both(text(/# Grain/), ({ body }) => {
      const { sourceFile } = body.data.metadata
      assert.ok(sourceFile.length <= 255)
      assert.doesNotMatch(sourceFile, /[/\\\p{Cc}\p{Cf}]/u)
    }),
    isQuick: true,
  },
  { id: 'upload/50mb-exact', name: 'a.html', bytes: () => pageOf(52_428_800), outcome: text(/^# Grain$/) },
  { id: 'upload/50mb-plus1', name: 'a.html', bytes: () => pageOf(52_428_801), outcome: refused },
  {
    id: 'upload/eicar',
    name: 'eicar.txt',
    bytes: () =>
      Buffer.from(['X5O!P%@AP[4\\PZX54(P^)7CC)7}$', 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')),
    outcome: text(/EICAR/),
    isQuick: true,
  },
  { id: 'upload/empty-file', name: 'a.pdf', bytes: () => new Uint8Array(), outcome: refused, isQuick: true },
]
