import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ParseOptions } from '../../contract/parse.ts'
import type { FaultCode } from '../../fault.ts'
import { zipOf } from '../../../test/support/zip-file.ts'
import { convertDocument } from '../../documents/convert-document.ts'
import { readStored } from '../../documents/documents.ts'
import type { ConvertDocument } from '../../documents/documents.ts'
import { createAskModel } from '../answer/ask-model.ts'
import { createUnderstandDocument } from '../understand/documents.ts'
import { understandSource } from '../understand/understand-source.ts'
import type { UnderstandSource } from '../understand/understand-source.ts'
import { createParseUpload } from './upload.ts'
import type { Upload } from './upload.ts'

const understandPage: UnderstandSource = async (source, wanted) => understandSource(source, wanted)
const convert: ConvertDocument = async ({ stored, ...claims }, wish) =>
  convertDocument({ bytes: await readStored(stored), ...claims }, wish, () => {})
const parse = createParseUpload({
  understand: understandPage,
  understandDocument: createUnderstandDocument({ understand: understandPage, convert }),
  askModel: createAskModel(undefined),
})
const parseUpload = (file: Upload, options: ParseOptions) =>
  parse(file, options, new AbortController().signal)

function upload(
  fileName: string,
  body: string | Buffer = '<h1>T</h1><a href="x.html">x</a>',
  contentType = 'application/octet-stream',
): Upload {
  const bytes = Buffer.from(body)
  return {
    fileName,
    contentType,
    file: { size: bytes.length, head: bytes.subarray(0, 8192), stored: { bytes } },
  }
}

