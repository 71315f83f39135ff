import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startProvider } from '../support/search-provider.ts'
import type { FakeProvider } from '../support/search-provider.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

let site: Site
let provider: FakeProvider
let app: TestApp
/** The found URLs. */
let found = ['https://a.test/']

before(async () => {
  site = await startSite()
  provider = await startProvider(() => ({
    results: found.map((url, index) => ({
      url,
      title: `Result ${index + 1}`,
      content: 'What the engine says.',
    })),
  }))
  app = await startTestApp({ WINNOW_SEARCH_PROVIDER: 'searxng', WINNOW_SEARCH_URL: provider.url })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})

const search = (json: object) => app.call('/v2/search', { json: { query: 'rivers', ...json } })

describe('stored data of a search', () => {
  const feedback = (id: string, key?: string) =>
    app.call(`/v2/search/${id}/feedback`, {
      json: { rating: 'good', valuableSources: [{ url: 'a.test' }] },
      ...(key && { key }),
    })

  it('is only the fact, so that its team can rate it once', async () => {
    const { id } = (await search({})).body
    const first = await feedback(id)
    assert.equal(first.status, 200)
    assert.deepEqual(first.body, { success: true, feedbackId: first.body.feedbackId, creditsRefunded: 0 })
    const again = await app.call('/v2/feedback', { json: { endpoint: 'search', jobId: id, rating: 'bad' } })
    assert.deepEqual(again.body, { ...first.body, alreadySubmitted: true })
    const stranger = await app.team()
    assert.equal((await feedback(id, stranger.key)).status, 404)
    const rows = await app.database.db.rows<{ said: string }>('select said from feedback where job_id = $1', [
      id,
    ])
    assert.equal(JSON.parse(rows[0]!.said).rating, 'good')
  })

  for (const enterprise of ['zdr', 'anon']) {
    it(`is nothing with ${enterprise}`, async () => {
      const { id } = (await search({ enterprise: [enterprise] })).body
      assert.equal((await feedback(id)).status, 404)
      assert.deepEqual(await app.database.db.rows('select 1 from searches where id = $1', [id]), [])
    })
  }

  it('is no page either with zdr', async () => {
    const url = `${site.url}/article?unkept`
    found = [url]
    const { body } = await search({ enterprise: ['zdr'], scrapeOptions: { formats: ['markdown'] } })
    const { scrapeId, creditsUsed } = body.data.web[0].metadata
    assert.deepEqual([creditsUsed, body.creditsUsed], [2, 12])
    assert.equal((await app.call(`/v2/scrape/${scrapeId}`)).status, 404)
    assert.deepEqual(await app.database.db.rows('select 1 from seen_pages where url = $1', [url]), [])
  })
})

describe('POST /v2/feedback', () => {
  /** Creates a job of each endpoint and returns its id. */
  const jobIds = {
    map: async (as: { key?: string } = {}) =>
      (await app.call('/v2/map', { json: { url: site.url, limit: 1 }, ...as })).body.id as string,
    parse: async () => {
      const form = new FormData()
      form.append('file', new Blob(['<p>Grain</p>'], { type: 'text/html' }), 'grain.html')
      return (await app.call('/v2/parse', { body: form })).body.data.metadata.scrapeId as string
    },
  }

  it('knows scrapes', async () => {
    const scraped = await app.call('/v2/scrape', { json: { url: `${site.url}/article` } })
    const say = (jobId: string) =>
      app.call('/v2/feedback', { json: { endpoint: 'scrape', jobId, rating: 'partial', note: 'x' } })
    assert.equal((await say(scraped.body.data.metadata.scrapeId)).status, 200)
    const { status, body } = await say(randomUUID())
    assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
  })

  it('limits the feedback of a team', async () => {
    const { key, id } = await app.team()
    await app.database.db.rows(
      `insert into feedback (team_id, endpoint, job_id, said)
       select $1, 'map', gen_random_uuid(), '{}' from generate_series(1, 1000)`,
      [id],
    )
    const say = async (as: { key?: string }) => {
      const json = { endpoint: 'map', jobId: await jobIds.map(as), rating: 'good' }
      return app.call('/v2/feedback', { json, ...as })
    }
    const { status, body } = await say({ key })
    assert.deepEqual([status, body.code], [429, 'RATE_LIMITED'])
    assert.match(body.error, /limit of 1000 feedback requests per team and day/)
    assert.equal((await say({})).status, 200)
  })

  for (const endpoint of ['map', 'parse'] as const) {
    it(`accepts feedback on a ${endpoint} from its team only`, async () => {
      const jobId = await jobIds[endpoint]()
      const json = { endpoint, jobId, rating: 'good' }
      const stranger = await app.team()
      assert.equal((await app.call('/v2/feedback', { json, key: stranger.key })).status, 404)
      assert.equal((await app.call('/v2/feedback', { json })).body.success, true)
      assert.equal((await app.call('/v2/feedback', { json })).body.alreadySubmitted, true)
      const mistaken = { ...json, endpoint: endpoint === 'map' ? 'parse' : 'map' }
      assert.equal((await app.call('/v2/feedback', { json: mistaken })).status, 404)
    })
  }

  for (const endpoint of ['search', 'scrape', 'parse', 'map', 'alexandria']) {
    it(`refuses an unknown ${endpoint}`, async () => {
      const json = { endpoint, jobId: randomUUID(), rating: 'good' }
      const { status, body } = await app.call('/v2/feedback', { json })
      assert.deepEqual([status, body.code], [404, 'NOT_FOUND'])
    })
  }
})

describe('searches that others have an index for', () => {
  it('of developer documentation are searches of its sites', async () => {
    found = ['https://github.com/a/b', 'https://elsewhere.test/']
    const { body } = await app.call('/v2/search/developer', {
      json: { query: 'streams', repos: ['a/b'], k: 5 },
    })
    assert.deepEqual(body.results, [
      {
        id: 'https://github.com/a/b',
        url: 'https://github.com/a/b',
        title: 'Result 1',
        passages: [{ text: 'What the engine says.', citation_url: 'https://github.com/a/b' }],
      },
    ])
    assert.match(body.warning, /repos had no effect/)
    assert.match(provider.requests.at(-1)!.query['q']!, /streams \(site:github\.com OR /)
    assert.equal((await app.call('/v2/search/developer?query=streams&k=3')).body.results.length, 1)
  })

  it('of papers and repositories report that there is none', async () => {
    for (const path of ['papers?query=x', 'papers/p1/similar?intent=x', 'github?query=x']) {
      const { status, body } = await app.call(`/v2/search/research/${path}`)
      assert.deepEqual([status, body.success, body.results, body.poolSize], [200, true, [], 0])
      assert.match(body.note, /has no index of .*categories/)
    }
    assert.equal((await app.call('/v2/search/research/papers/p1')).status, 404)
  })
})
