import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'

const app = useSharedApp()

function client() {
  return new Firecrawl({ apiKey: API_KEY, apiUrl: app().url })
}

describe('the published JavaScript client', () => {
  it('maps a site', async () => {
    await using site = await startCrawlSite((path) => {
      if (path === '/') return pageWith('Home', ['/sieves', '/flails'])
      return path === '/sieves' || path === '/flails' ? pageWith(`About ${path.slice(1)}`) : undefined
    })
    const { id, links } = await client().map(site.url, {
      search: 'flail',
      limit: 2,
      sitemap: 'include',
      includeSubdomains: true,
      ignoreQueryParameters: true,
      timeout: 30_000,
      location: { country: 'DE', languages: ['de'] },
    })
    assert.ok(id)
    assert.equal(links.length, 2)
    assert.deepEqual(links[0], { url: `${site.url}/flails`, title: 'About flails', description: undefined })
  })

  it('gets an empty list for a start URL that does not exist', async () => {
    await using site = await startCrawlSite(() => undefined)
    assert.deepEqual((await client().map(site.url)).links, [])
  })

  it('reports a site that cannot be mapped', async () => {
    await using site = await startCrawlSite(() => ({ status: 503 }))
    await assert.rejects(client().map(site.url), (error: Error & { status?: number; code?: string }) => {
      assert.deepEqual([error.status, error.code], [500, 'MAP_FAILED'])
      return true
    })
  })
})
