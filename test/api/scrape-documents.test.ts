import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ScrapeAnswer } from '../../src/contract/scrape.ts'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

function scrape(json: object, key?: string) {
  return app().call('/v2/scrape', { json, ...(key && { key }) })
}

describe('a document by its address', () => {
  it('is read as an uploaded one is, costs one credit a page, also from the cache', async () => {
    const { id, key } = await app().team({ credits: 10 })
    for (const cacheState of ['miss', 'hit']) {
      const { status, body } = await scrape({ url: `${site.url}/documents/report.pdf` }, key)
      assert.equal(status, 200, JSON.stringify(body))
      ScrapeAnswer.parse(body)
      assert.match(body.data.markdown, /^# Rivers\n\n[^]*canals/)
      const { numPages, totalPages, creditsUsed, contentType } = body.data.metadata
      assert.deepEqual([numPages, totalPages, creditsUsed, contentType], [2, 2, 2, 'application/pdf'])
      assert.equal(body.data.metadata.cacheState, cacheState)
    }
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 6)
  })

  it('is derived anew when its parser is asked for something else', async () => {
    await scrape({ url: `${site.url}/documents/report.pdf` })
    const parsers = [{ type: 'pdf', maxPages: 1, pages: true }]
    const { body } = await scrape({ url: `${site.url}/documents/report.pdf`, parsers })
    assert.equal(body.data.metadata.cacheState, 'hit')
    assert.doesNotMatch(body.data.markdown, /canals/)
    assert.deepEqual(
      body.data.pages.map(({ pageNumber }: { pageNumber: number }) => pageNumber),
      [1],
    )
    assert.equal(body.data.metadata.creditsUsed, 1)
  })

  const misnamed: [string, string, string, RegExp][] = [
    ['a page under the type of a document', 'application/pdf', '<!doctype html><h1>Gone</h1>', /^# Gone$/],
    ['a page under the name of a table', 'text/html', '<!-- x --><!doctype html><h1>View</h1>', /^# View$/],
    [
      'a document under the type of a page',
      'text/html',
      pdfOf([['# Grain', 'It is dry.']]).toString('latin1'),
      /^# Grain/,
    ],
  ]
  for (const [what, contentType, body, markdown] of misnamed) {
    it(`is not taken for ${what}, nor the other way round`, async () => {
      await using other = await startCrawlSite(() => ({
        body: Buffer.from(body, 'latin1'),
        headers: { 'content-type': contentType },
      }))
      const answer = await scrape({ url: `${other.url}/view.csv`, onlyMainContent: false })
      assert.match(answer.body.data.markdown, markdown)
    })
  }

  it('that has no bytes is told so', async () => {
    await using other = await startCrawlSite(() => ({
      body: '',
      headers: { 'content-type': 'application/pdf' },
    }))
    const { body } = await scrape({ url: `${other.url}/a.pdf` })
    assert.deepEqual([body.code, body.details.reason], ['SCRAPE_UNSUPPORTED_FILE_ERROR', 'empty'])
  })

  it('that takes longer than its caller has time is read on, and others are not held up by it', async () => {
    const slow = Buffer.from('some,more,words\n'.repeat(1_000_000))
    await using other = await startCrawlSite(() => ({ body: slow, headers: { 'content-type': 'text/csv' } }))
    const url = `${other.url}/slow.csv`
    // A busy machine may need longer until it has the file.
    let late = await scrape({ url, timeout: 1000 })
    for (let timeout = 2000; !late.body.details?.state && timeout <= 8000; timeout *= 2)
      late = await scrape({ url, timeout })
    const asked = other.paths.length
    assert.deepEqual(
      [late.status, late.body.code],
      [408, 'SCRAPE_TIMEOUT'],
      JSON.stringify(late.body).slice(0, 300),
    )
    assert.equal(late.body.details.state, 'processing_continues')
    const { status, body } = await scrape({ url, timeout: 120_000 })
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300))
    assert.match(body.data.warning, /cut off/)
    assert.equal(other.paths.length, asked)
  })

  it('is a table when it is one', async () => {
    const { body } = await scrape({ url: `${site.url}/documents/table.csv`, formats: ['markdown', 'html'] })
    assert.equal(body.data.markdown, '| river | km |\n| --- | --- |\n| Rhine | 1230 |\n| Elbe | 1094 |')
  })

  it('that is damaged is told by what is wrong with it, and costs nothing', async () => {
    const { id, key } = await app().team({ credits: 3 })
    const { status, body } = await scrape({ url: `${site.url}/documents/file.pdf` }, key)
    assert.deepEqual([status, body.code], [500, 'SCRAPE_UNSUPPORTED_FILE_ERROR'])
    assert.match(body.error, /PDF is damaged/)
    assert.equal(body.details.reason, 'damaged')
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 3)
  })
})

describe('a document in a crawl', () => {
  it('is a page like the others, with the price of its own pages', async () => {
    const report = pdfOf([
      ['# Report', 'The first page of the report.'],
      ['The second one.'],
      ['The third one.'],
    ])
    await using pages = await startCrawlSite((path) =>
      path === '/report.pdf'
        ? { body: report, headers: { 'content-type': 'application/pdf' } }
        : pageWith('a start with a link to its report', ['/report.pdf']),
    )
    const { status, body } = await runCrawl(app(), { url: pages.url })
    assert.equal(status, 'completed')
    assert.deepEqual([body.data.length, body.creditsUsed], [2, 4])
    const document = body.data.find(
      ({ metadata }: { metadata: { numPages?: number } }) => metadata.numPages === 3,
    )
    assert.match(document.markdown, /# Report[^]*The third one/)
  })
})
