import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startProvider } from '../support/search-provider.ts'
import type { FakeProvider, ProviderResponse } from '../support/search-provider.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

let site: Site
let provider: FakeProvider
let app: TestApp
let say: (query: Record<string, string>) => ProviderResponse | Promise<ProviderResponse>

before(async () => {
  site = await startSite()
  provider = await startProvider(({ query }) => say(query))
  app = await startTestApp({ WINNOW_SEARCH_PROVIDER: 'searxng', WINNOW_SEARCH_URL: provider.url })
})
after(async () => {
  await app[Symbol.asyncDispose]()
  await provider[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
beforeEach(() => {
  say = () => results(`${site.url}/article`)
})

const results = (...urls: string[]) => ({
  results: urls.map((url, index) => ({
    url,
    title: `Result ${index + 1}`,
    content: 'What the engine says.',
  })),
  unresponsive_engines: [],
})
const numbered = (count: number) =>
  results(...Array.from({ length: count }, (_, index) => `https://r${index}.test/`))

async function search(json: object, key?: string) {
  const answer = await app.call('/v2/search', { json: { query: 'rivers', ...json }, ...(key && { key }) })
  await app.checkNothingLeft()
  return answer
}

async function teamWith(credits: number, more: object = {}) {
  const team = await app.team({ credits, ...more })
  const left = async () =>
    (await app.call('/v2/team/credit-usage', { key: team.key })).body.data.remainingCredits as number
  return { ...team, left }
}

describe('POST /v2/search, 200', () => {
  it('gives results of the web by default, without a scrape', async () => {
    const { status, body } = await search({})
    assert.equal(status, 200)
    assert.match(body.id, /^[0-9a-f-]{36}$/)
    assert.deepEqual(body, {
      success: true,
      id: body.id,
      creditsUsed: 2,
      data: {
        web: [
          {
            url: `${site.url}/article`,
            title: 'Result 1',
            description: 'What the engine says.',
            position: 1,
          },
        ],
      },
    })
    assert.equal(site.requests.length, 0)
  })

  it('gives each source in its own form', async () => {
    say = ({ categories }) => ({
      results: [
        {
          url: 'https://a.test/',
          title: 'T',
          content: 'C',
          publishedDate: '2026-03-01T00:00:00',
          img_src: 'https://a.test/a.png',
          resolution: '4 x 3',
        },
      ],
      unresponsive_engines: [],
      categories,
    })
    const { body } = await search({
      sources: ['web', 'news', { type: 'images' }, 'alexandria'],
      domainTools: true,
    })
    assert.deepEqual(body.data, {
      web: [{ url: 'https://a.test/', title: 'T', description: 'C', position: 1 }],
      news: [
        {
          url: 'https://a.test/',
          title: 'T',
          snippet: 'C',
          date: '2026-03-01T00:00:00.000Z',
          imageUrl: 'https://a.test/a.png',
          position: 1,
        },
      ],
      images: [
        {
          url: 'https://a.test/',
          title: 'T',
          imageUrl: 'https://a.test/a.png',
          imageWidth: 4,
          imageHeight: 3,
          position: 1,
        },
      ],
    })
    assert.equal(body.creditsUsed, 2)
  })

  it('leaves out what cannot be scraped when asked to', async () => {
    say = () => results('http://intranet/', 'https://a.test/')
    assert.deepEqual((await search({})).body.data.web.length, 2)
    const { body } = await search({ ignoreInvalidURLs: true })
    assert.deepEqual(body.data.web, [
      { url: 'https://a.test/', title: 'Result 2', description: 'What the engine says.', position: 1 },
    ])
  })

  it('is free when nothing was found', async () => {
    say = () => results()
    const { body } = await search({})
    assert.deepEqual([body.data, body.warning, body.creditsUsed], [{ web: [] }, 'Nothing was found.', 0])
  })

  it('takes what clients send beside that', async () => {
    const { status, body } = await search({
      sources: ['alexandria'],
      toolDetail: 'compact',
      asyncScraping: true,
      filter: 'x',
      integration: 'cli',
      origin: 'mcp',
    })
    assert.deepEqual([status, body.data, body.creditsUsed], [200, {}, 0])
    assert.match(body.warning, /^Nothing was searched/)
  })
})

describe('POST /v2/search with formats', () => {
  const scrapeOptions = { formats: ['markdown'], maxAge: 0 }

  it('scrapes results through the line, in order, and describes them by their passages', async () => {
    const page = (text: string) =>
      `${site.url}/page?html=${encodeURIComponent(`<title>Page</title><main><p>${text}</p></main>`)}`
    say = () =>
      results(page('All rivers flow to the sea. Cats sleep.'), `${site.url}/status/404`, page('Ships.'))
    const { body } = await search({ scrapeOptions })
    const [first, second, third] = body.data.web
    assert.equal(first.markdown, 'All rivers flow to the sea. Cats sleep.')
    assert.deepEqual(
      [first.title, first.description, first.position],
      ['Result 1', 'All rivers flow to the sea.', 1],
    )
    assert.deepEqual([first.metadata.statusCode, first.metadata.creditsUsed], [200, 1])
    assert.deepEqual([second.metadata.statusCode, second.position], [404, 2])
    assert.match(second.metadata.error, /status 404/)
    assert.deepEqual([third.markdown, third.description], ['Ships.', 'What the engine says.'])
    assert.equal(body.creditsUsed, 2 + 3)
    const kept = await app.call(`/v2/scrape/${first.metadata.scrapeId}`)
    assert.equal(kept.body.data.markdown, first.markdown)
  })

  it('leaves descriptions as they are when asked to', async () => {
    const { body } = await search({ scrapeOptions, highlights: false })
    assert.equal(body.data.web[0].description, 'What the engine says.')
  })

  it('keeps results that cannot be scraped, with the reason, and charges nothing for them', async () => {
    const { key, left } = await teamWith(100)
    say = () =>
      results(
        `${site.url}/broken/reset`,
        'http://no-such-host.invalid/',
        'http://10.0.0.1/',
        'http://intranet/',
        `${site.url}/article`,
      )
    const { status, body } = await search({ scrapeOptions }, key)
    assert.equal(status, 200)
    assert.equal(body.data.web.length, 5)
    for (const hit of body.data.web.slice(0, 4)) {
      assert.ok(hit.metadata.error.length > 10, JSON.stringify(hit))
      assert.deepEqual([hit.metadata.sourceURL, hit.markdown], [hit.url, undefined])
    }
    assert.ok(body.data.web[4].markdown.length > 10)
    // Two for the search, one for the page.
    assert.equal(body.creditsUsed, 3)
    assert.equal(await left(), 97)
  })

  it('keeps results whose scrapes did not end in time', async () => {
    say = () => results(`${site.url}/slow/never`, `${site.url}/article`)
    const { status, body } = await search({ scrapeOptions, timeout: 5_000 })
    assert.equal(status, 200)
    assert.match(body.data.web[0].metadata.error, /longer than/)
    assert.ok(body.data.web[1].markdown)
    assert.equal(body.creditsUsed, 3)
  })

  it('keeps results whose scrapes failed internally, and charges nothing for them', async () => {
    const { key, left } = await teamWith(100)
    await app.database.db.rows('alter table scrapes rename to scrapes_away')
    const { status, body } = await search({ scrapeOptions }, key).finally(() =>
      app.database.db.rows('alter table scrapes_away rename to scrapes'),
    )
    assert.equal(status, 200)
    assert.match(body.data.web[0].metadata.error, /unexpected error.*with the id [0-9a-f-]{36}/)
    assert.deepEqual([body.creditsUsed, await left()], [2, 98])
  })

  it('scrapes in every form, and tells errors of pages as a scrape does', async () => {
    say = () => results(`${site.url}/article?forms`, `${site.url}/status/500`)
    const formats = ['summary', 'links', 'screenshot', { type: 'json', prompt: 'the title' }]
    const { status, body } = await search({ scrapeOptions: { formats, maxAge: 0, timeout: 30_000 } })
    assert.equal(status, 200)
    const [article, broken] = body.data.web
    assert.deepEqual(
      ['summary', 'links', 'screenshot', 'json'].map((name) => article[name] !== undefined),
      [true, true, true, true],
    )
    assert.equal(article.description, 'What the engine says.')
    assert.match(broken.metadata.error, /status 500/)
    assert.equal(body.creditsUsed, 2 + article.metadata.creditsUsed + broken.metadata.creditsUsed)
  })

  it('scrapes news too, and never pictures', async () => {
    const before = site.requests.length
    say = () => ({ results: [{ url: `${site.url}/article`, title: 'T', img_src: `${site.url}/a.png` }] })
    const { body } = await search({ sources: ['news', 'images'], scrapeOptions })
    assert.ok(body.data.news[0].markdown)
    assert.equal(body.data.images[0].markdown, undefined)
    assert.equal(site.requests.length - before, 1)
  })

  it('continues as far as the credits last, and reports the rest', async () => {
    const { key, left } = await teamWith(5)
    say = () => results(...Array.from({ length: 5 }, (_, index) => `${site.url}/article?${index}`))
    const { body } = await search({ scrapeOptions, limit: 5 }, key)
    const scraped = body.data.web.filter(({ markdown }: { markdown?: string }) => markdown)
    assert.equal(scraped.length, 3)
    assert.match(JSON.stringify(body.data.web), /Insufficient credits/)
    assert.deepEqual([body.creditsUsed, await left()], [5, 0])
  })

  it("uses only the team's slots", async () => {
    const { key } = await app.team({ limits: { concurrency: 1 } })
    say = () => results(`${site.url}/article?x`, `${site.url}/article?y`)
    const { body } = await search({ scrapeOptions }, key)
    assert.equal(
      body.data.web.every(({ markdown }: { markdown?: string }) => markdown),
      true,
    )
  })

  it('refuses at once what no scrape can do', async () => {
    const { status, body } = await search({ scrapeOptions: { formats: ['markdown'], includeTags: ['['] } })
    assert.deepEqual([status, body.code], [400, 'BAD_REQUEST'])
  })
})

describe('the price of a search', () => {
  for (const [count, limit, enterprise, credits] of [
    [1, 1, [], 2],
    [10, 10, [], 2],
    [11, 20, [], 4],
    [3, 5, ['anon'], 2],
    [11, 20, ['zdr'], 20],
  ] as const) {
    it(`of ${count} results ${enterprise.join()} is ${credits}`, async () => {
      const { key, left } = await teamWith(100)
      say = ({ pageno }) => (pageno === '1' ? numbered(count) : results())
      const { body } = await search({ limit, enterprise }, key)
      assert.deepEqual(
        [body.data.web.length, body.creditsUsed, await left()],
        [count, credits, 100 - credits],
      )
    })
  }

  it('is refused without credits for the limit, or for all results', async () => {
    const { key, left } = await teamWith(9)
    for (const json of [{}, { limit: 1, enterprise: ['zdr'] }]) {
      const { status, body } = await search(json, key)
      assert.deepEqual([status, body.code, body.details.neededCredits], [402, 'PAYMENT_REQUIRED', 10])
    }
    assert.equal((await search({ limit: 9 }, key)).status, 200)
    assert.equal(await left(), 7)
  })

  it('is nothing when the caller leaves before anything is found', async () => {
    const { key, left } = await teamWith(50)
    const caller = new AbortController()
    const asked = Promise.withResolvers<void>()
    say = () => {
      asked.resolve()
      return new Promise<never>(() => {})
    }
    const call = app.call('/v2/search', { json: { query: 'rivers' }, key, signal: caller.signal })
    await asked.promise
    caller.abort()
    await assert.rejects(call)
    await app.checkNothingLeft()
    assert.equal(await left(), 50)
  })

  it('is what was found when the caller leaves while pages are scraped', async () => {
    const { key, left } = await teamWith(50)
    const caller = new AbortController()
    say = () => results(`${site.url}/slow/never?left`)
    const json = { query: 'rivers', scrapeOptions: { formats: ['markdown'], maxAge: 0 } }
    const call = app.call('/v2/search', { json, key, signal: caller.signal })
    while (!site.requests.some(({ path }) => path.includes('never?left'))) await setImmediate()
    caller.abort()
    await assert.rejects(call)
    await app.checkNothingLeft()
    assert.equal(await left(), 48)
  })

  it('is nothing when the search fails', async () => {
    const { key, left } = await teamWith(50)
    say = () => ({ status: 500, body: '' })
    assert.equal((await search({}, key)).status, 500)
    assert.equal(await left(), 50)
  })
})

describe('POST /v2/search, errors', () => {
  it('gives the reasons of all providers', async () => {
    say = () => ({ status: 403, body: '' })
    const { status, body } = await search({})
    assert.deepEqual([status, body.code], [500, 'SEARCH_FAILED'])
    assert.match(body.error, /searxng: It does not respond with JSON: add json to search\.formats/)
  })

  it('is no error when a part is there in time', async () => {
    say = ({ pageno }) => (pageno === '1' ? numbered(3) : new Promise<never>(() => {}))
    const { status, body } = await search({ timeout: 4_000 })
    assert.deepEqual([status, body.data.web.length, body.creditsUsed], [200, 3, 2])
    assert.match(body.warning, /There may be more results/)
  })

  it('is 408 when nothing is there in time', async () => {
    say = () => new Promise<never>(() => {})
    const { status, body } = await search({ timeout: 300 })
    assert.deepEqual([status, body.code], [408, 'SCRAPE_TIMEOUT'])
  })
})
