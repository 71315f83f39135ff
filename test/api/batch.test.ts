import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'
import { runCrawl, waitForCrawl } from '../support/run-crawl.ts'
import { waitUntil } from '../support/wait-until.ts'

const BASE = '/v2/batch/scrape'
const app = useSharedApp()

let site: CrawlSite
let letGo = Promise.withResolvers<void>()
before(async () => {
  site = await startCrawlSite(async (path): Promise<SitePage> => {
    if (path === '/robots.txt')
      return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' }
    if (path.startsWith('/held')) await letGo.promise
    if (path === '/moved') return { status: 302, headers: { location: '/a' } }
    return path === '/missing' ? undefined : pageWith(`page ${path}`, ['/linked'])
  })
})
after(async () => await site[Symbol.asyncDispose]())

function urls(...paths: string[]): string[] {
  return paths.map((path) => site.url + path)
}

describe('POST /v2/batch/scrape', () => {
  it('scrapes what it is given and follows nothing', async () => {
    const { status, body } = await runCrawl(
      app(),
      { urls: urls('/a', '/b', '/moved', '/missing'), formats: ['markdown', 'links'] },
      undefined,
      BASE,
    )
    assert.equal(status, 'completed')
    assert.deepEqual([body.completed, body.total, body.creditsUsed], [4, 4, 4])
    const sources = body.data.map(({ metadata }: { metadata: { sourceURL: string } }) => metadata.sourceURL)
    assert.deepEqual(sources.toSorted(), urls('/a', '/b', '/missing', '/moved'))
    assert.ok(body.data.every(({ links }: { links: string[] }) => Array.isArray(links)))
    assert.ok(!site.paths.includes('/linked') && !site.paths.includes('/robots.txt'))
  })

  it('leaves invalid addresses out and names them', async () => {
    const started = await app().call(BASE, {
      json: { urls: [...urls('/a'), 'ftp://x.example', 'not a url'] },
    })
    assert.deepEqual(started.body.invalidURLs, ['ftp://x.example', 'not a url'])
    assert.equal((await waitForCrawl(app(), started.body.id, undefined, BASE)).body.total, 1)
    const none = await app().call(BASE, { json: { urls: urls('/a') } })
    assert.deepEqual(none.body.invalidURLs, [])
    await waitForCrawl(app(), none.body.id, undefined, BASE)
  })

  it('is 400 when all are invalid, or one is and that was not to be ignored', async () => {
    assert.equal((await app().call(BASE, { json: { urls: ['ftp://x.example'] } })).status, 400)
    const strict = { urls: [...urls('/a'), 'nope nope'], ignoreInvalidURLs: false }
    assert.equal((await app().call(BASE, { json: strict })).status, 400)
    assert.equal((await app().call(BASE, { json: { urls: [] } })).status, 400)
  })

  it('reports pages that failed, and is done all the same', async () => {
    const { status, id, body } = await runCrawl(
      app(),
      { urls: ['http://127.0.0.1:1/', ...urls('/a')] },
      undefined,
      BASE,
    )
    assert.deepEqual([status, body.completed, body.total, body.data.length], ['completed', 2, 2, 1])
    const { errors } = (await app().call(`${BASE}/${id}/errors`)).body
    assert.equal(errors.length, 1)
    assert.equal(errors[0].url, 'http://127.0.0.1:1/')
    assert.equal(errors[0].code, 'SCRAPE_SITE_ERROR')
    assert.match(errors[0].id, /^[0-9a-f-]{36}$/)
    assert.ok(Date.parse(errors[0].timestamp))
  })

  it('takes more addresses while it runs, and none once it has ended', async () => {
    letGo = Promise.withResolvers()
    const { id } = (await app().call(BASE, { json: { urls: urls('/held'), maxAge: 0 } })).body
    const appended = await app().call(BASE, { json: { urls: urls('/more'), appendToId: id } })
    assert.deepEqual([appended.status, appended.body.id], [200, id])
    letGo.resolve()
    const { body } = await waitForCrawl(app(), id, undefined, BASE)
    assert.deepEqual([body.completed, body.total, body.creditsUsed], [2, 2, 2])
    const late = await app().call(BASE, { json: { urls: urls('/late'), appendToId: id } })
    assert.equal(late.status, 409)
    assert.equal(
      (await app().call(BASE, { json: { urls: urls('/a'), appendToId: randomUUID() } })).status,
      404,
    )
    const { key } = await app().team()
    assert.equal((await app().call(BASE, { key, json: { urls: urls('/a'), appendToId: id } })).status, 404)
  })

  it('is taken whole or not at all: 402 when the credits do not reach', async () => {
    const { key } = await app().team({ credits: 2 })
    assert.equal((await app().call(BASE, { key, json: { urls: urls('/1', '/2', '/3') } })).status, 402)
    const { body } = await runCrawl(app(), { urls: urls('/1', '/2') }, key, BASE)
    assert.equal(body.creditsUsed, 2)
  })

  it('takes an idempotency key once', async () => {
    const headers = { 'x-idempotency-key': randomUUID() }
    const first = await app().call(BASE, { headers, json: { urls: urls('/a') } })
    assert.equal((await app().call(BASE, { headers, json: { urls: urls('/a') } })).status, 409)
    await waitForCrawl(app(), first.body.id, undefined, BASE)
  })

  it('is cancelled, and is not listed among the running crawls', async () => {
    letGo = Promise.withResolvers()
    const { id } = (await app().call(BASE, { json: { urls: urls('/held'), maxAge: 0 } })).body
    assert.ok(!JSON.stringify((await app().call('/v2/crawl/active')).body).includes(id))
    assert.equal((await app().call(`${BASE}/${id}`, { method: 'DELETE' })).body.status, 'cancelled')
    letGo.resolve()
    const { status, body } = await waitForCrawl(app(), id, undefined, BASE)
    assert.deepEqual([status, body.creditsUsed, body.data], ['cancelled', 0, []])
  })
})

