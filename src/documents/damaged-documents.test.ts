import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import cfb from 'cfb'
import { pdfOf } from '../../test/support/pdf-file.ts'
import { zipOf } from '../../test/support/zip-file.ts'
import { convertDocument } from './convert-document.ts'
import { UnreadableDocument } from './converted.ts'

const WISH = { keepImages: true, ocr: 'never' } as const
const ROUNDS = 400

const rows = (cell: (row: number) => string) => Array.from({ length: 8 }, (_, row) => cell(row)).join('')
const xml = (root: string, spaces: string, body: string) => `<${root} ${spaces}>${body}</${root}>`

const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const SHEET = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const OPEN =
  'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'

const WHOLE: Record<string, Buffer> = {
  'a.pdf': pdfOf([['# Harvest', 'The first page.'], ['The second page.']]),
  'a.docx': zipOf({
    'word/document.xml': xml(
      'w:document',
      WORD,
      `<w:body><w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>Item</w:t></w:r></w:p><w:tbl>${rows((row) => `<w:tr><w:tc><w:tcPr><w:gridSpan w:val="2"/></w:tcPr><w:p><w:r><w:t>${row}</w:t></w:r></w:p></w:tc></w:tr>`)}</w:tbl></w:body>`,
    ),
  }),
  'a.xlsx': zipOf({
    'xl/workbook.xml': xml('workbook', SHEET, '<sheets><sheet name="One" sheetId="1" id="r1"/></sheets>'),
    'xl/worksheets/sheet1.xml': xml(
      'worksheet',
      SHEET,
      `<sheetData>${rows((row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row}</v></c><c r="C${row + 1}" t="inlineStr"><is><t>x</t></is></c></row>`)}</sheetData><mergeCells><mergeCell ref="A1:B2"/></mergeCells>`,
    ),
  }),
  'a.odt': zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': xml(
      'office:document-content',
      OPEN,
      `<office:body><office:text><text:h text:outline-level="2">Head</text:h><table:table>${rows((row) => `<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>${row}</text:p></table:table-cell></table:table-row>`)}</table:table></office:text></office:body>`,
    ),
  }),
  'a.rtf': Buffer.from(
    String.raw`{\rtf1\ansi\deff0{\fonttbl{\f0 Arial;}}\pard\b Head\b0\par\trowd\cellx2000\cellx4000 a\cell b\cell\row\u8364? {\footnote A note.}\par}`,
  ),
  'a.eml': Buffer.from(
    'From: Ann <ann@example.com>\r\nSubject: =?utf-8?B?UGxhbg==?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>Hello</p>\r\n--b\r\nContent-Type: text/plain; name=a.txt\r\nContent-Disposition: attachment\r\n\r\nfile\r\n--b--\r\n',
  ),
  'a.msg': containerOf({
    '/__properties_version1.0': Buffer.alloc(64),
    '/__substg1.0_0037001F': Buffer.from('Plan', 'utf16le'),
    '/__substg1.0_1000001F': Buffer.from('Hello. '.repeat(900), 'utf16le'),
    '/__recip_version1.0_#00000000/__properties_version1.0': Buffer.alloc(24),
    '/__recip_version1.0_#00000000/__substg1.0_3001001F': Buffer.from('Bob', 'utf16le'),
  }),
  'a.doc': containerOf({
    '/WordDocument': numbered(8192),
    '/1Table': numbered(4096),
    '/Data': numbered(512),
  }),
  'a.xls': containerOf({ '/Workbook': numbered(8192) }),
  'a.ppt': containerOf({ '/PowerPoint Document': numbered(8192), '/Current User': numbered(64) }),
}

function containerOf(streams: Record<string, Buffer>): Buffer {
  const container = cfb.utils.cfb_new()
  for (const [path, content] of Object.entries(streams)) cfb.utils.cfb_add(container, path, content)
  return cfb.write(container, { type: 'buffer' }) as Buffer
}

/** Small numbers, which are plausible as lengths and offsets. */
function numbered(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at % 7 === 0 ? at % 29 : 0)))
}

/** The same pseudo-random numbers below a limit in every run. */
function chance(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

/** Truncates, deletes, duplicates or overwrites some bytes. */
function damaged(whole: Buffer, pick: (limit: number) => number): Buffer {
  const at = pick(whole.length)
  const end = Math.min(at + 1 + pick(600), whole.length)
  const kind = pick(6)
  if (kind === 0) return whole.subarray(0, at)
  if (kind === 1) return Buffer.concat([whole.subarray(0, at), whole.subarray(end)])
  if (kind === 2) return Buffer.concat([whole.subarray(0, end), whole.subarray(at)])
  const copy = Buffer.from(whole)
  // Most zero bytes are padding.
  const told = [...whole.keys()].filter((place) => whole[place] !== 0)
  for (let count = 1 + pick(20); count > 0; count--) copy[told[pick(told.length)]!] = pick(256)
  return copy
}

describe('a damaged document is read, or rejected as damaged', () => {
  for (const [fileName, whole] of Object.entries(WHOLE)) {
    it(fileName, { timeout: 60_000 }, async () => {
      const pick = chance(whole.length)
      for (let round = 0; round < ROUNDS; round++) {
        const bytes = damaged(whole, pick)
        const reading = convertDocument({ bytes, fileName, contentType: '' }, WISH, () => {})
        const failure: unknown = await reading.then(
          () => undefined,
          (reason: unknown) => reason,
        )
        const isKnown = failure === undefined || failure instanceof UnreadableDocument
        assert.ok(isKnown, `round ${round}: ${(failure as Error | undefined)?.stack}`)
      }
    })
  }
})
