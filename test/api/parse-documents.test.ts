import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ScrapeResponse } from '../../src/contract/scrape.ts'
import { useSharedApp } from '../support/app.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { zipOf } from '../support/zip-file.ts'

const app = useSharedApp()

function parse(file: Uint8Array, fileName: string, options: object = {}, key?: string) {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(file)]), fileName)
  body.append('options', JSON.stringify(options))
  return app().call('/v2/parse', { body, ...(key && { key }) })
}

const PROSE = 'Grain is stored dry and cool, and is turned now and then so that it does not spoil.'
const pdf = pdfOf([
  ['# Grain', PROSE, PROSE],
  [PROSE, 'The second page ends here.'],
  ['# Chaff', 'The third page is about chaff.', PROSE],
])

const docx = zipOf({
  '[Content_Types].xml': '<Types/>',
  'word/document.xml':
    '<w:document xmlns:w="x"><w:body><w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>Grain</w:t></w:r></w:p><w:p><w:r><w:t>Wheat.</w:t></w:r></w:p></w:body></w:document>',
})

describe('a PDF', () => {
  it('costs one credit per page, and returns the number of pages', async () => {
    const { id, key } = await app().team({ credits: 10 })
    const { status, body } = await parse(pdf, 'a.pdf', {}, key)
    assert.equal(status, 200, JSON.stringify(body))
    ScrapeResponse.parse(body)
    assert.match(body.data.markdown, /^# Grain\n\n[^]*The second page ends here\.[^]*# Chaff/)
    const { numPages, totalPages, creditsUsed, sourceFile } = body.data.metadata
    assert.deepEqual(
      { numPages, totalPages, creditsUsed, sourceFile },
      { numPages: 3, totalPages: 3, creditsUsed: 3, sourceFile: 'a.pdf' },
    )
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 7)
  })

  it('is read only up to maxPages, and charged accordingly', async () => {
    const { id, key } = await app().team({ credits: 10 })
    const { body } = await parse(pdf, 'a.pdf', { parsers: [{ type: 'pdf', maxPages: 2 }] }, key)
    assert.doesNotMatch(body.data.markdown, /Chaff/)
    const { numPages, totalPages, creditsUsed } = body.data.metadata
    assert.deepEqual({ numPages, totalPages, creditsUsed }, { numPages: 2, totalPages: 3, creditsUsed: 2 })
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 8)
  })

  it('is not given to a team that cannot pay for its pages', async () => {
    const { id, key } = await app().team({ credits: 2 })
    const { status, body } = await parse(pdf, 'a.pdf', {}, key)
    assert.deepEqual([status, body.code], [402, 'PAYMENT_REQUIRED'])
    assert.match(body.error, /2 more[^]*has 1[^]*Nothing was charged/)
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 2)
    const { body: part } = await parse(pdf, 'a.pdf', { parsers: [{ type: 'pdf', maxPages: 2 }] }, key)
    assert.equal(part.data.metadata.creditsUsed, 2)
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 0)
  })

  it('is returned by page and by block, with block positions in the Markdown', async () => {
    const wish = { type: 'pdf', pages: true, blocks: true, pageMarkers: true }
    const { body } = await parse(pdf, 'a.pdf', { parsers: [wish] })
    ScrapeResponse.parse(body)
    const { markdown, pages, blocks } = body.data
    assert.deepEqual(
      pages.map(({ pageNumber }: { pageNumber: number }) => pageNumber),
      [1, 2, 3],
    )
    assert.match(pages[2].markdown, /^#+ Chaff/)
    assert.match(markdown, /\n\n---\n\n<!-- page 2 -->\n\n/)
    assert.doesNotMatch(markdown, /page 1 -->/)
    for (const page of blocks) {
      assert.deepEqual([page.width, page.height, page.status], [595, 842, 'ok'])
      for (const { markdownSpan, content, bbox, source } of page.items) {
        assert.equal(markdown.slice(...markdownSpan), content)
        assert.equal(source, 'text')
        assert.ok(
          bbox.every((share: number) => share >= 0 && share <= 1) && bbox[0] < bbox[2] && bbox[1] < bbox[3],
        )
      }
    }
    assert.equal(blocks[0].items[0].content, '# Grain')
  })

  it('keeps its notes when blocks are asked for', async () => {
    const note = 'A word needs a note(1) here.'
    const file = pdfOf([['# Grain', note, PROSE]])
    const whole = await parse(file, 'a.pdf')
    const { body } = await parse(file, 'a.pdf', { parsers: [{ type: 'pdf', blocks: true }] })
    assert.equal(body.data.markdown, whole.body.data.markdown)
  })

  it('costs what it costs also without being read', async () => {
    const { body } = await parse(pdf, 'a.pdf', { parsers: [] })
    assert.equal(body.data.markdown, pdf.toString('base64'))
    assert.equal(body.data.metadata.creditsUsed, 1)
  })

  const unreadable: [string, Buffer, RegExp][] = [
    ['a damaged one', Buffer.from('%PDF-1.7\nnothing more'), /damaged/],
    ['one without any pages', pdfOf([]), /PDF/],
  ]
  for (const [name, file, message] of unreadable) {
    it(`reports the problem of ${name}, and charges nothing`, async () => {
      const { id, key } = await app().team({ credits: 3 })
      const { status, body } = await parse(file, 'a.pdf', {}, key)
      assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'], JSON.stringify(body))
      assert.match(body.error, message)
      assert.equal((await app().admin(`/teams/${id}`)).body.credits, 3)
    })
  }
})

describe('a document of another kind', () => {
  it('gives every format that a page gives', async () => {
    const formats = ['markdown', 'html', 'rawHtml', 'links', 'images']
    const { status, body } = await parse(docx, 'a.docx', { formats })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.data.markdown, '# Grain\n\nWheat.')
    assert.match(body.data.html, /<h1>Grain<\/h1>/)
    assert.deepEqual([body.data.links, body.data.images], [[], []])
    assert.equal(body.data.metadata.creditsUsed, 1)
  })

  it('is identified by its content, with any name', async () => {
    for (const [file, name, markdown] of [
      [docx, 'a.pdf', /# Grain\n\nWheat/],
      [pdf, 'a.docx', /# Chaff/],
    ] as const) {
      const { body } = await parse(file, name)
      assert.match(body.data.markdown, markdown)
    }
  })

  it('leaves out what excludeTags names', async () => {
    const { body } = await parse(docx, 'a.docx', { excludeTags: ['h1'] })
    assert.equal(body.data.markdown, 'Wheat.')
  })

  it('takes every option of the specification', async () => {
    const options = {
      formats: ['markdown'],
      onlyMainContent: true,
      includeTags: [],
      excludeTags: [],
      headers: { 'x-a': 'b' },
      blockAds: false,
      removeBase64Images: true,
      skipTlsVerification: false,
      timeout: 30_000,
      parsers: ['pdf'],
      redactPII: false,
      zeroDataRetention: true,
      integration: 'test',
      origin: 'api',
    }
    const { status, body } = await parse(docx, 'a.docx', options)
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.data.warning, /headers and blockAds and skipTlsVerification had no effect/)
    assert.equal(body.data.metadata.creditsUsed, 2)
  })
})
