import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { startProvider } from '../support/search-provider.ts'
import { startSite } from '../support/site.ts'

const page = (root: string, title: string, text: string) =>
  `${root}/page?html=${encodeURIComponent(`<html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>`)}`

describe('a service without a provider', () => {
  it('finds what its team has scraped, and says that this is not the web', async () => {
    await using site = await startSite()
    await using app = await startTestApp()
    const empty = await app.call('/v2/search', { json: { query: 'threshing' } })
    assert.deepEqual([empty.status, empty.body.data, empty.body.creditsUsed], [200, { web: [] }, 0])
    assert.match(empty.body.warning, /Nothing was searched.*nothing yet/)

    const url = page(site.url, 'Threshing', 'A threshing machine parts grain from straw. It is loud.')
    await app.call('/v2/scrape', { json: { url } })
    await app.call('/v2/scrape', { json: { url: page(site.url, 'Boats', 'Boats float on rivers.') } })
    const { body } = await app.call('/v2/search', { json: { query: 'threshing machine' } })
    assert.deepEqual(
      body.data.web.map((hit: { url: string; title: string; position: number }) => [
        hit.url,
        hit.title,
        hit.position,
      ]),
      [[url, 'Threshing', 1]],
    )
    assert.match(body.data.web[0].description, /parts grain from straw/)
    assert.match(body.warning, /^This covers only what this team has already scraped/)
    assert.equal(body.creditsUsed, 2)

    const stranger = await app.team()
    const theirs = await app.call('/v2/search', { json: { query: 'threshing machine' }, key: stranger.key })
    assert.deepEqual(theirs.body.data, { web: [] })
  })
})

describe('a service with several providers', () => {
  it('leaves it to the next when one fails, and says so', async () => {
    await using site = await startSite()
    await using brave = await startProvider(() => ({
      status: 429,
      body: { error: { detail: 'Request rate limit exceeded.' } },
    }))
    await using app = await startTestApp({
      WINNOW_SEARCH_PROVIDER: 'brave, local',
      WINNOW_SEARCH_URL: `brave=${brave.url}`,
      WINNOW_SEARCH_KEY: 'a-key-for-tests',
    })
    await app.call('/v2/scrape', { json: { url: page(site.url, 'Oats', 'Oats are for horses.') } })
    const { status, body } = await app.call('/v2/search', { json: { query: 'oats' } })
    assert.equal(status, 200)
    assert.equal(body.data.web.length, 1)
    assert.match(
      body.warning,
      /^brave: It was asked too often.*\(status 429\) It says: Request rate limit exceeded\. This covers only/,
    )
    assert.equal(brave.requests[0]!.headers['x-subscription-token'], 'a-key-for-tests')
  })
})

describe('a start', () => {
  const refused: [string, Record<string, string>, RegExp][] = [
    [
      'an unknown provider',
      { WINNOW_SEARCH_PROVIDER: 'bing' },
      /WINNOW_SEARCH_PROVIDER: takes one of local, searxng/,
    ],
    ['no provider', { WINNOW_SEARCH_PROVIDER: ',' }, /WINNOW_SEARCH_PROVIDER: takes at least one of local/],
    ['a missing key', { WINNOW_SEARCH_PROVIDER: 'serper' }, /WINNOW_SEARCH_KEY: serper needs one/],
    [
      'an address of nobody',
      { WINNOW_SEARCH_URL: 'http://127.0.0.1:1' },
      /WINNOW_SEARCH_URL: is set, but none of local/,
    ],
  ]
  for (const [name, environment, says] of refused) {
    it(`is refused for ${name}`, async () => {
      await assert.rejects(startTestApp(environment), says)
    })
  }
})
