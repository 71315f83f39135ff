import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { API_KEY, startTestApp } from '../support/app.ts'
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
  provider = await startProvider(({ query }) => ({
    results: [
      {
        url: `${site.url}/article`,
        title: 'An article',
        content: 'About grain.',
        img_src: `${site.url}/a.png`,
      },
      { url: `${site.url}/broken/reset`, title: 'A broken one', content: query['q'] },
    ],
    unresponsive_engines: [],
  }))
  app = await startTestApp({ WINNOW_SEARCH_PROVIDER: 'searxng', WINNOW_SEARCH_URL: provider.url })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const client = () => new Firecrawl({ apiKey: API_KEY, apiUrl: app.url })

describe('the published JavaScript client searches', () => {
  it('the web', async () => {
    const { web, news, images } = await client().search('grain', { limit: 5 })
    assert.deepEqual([news, images], [undefined, undefined])
    assert.deepEqual(
      web!.map((hit) => ('url' in hit ? [hit.url, hit.title] : hit)),
      [
        [`${site.url}/article`, 'An article'],
        [`${site.url}/broken/reset`, 'A broken one'],
      ],
    )
  })

  it('several sources, with every option it knows', async () => {
    const { web, news, images } = await client().search('grain', {
      sources: ['web', { type: 'news' }, 'images'],
      categories: [{ type: 'pdf' }],
      limit: 2,
      tbs: 'qdr:w',
      location: 'Berlin',
      ignoreInvalidURLs: true,
      timeout: 30_000,
    })
    assert.deepEqual([web?.length, news?.length, images?.length], [2, 2, 1])
    const asked = provider.requests.at(-3)!.query
    assert.deepEqual([asked['q'], asked['time_range']], ['grain filetype:pdf', 'week'])
  })

  it('and scrapes, and takes a failed page as a document with its error', async () => {
    const { web } = await client().search('grain', { scrapeOptions: { formats: ['markdown', 'links'] } })
    const [first, second] = web as { markdown?: string; links?: string[]; metadata?: { error?: string } }[]
    assert.ok(first!.markdown!.length > 10 && first!.links!.length > 0)
    assert.ok(second!.metadata!.error!.length > 10)
  })

  it('and says what it thinks of it', async () => {
    const { body } = await app.call('/v2/search', { json: { query: 'grain' } })
    const said = await client().searchFeedback(body.id, { rating: 'good' })
    assert.deepEqual([said.success, said.creditsRefunded], [true, 0])
    const again = await client().feedback({ endpoint: 'search', jobId: body.id, rating: 'bad' })
    assert.deepEqual([again.feedbackId, again.alreadySubmitted], [said.feedbackId, true])
  })

  it('developer documentation and papers, as far as there are any', async () => {
    const { success, results } = await client().developerSearch('grain')
    assert.deepEqual([success, results], [true, []])
    assert.deepEqual((await client().research.searchPapers('grain')).results, [])
  })
})