describe('parseUpload', () => {
  for (const fileName of ['a.html', 'A.HTM', 'b.xhtml', 'with.dots.html']) {
    it(`reads ${fileName}`, async () => {
      const { markdown, metadata } = await parseUpload(upload(fileName), ParseOptions.parse({}))
      assert.equal(markdown, '# T\n\n[x](x.html)')
      assert.equal(metadata?.sourceFile, fileName)
      assert.equal(metadata?.creditsUsed, 1)
      assert.match(metadata?.scrapeId ?? '', /^[0-9a-f]{8}-/)
    })
  }

  it('goes by the content type when the name has no extension', async () => {
    const file = upload('page', '<p>é</p>', 'text/html; charset=utf-8')
    assert.equal((await parseUpload(file, ParseOptions.parse({}))).markdown, 'é')
  })

  it('heeds the charset of the part', async () => {
    const file = upload('a.html', Buffer.from('<p>\xe9</p>', 'latin1'), 'text/html; charset=iso-8859-1')
    assert.equal((await parseUpload(file, ParseOptions.parse({}))).markdown, 'é')
  })

  it('gives every format that was asked for', async () => {
    const document = await parseUpload(
      upload('a.html'),
      ParseOptions.parse({ formats: ['html', 'links', 'rawHtml'] }),
    )
    assert.deepEqual(Object.keys(document).sort(), ['html', 'links', 'metadata', 'rawHtml'])
  })

  it('shows a hostile name harmlessly', async () => {
    const file = upload(`../../etc/${'\u202e'}evil\u0000${'x'.repeat(9000)}.html`)
    const { metadata } = await parseUpload(file, ParseOptions.parse({}))
    assert.match(metadata?.sourceFile ?? '', /^evilx{251}$/)
  })

  const read: [name: string, file: Upload, markdown: string | RegExp][] = [
    ['plain text', upload('a.txt', 'one\n\ntwo'), 'one\n\ntwo'],
    ['Markdown', upload('a.md', '# T\n\n- x'), '# T\n\n- x'],
    ['JSON', upload('a.json', '{"a": 1}'), '```json\n{"a": 1}\n```'],
    ['a table', upload('a.csv', 'a,b\n1,2\n'), /^\| a \| b \|\n\| --- \| --- \|\n\| 1 \| 2 \|$/],
    ['a table with another name', upload('a.xyz', 'a,b\n1,2\n', 'text/csv'), /^\| a \| b \|/],
    [
      'a page that is named like a document',
      upload('a.csv', '<!doctype html><h1>T</h1>', 'text/html'),
      '# T',
    ],
    ['rich text whatever its name', upload('a.pdf', '{\\rtf1 Hello}'), 'Hello'],
    [
      'a message',
      upload('', 'From: a@example.com\r\nDate: Mon, 1 Jun 2026 10:00:00 +0000\r\nSubject: Grain\r\n\r\nHi'),
      /# Grain[^]*Hi$/,
    ],
  ]
  for (const [name, file, markdown] of read) {
    it(`reads ${name}`, async () => {
      const document = await parseUpload(file, ParseOptions.parse({}))
      if (typeof markdown === 'string') assert.equal(document.markdown, markdown)
      else assert.match(document.markdown!, markdown)
    })
  }

  const refused: [string, Buffer | string, string, FaultCode, RegExp][] = [
    ['a.pdf', 'no PDF at all', '', 'UNSUPPORTED_FILE_TYPE', /not what its name says/],
    ['a.pdf', 'MZ\x90\0\x03\0', '', 'UNSUPPORTED_FILE_TYPE', /not what its name says/],
    ['a.pdf', '', '', 'BAD_REQUEST', /empty/],
    ['a.pdf', '%PDF-1.7 nothing more', '', 'BAD_REQUEST', /PDF/],
    ['a.docx', 'PK\x03\x04 nothing more', '', 'BAD_REQUEST', /damaged/],
    ['a.zip', zipOf({ 'a.txt': 'x' }), '', 'UNSUPPORTED_FILE_TYPE', /archive/],
    ['a.html', '\x7fELF\x02\x01', 'text/html', 'UNSUPPORTED_FILE_TYPE', /program/],
    ['a.exe', 'x', 'text/html', 'UNSUPPORTED_FILE_TYPE', /Supported are: html/],
    ['', 'x', '', 'UNSUPPORTED_FILE_TYPE', /Supported/],
  ]
  for (const [fileName, body, contentType, code, message] of refused) {
    it(`refuses ${fileName || 'a file without name and type'} with ${body.toString('latin1').slice(0, 9)} as ${code}`, async () => {
      await assert.rejects(
        parseUpload(
          upload(fileName, Buffer.from(body as string, 'latin1'), contentType),
          ParseOptions.parse({}),
        ),
        {
          code,
          message,
        },
      )
    })
  }

  const idle: [object, string[]][] = [
    [{}, []],
    [{ headers: { 'x-a': 'b' } }, ['headers']],
    [{ blockAds: false, skipTlsVerification: false }, ['blockAds', 'skipTlsVerification']],
  ]
  for (const [options, named] of idle) {
    it(`warns that ${named.join(' and ') || 'nothing'} had no effect`, async () => {
      const { warning = '' } = await parseUpload(upload('a.html'), ParseOptions.parse(options))
      assert.equal(warning.includes('had no effect'), named.length > 0)
      for (const name of named) assert.ok(warning.includes(name), warning)
    })
  }

  it('gives back whole what is not to be read', async () => {
    const options = ParseOptions.parse({ parsers: [], formats: ['markdown', 'links'] })
    const document = await parseUpload(upload('a.pdf', '%PDF-1.7 x'), options)
    assert.equal(document.markdown, Buffer.from('%PDF-1.7 x').toString('base64'))
    assert.equal(document.metadata?.creditsUsed, 1)
  })

  it('gives nothing back whole that personal data is to be taken out of', async () => {
    const options = ParseOptions.parse({ parsers: [], redactPII: true })
    await assert.rejects(parseUpload(upload('a.pdf', '%PDF-1.7 x'), options), {
      code: 'UNSUPPORTED_FILE_TYPE',
      message: /Personal data/,
    })
  })

  it('refuses an option that is not built', async () => {
    const options = ParseOptions.parse({ onlyCleanContent: true })
    await assert.rejects(parseUpload(upload('a.html'), options), {
      code: 'NOT_IMPLEMENTED',
      message: /onlyCleanContent/,
    })
  })
})
