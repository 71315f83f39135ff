import assert from 'node:assert/strict'
import { it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import { startProvider } from '../support/search-provider.ts'
import { isSearxInstalled, startSearx } from '../support/searx.ts'
import { startSite } from '../support/site.ts'

it('a real searx server returns results, page after page', async (test) => {
  if (!isSearxInstalled()) return test.skip('searx is not installed: apt-get install searx')
  await using site = await startSite()
  let engineWorks = true
  await using engine = await startProvider(({ path, query }) => {
    if (!engineWorks) return { status: 500, body: '' }
    const first = (Number(query['page']) - 1) * 10
    const results = Array.from({ length: first >= 20 ? 0 : 10 }, (_, index) => ({
      url: `${site.url}/article?${path.slice(1)}=${first + index}`,
      title: `Grain & oats ${first + index}`,
      text: `Storing <b>grain</b> for "${query['q']}"`,
    }))
    return { results }
  })
  await using searx = await startSearx(engine.url)
  await using app = await startTestApp({ WINNOW_SEARCH_PROVIDER: 'searxng', WINNOW_SEARCH_URL: searx.url })

  const { status, body } = await app.call('/v2/search', {
    json: { query: 'dry grain', limit: 15, sources: ['web', 'news'], lang: 'en' },
  })
  assert.equal(status, 200, JSON.stringify(body))
  assert.deepEqual([body.data.web.length, body.data.news.length, body.creditsUsed], [15, 15, 6])
  const urls = new Set<string>(body.data.web.map(({ url }: { url: string }) => url))
  assert.equal(urls.size, 15)
  const { url, title, description, position } = body.data.web[0]
  assert.match(url, /\/article\?general=\d+$/)
  assert.match(title, /^Grain & oats \d+$/)
  assert.match(description, /^Storing grain for "dry grain"$/)
  assert.equal(position, 1)

  const scraped = await app.call('/v2/search', {
    json: { query: 'dry grain', limit: 3, scrapeOptions: { formats: ['markdown'] } },
  })
  assert.equal(
    scraped.body.data.web.every(({ markdown }: { markdown?: string }) => markdown),
    true,
  )

  engineWorks = false
  const failed = await app.call('/v2/search', { json: { query: 'dry grain' } })
  assert.deepEqual([failed.status, failed.body.code], [500, 'SEARCH_FAILED'])
  assert.match(failed.body.error, /searxng: None of its engines responded \(pages: /)
  await app.checkNothingLeft()
})
