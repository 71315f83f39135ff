import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ParseOptions } from '../contract/parse.ts'
import type { FaultCode } from '../fault.ts'
import { understand } from './understand.ts'
import { createParseUpload } from './upload.ts'
import type { Upload } from './upload.ts'

const parse = createParseUpload({ understand: async (source, wanted) => understand(source, wanted) })
const parseUpload = (file: Upload, options: ParseOptions) =>
  parse(file, options, new AbortController().signal)

function upload(
  fileName: string,
  body: string | Buffer = '<h1>T</h1><a href="x.html">x</a>',
  contentType = 'application/octet-stream',
) {
  return { fileName, contentType, bytes: Buffer.from(body) }
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

  const refused: [string, string, FaultCode, RegExp][] = [
    ['a.pdf', '', 'NOT_IMPLEMENTED', /PDF/],
    ['a.docx', '', 'NOT_IMPLEMENTED', /Word/],
    ['a.XLSX', '', 'NOT_IMPLEMENTED', /Excel/],
    ['a.odt', '', 'NOT_IMPLEMENTED', /OpenDocument/],
    ['a.csv', '', 'NOT_IMPLEMENTED', /CSV/],
    ['noname', 'application/pdf', 'NOT_IMPLEMENTED', /PDF/],
    ['a.png', 'image/png', 'UNSUPPORTED_FILE_TYPE', /html, htm/],
    ['a.exe', 'text/html', 'UNSUPPORTED_FILE_TYPE', /Supported/],
    ['', '', 'UNSUPPORTED_FILE_TYPE', /Supported/],
  ]
  for (const [fileName, contentType, code, message] of refused) {
    it(`refuses ${fileName || 'a file without name and type'} as ${code}`, async () => {
      await assert.rejects(parseUpload(upload(fileName, 'x', contentType), ParseOptions.parse({})), {
        code,
        message,
      })
    })
  }

  it('refuses a file that is not what its name says', async () => {
    const file = upload('a.html', '%PDF-1.7')
    await assert.rejects(parseUpload(file, ParseOptions.parse({})), {
      code: 'UNSUPPORTED_FILE_TYPE',
      message: /PDF/,
    })
  })

  it('refuses a format that is not built', async () => {
    const options = ParseOptions.parse({ formats: ['summary'] })
    await assert.rejects(parseUpload(upload('a.html'), options), {
      code: 'NOT_IMPLEMENTED',
      message: /summary/,
    })
  })
})
