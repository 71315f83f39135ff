import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

/** The published client, unmodified: its view is the truth. */
const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

function client(apiKey = API_KEY) {
  return new Firecrawl({ apiKey, apiUrl: app().url })
}

describe('the published JavaScript client', () => {
  it('scrapes', async () => {
    const document = await client().scrape(`${site.url}/article`, {
      formats: ['markdown', 'links', 'html', 'rawHtml'],
    })
    assert.match(document.markdown ?? '', /^# /m)
    assert.ok(document.links!.length > 0)
    assert.equal(document.metadata!.statusCode, 200)
    assert.ok(document.metadata!.scrapeId)
  })

  it('parses a file, for one credit', async () => {
    const document = await client().parse(
      { data: '<h1>Grain</h1>', filename: 'grain.html', contentType: 'text/html' },
      { formats: ['markdown'] },
    )
    assert.match(document.markdown ?? '', /# Grain/)
    assert.equal(document.metadata!.creditsUsed, 1)
  })

  it('parses a PDF as far as asked, for one credit a page, and scrapes one', async () => {
    const data = pdfOf([['# Grain', 'It is stored dry.'], ['And cool.'], ['Chaff is not.']])
    const document = await client().parse(
      { data, filename: 'grain.pdf' },
      { formats: ['markdown'], parsers: [{ type: 'pdf', maxPages: 2 }] },
    )
    assert.match(document.markdown ?? '', /^# Grain\n\nIt is stored dry\.[^]*And cool\.$/)
    const { numPages, totalPages, creditsUsed } = document.metadata!
    assert.deepEqual([numPages, totalPages, creditsUsed], [2, 3, 2])
    const scraped = await client().scrape(`${site.url}/documents/report.pdf`, { formats: ['markdown'] })
    assert.match(scraped.markdown ?? '', /# Rivers/)
  })

  it('reads usage, queue and concurrency', async () => {
    const credits = await client().getCreditUsage()
    assert.equal(typeof credits.remainingCredits, 'number')
    assert.equal(typeof (await client().getTokenUsage()).remainingTokens, 'number')
    assert.ok(Array.isArray((await client().getCreditUsageHistorical()).periods))
    assert.equal((await client().getConcurrency()).concurrency, 0)
    assert.equal((await client().getQueueStatus()).jobsInQueue, 0)
  })

  const failures: [string, () => Promise<unknown>, number, string][] = [
    [
      'an unknown key',
      () => client(`fc-${'9'.repeat(32)}`).scrape('http://example.com'),
      401,
      'UNAUTHORIZED',
    ],
    ['a bad option', () => client().scrape('http://example.com', { timeout: 1 }), 400, 'BAD_REQUEST'],
    [
      'a host that does not resolve',
      () => client().scrape('http://no-such-host.invalid'),
      200,
      'SCRAPE_DNS_RESOLUTION_ERROR',
    ],
    [
      'a page that takes too long',
      () => client().scrape(`${site.url}/slow/never`, { timeout: 1_000 }),
      408,
      'SCRAPE_TIMEOUT',
    ],
    ['what is not built', () => client().listMonitors(), 501, 'NOT_IMPLEMENTED'],
    [
      'an unknown crawl',
      () => client().getCrawlStatus('7e0b6f86-9d53-4f8e-9c0e-0d2f4a1c9b11'),
      404,
      'NOT_FOUND',
    ],
    [
      'a file it cannot parse',
      () => client().parse({ data: 'x', filename: 'a.png', contentType: 'image/png' }),
      400,
      'UNSUPPORTED_FILE_TYPE',
    ],
  ]
  for (const [name, call, status, code] of failures) {
    it(`parses the response for ${name}`, async () => {
      await assert.rejects(call(), (error: Error & { status?: number; code?: string }) => {
        assert.deepEqual([error.status, error.code], [status, code], error.message)
        assert.ok(error.message.length > 10)
        return true
      })
    })
  }

  it('gets the retry delay when it is rate limited', async () => {
    const { key } = await app().team({ limits: { perMinute: { scrape: 0 } } })
    await assert.rejects(
      client(key).scrape(`${site.url}/article`),
      (error: Error & { status?: number }) => error.status === 429 && /retry after \d+s/.test(error.message),
    )
  })
})
