import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startProvider } from '../support/search-provider.ts'
import type { FakeProvider } from '../support/search-provider.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

let site: Site
let provider: FakeProvider
let app: TestApp
before(async () => {
  site = await startSite()
  provider = await startProvider(() => ({
    results: [{ url: `${site.url}/article`, title: 'An article', content: 'About grain.' }],
    unresponsive_engines: [],
  }))
  app = await startTestApp({
    WINNOW_SEARCH_PROVIDER: 'searxng',
    WINNOW_SEARCH_URL: provider.url,
    WINNOW_KEYLESS_CREDITS: '12',
  })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const client = () => new Firecrawl({ apiUrl: app.url })

describe('the published JavaScript client without a key', () => {
  it('scrapes', async () => {
    const document = await client().scrape(`${site.url}/article`, { formats: ['markdown'] })
    assert.match(document.markdown ?? '', /^# /m)
  })

  it('parses a file', async () => {
    const document = await client().parse(
      { data: '<h1>Grain</h1>', filename: 'grain.html', contentType: 'text/html' },
      { formats: ['markdown'] },
    )
    assert.match(document.markdown ?? '', /# Grain/)
  })

  it('searches, and scrapes what it found', async () => {
    const { web } = await client().search('grain', { limit: 5, scrapeOptions: { formats: ['markdown'] } })
    assert.match((web as { markdown?: string }[])[0]!.markdown ?? '', /^# /m)
  })

  it('gets an error for everything that needs a key', async () => {
    await assert.rejects(client().map(site.url), { status: 401, code: 'UNAUTHORIZED' })
  })

  it('gets an error when its IP address has used up the daily limit', async () => {
    await assert.rejects(client().search('grain', { limit: 50 }), {
      status: 429,
      code: 'KEYLESS_LIMIT_REACHED',
    })
  })
})
