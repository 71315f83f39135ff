import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { DATA_PAGES } from '../support/data-pages.ts'

/** The published client, unmodified: its view is the truth. */
const app = useSharedApp()
let site: CrawlSite
before(async () => void (site = await startCrawlSite((path) => DATA_PAGES[path])))
after(() => site[Symbol.asyncDispose]())

function client() {
  return new Firecrawl({ apiKey: API_KEY, apiUrl: app().url })
}

const SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  type: 'object',
  properties: { name: { type: 'string' }, price: { type: 'number' } },
  required: ['name', 'price'],
  additionalProperties: false,
}

describe('the published JavaScript client', () => {
  it('gets data by a schema, and the product', async () => {
    const document = await client().scrape(`${site.url}/lamp`, {
      formats: [{ type: 'json', schema: SCHEMA }, 'product'],
    })
    assert.deepEqual(document.json, { name: 'Harbour desk lamp', price: 49.9 })
    assert.equal(document.product?.title, 'Harbour desk lamp')
    assert.equal(document.metadata?.['engine'], 'embedded')
  })

  it('gets answers, highlights and a summary', async () => {
    const document = await client().scrape(`${site.url}/rivers`, {
      formats: [
        'summary',
        { type: 'question', question: 'Who made the first survey of the valley?' },
        { type: 'highlights', query: 'oxbow lake' },
      ],
    })
    assert.match(document.answer ?? '', /Albert Keller/)
    assert.match(String(document.highlights), /oxbow lake/)
    assert.ok((document.summary ?? '').length > 40)
  })

  it('gets the changes of a page', async () => {
    const look = async () => {
      const { changeTracking } = await client().scrape(`${site.url}/menu`, {
        formats: ['markdown', { type: 'changeTracking', modes: ['git-diff'] }],
      })
      return changeTracking as { changeStatus: string; previousScrapeAt: string | null }
    }
    const first = await look()
    const second = await look()
    assert.deepEqual([first.changeStatus, first.previousScrapeAt], ['new', null])
    assert.equal(second.changeStatus, 'same')
    assert.ok(Date.parse(second.previousScrapeAt!) > 0)
  })

  it('gets the sound of a page, and a typed error where there is none', async () => {
    const { audio } = await client().scrape(`${site.url}/radio`, { formats: ['audio'] })
    assert.equal(audio, `${site.url}/media/episode-12.mp3`)
    await assert.rejects(client().scrape(`${site.url}/rivers`, { formats: ['audio'] }), {
      code: 'SCRAPE_AUDIO_UNSUPPORTED_URL',
    })
  })

  it('gets personal data removed, also from a file', async () => {
    const { markdown } = await client().scrape(`${site.url}/team`, { formats: ['markdown'], redactPII: true })
    assert.match(markdown ?? '', /<EMAIL>/)
    const file = { data: DATA_PAGES['/team']!, filename: 'team.html', contentType: 'text/html' }
    const parsed = await client().parse(file, {
      formats: ['markdown', { type: 'json', prompt: 'The email address' }],
      redactPII: true,
    })
    assert.doesNotMatch(JSON.stringify(parsed), /maria\.gonzalez/)
  })
})