describe('a URL that a batch has more than once', () => {
  interface Scraped {
    markdown: string
    metadata: { scrapeId: string; sourceURL: string; creditsUsed: number }
  }
  const timesAsked = (path: string) => site.paths.filter((asked) => asked === path).length
  const five = (path: string) => urls(path, path, path, path, path)

  for (const options of [{ maxAge: 0 }, { headers: { 'x-own': '1' } }, { maxConcurrency: 1, maxAge: 0 }]) {
    it(`is fetched once, with a document for each, under ${JSON.stringify(options)}`, async () => {
      const path = `/five/${Object.keys(options).join('-')}`
      const team = await app().team({ credits: 100 })
      const { status, body } = await runCrawl(
        app(),
        { urls: [...five(path), ...urls('/other')], ...options },
        team.key,
        BASE,
      )
      assert.equal(status, 'completed')
      assert.deepEqual([body.completed, body.total, body.creditsUsed], [6, 6, 6])
      assert.deepEqual([body.data.length, timesAsked(path)], [6, 1])
      const same = (body.data as Scraped[]).filter(({ metadata }) => metadata.sourceURL === urls(path)[0])
      assert.deepEqual([same.length, new Set(same.map(({ markdown }) => markdown)).size], [5, 1])
      assert.deepEqual(
        same.map(({ metadata }) => metadata.creditsUsed),
        [1, 1, 1, 1, 1],
      )
      const ids = new Set(same.map(({ metadata }) => metadata.scrapeId))
      assert.equal(ids.size, 5)
      for (const id of ids) {
        const one = await app().call(`/v2/scrape/${id}`, { key: team.key })
        assert.deepEqual([one.status, one.body.data.metadata.scrapeId], [200, id])
      }
      assert.equal((await app().admin(`/teams/${team.id}`)).body.credits, 94)
      await app().checkNothingLeft()
    })
  }

  it('fails as often as it was given, and costs nothing', async () => {
    for (const [url, code] of [
      ['http://127.0.0.1:1/', 'SCRAPE_SITE_ERROR'],
      ['http://no-such-host.invalid/', 'SCRAPE_DNS_RESOLUTION_ERROR'],
    ]) {
      const { id, body } = await runCrawl(app(), { urls: [url, url, url] }, undefined, BASE)
      assert.deepEqual([body.completed, body.total, body.creditsUsed, body.data], [3, 3, 0, []])
      const { errors } = (await app().call(`${BASE}/${id}/errors`)).body
      assert.deepEqual(
        errors.map((error: { url: string; code: string }) => [error.url, error.code]),
        Array.from({ length: 3 }, () => [url, code]),
      )
      assert.equal(new Set(errors.map((error: { id: string }) => error.id)).size, 3)
    }
  })

  it('costs a credit for each under lockdown when nothing is cached', async () => {
    const { id: teamId, key } = await app().team({ credits: 100 })
    const { body } = await app().call(BASE, { key, json: { urls: five('/uncached'), lockdown: true } })
    const rows = () =>
      app().database.db.rows<{ state: string; credits: number }>(
        `select state, credits_used::int as credits from crawls where id = $1`,
        [body.id],
      )
    await waitUntil(async () => (await rows())[0]?.state === 'completed')
    assert.deepEqual(await rows(), [{ state: 'completed', credits: 5 }])
    assert.equal((await app().admin(`/teams/${teamId}`)).body.credits, 95)
    assert.equal(timesAsked('/uncached'), 0)
  })

  it('is fetched once when it is added later, before and after it was fetched', async () => {
    letGo = Promise.withResolvers()
    const json = { urls: urls('/added', '/held/twice'), maxAge: 0 }
    const { id } = (await app().call(BASE, { json })).body
    await app().call(BASE, { json: { urls: urls('/held/twice', '/new', '/new'), appendToId: id } })
    await waitUntil(async () => (await app().call(`${BASE}/${id}`)).body.completed === 3)
    await app().call(BASE, { json: { urls: urls('/added'), appendToId: id } })
    letGo.resolve()
    const { status, body } = await waitForCrawl(app(), id, undefined, BASE)
    assert.deepEqual([status, body.completed, body.total, body.data.length], ['completed', 6, 6, 6])
    assert.deepEqual([timesAsked('/added'), timesAsked('/new'), timesAsked('/held/twice')], [1, 1, 1])
  })

  it('is fetched once under zero data retention too', async () => {
    const json = { urls: five('/unkept'), zeroDataRetention: true }
    const { body } = await runCrawl(app(), json, undefined, BASE)
    assert.deepEqual([body.total, body.data.length, body.creditsUsed, timesAsked('/unkept')], [5, 5, 10, 1])
  })

  it('counts as often as it was given when credits are checked', async () => {
    const { key } = await app().team({ credits: 4 })
    assert.equal((await app().call(BASE, { key, json: { urls: five('/a') } })).status, 402)
  })
})
