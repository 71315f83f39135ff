import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { runCrawl, waitForCrawl } from '../support/run-crawl.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useSharedApp()

/** A site of twenty pages, one of which holds its answer back until it is let go. */
let site: CrawlSite
let letGo = Promise.withResolvers<void>()
before(async () => {
  site = await startCrawlSite(async (path) => {
    if (path === '/')
      return pageWith(
        'home',
        Array.from({ length: 19 }, (_, place) => `/${place}`),
      )
    if (path === '/held') return pageWith('held', ['/held/back'])
    if (path === '/held/back') {
      await letGo.promise
      return pageWith('held back')
    }
    if (path === '/broken') return pageWith('broken', ['/broken/reset'])
    if (path === '/large')
      return pageWith(
        'large',
        Array.from({ length: 12 }, (_, place) => `/large/${place}`),
      )
    if (path.startsWith('/large/'))
      return `<title>${path}</title><main><p>${`${path} `.repeat(150_000)}</p></main>`
    return /^\/\d+$/.test(path) ? pageWith(`page ${path}`) : undefined
  })
})
after(async () => await site[Symbol.asyncDispose]())

/** A crawl that goes on until its last page is let go. */
function held() {
  letGo = Promise.withResolvers()
  return { url: `${site.url}/held`, sitemap: 'skip', scrapeOptions: { maxAge: 0 } }
}

async function start(body: object, options: { key?: string; headers?: Record<string, string> } = {}) {
  return await app().call('/v2/crawl', { json: body, ...options })
}

describe('GET /v2/crawl/:id', () => {
  it('pages through the documents without losing or repeating one', async () => {
    const { id, body } = await runCrawl(app(), { url: site.url })
    assert.equal(body.data.length, 20)
    const seen: string[] = []
    let pages = 0
    for (let next = `/v2/crawl/${id}?limit=7`; next; pages++) {
      const { body: page } = await app().call(next)
      assert.deepEqual([page.status, page.completed, page.total, page.creditsUsed], ['completed', 20, 20, 20])
      seen.push(...page.data.map(({ metadata }: { metadata: { sourceURL: string } }) => metadata.sourceURL))
      next = page.next?.slice(app().url.length) ?? ''
    }
    assert.deepEqual([pages, seen.length, new Set(seen).size], [3, 20, 20])
    const beyond = (await app().call(`/v2/crawl/${id}?skip=20`)).body
    assert.deepEqual([beyond.data, beyond.next], [[], undefined])
  })

  it('bounds a page by its size', async () => {
    const { id } = await runCrawl(app(), { url: `${site.url}/large` })
    const first = (await app().call(`/v2/crawl/${id}`)).body
    assert.ok(first.data.length > 1 && first.data.length < 13, `${first.data.length}`)
    assert.match(first.next, new RegExp(`/v2/crawl/${id}\\?skip=${first.data.length}$`))
  })

  it('tells times, expiry and, while it runs, where more will be', async () => {
    const { id, url } = (await start({ ...held() })).body
    assert.equal(url, `${app().url}/v2/crawl/${id}`)
    await waitUntil(async () => (await app().call(`/v2/crawl/${id}`)).body.completed === 1)
    const running = (await app().call(`/v2/crawl/${id}`)).body
    assert.deepEqual(
      [running.success, running.status, running.total, running.completedAt],
      [true, 'scraping', 2, undefined],
    )
    assert.equal(running.next, `${app().url}/v2/crawl/${id}?skip=1`)
    const followed = (await app().call(`/v2/crawl/${id}?skip=1`)).body
    assert.deepEqual([followed.status, followed.data, followed.next], ['scraping', [], undefined])
    letGo.resolve()
    const { body } = await waitForCrawl(app(), id)
    assert.ok(Date.parse(body.completedAt) >= Date.parse(body.createdAt))
    assert.ok(body.duration >= 0)
    assert.ok(Date.parse(body.expiresAt) - Date.parse(body.completedAt) === 24 * 60 * 60_000)
  })

  it('fails truthfully when the start cannot be had', async () => {
    const team = await app().team({ credits: 10 })
    const { status, body, id } = await runCrawl(app(), { url: 'http://no-such-host.invalid' }, team.key)
    assert.deepEqual([status, body.creditsUsed], ['failed', 0])
    assert.equal((await app().admin(`/teams/${team.id}`)).body.credits, 10)
    assert.equal(body.success, true)
    assert.match(body.warning, /resolved/)
    const { errors } = (await app().call(`/v2/crawl/${id}/errors`, { key: team.key })).body
    assert.equal(errors[0].code, 'SCRAPE_DNS_RESOLUTION_ERROR')
  })

  it('is 404 for an unknown one, for another team and after its time', async () => {
    const { id } = await runCrawl(app(), { url: site.url, limit: 1 })
    const { key } = await app().team()
    assert.equal((await app().call(`/v2/crawl/${id}`, { key })).status, 404)
    assert.equal((await app().call(`/v2/batch/scrape/${id}`)).status, 404)
    assert.equal((await app().call(`/v2/crawl/${randomUUID()}`)).status, 404)
    await app().database.db.rows(`update crawls set expires_at = now() where id = $1`, [id])
    const gone = await app().call(`/v2/crawl/${id}`)
    assert.equal(gone.status, 404)
    assert.match(gone.body.error, /expired/)
  })

  for (const query of ['skip=-1', 'limit=0', 'limit=1001', 'skip=x']) {
    it(`is 400 for ${query}`, async () => {
      assert.equal((await app().call(`/v2/crawl/${randomUUID()}?${query}`)).status, 400)
    })
  }

  it('documents can be looked up as scrapes', async () => {
    const { body } = await runCrawl(app(), { url: site.url, limit: 1 })
    const { scrapeId } = body.data[0].metadata
    const found = await app().call(`/v2/scrape/${scrapeId}`)
    assert.equal(found.status, 200)
    assert.equal(found.body.data.markdown, body.data[0].markdown)
    const { key } = await app().team()
    assert.equal((await app().call(`/v2/scrape/${scrapeId}`, { key })).status, 404)
  })
})

describe('DELETE /v2/crawl/:id', () => {
  it('ends a running crawl for good and leaves its documents', async () => {
    const { id } = (await start({ ...held() })).body
    await waitUntil(async () => (await app().call(`/v2/crawl/${id}`)).body.completed === 1)
    const cancelled = await app().call(`/v2/crawl/${id}`, { method: 'DELETE' })
    assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'cancelled'])
    assert.equal((await app().call(`/v2/crawl/${id}`, { method: 'DELETE' })).body.status, 'cancelled')
    letGo.resolve()
    const after = (await app().call(`/v2/crawl/${id}`)).body
    assert.deepEqual(
      [after.status, after.data.length, after.creditsUsed, after.next],
      ['cancelled', 1, 1, undefined],
    )
  })

  it('is 409 once it has ended, 404 when there is none', async () => {
    const { id } = await runCrawl(app(), { url: site.url, limit: 1 })
    assert.equal((await app().call(`/v2/crawl/${id}`, { method: 'DELETE' })).status, 409)
    assert.equal((await app().call(`/v2/crawl/${randomUUID()}`, { method: 'DELETE' })).status, 404)
  })
})

describe('GET /v2/crawl/active', () => {
  it('lists what runs, with its options, and nothing else', async () => {
    const { key, id: teamId } = await app().team()
    const { id } = (await start({ ...held(), limit: 7 }, { key })).body
    for (const path of ['/v2/crawl/active', '/v2/crawl/ongoing']) {
      const { crawls } = (await app().call(path, { key })).body
      assert.equal(crawls.length, 1)
      assert.deepEqual([crawls[0].id, crawls[0].teamId, crawls[0].options.limit], [id, teamId, 7])
      assert.deepEqual(crawls[0].options.scrapeOptions.formats, [{ type: 'markdown' }])
    }
    assert.ok(
      !(await app().call('/v2/crawl/active')).body.crawls.some((one: { id: string }) => one.id === id),
    )
    letGo.resolve()
    await waitForCrawl(app(), id, key)
    assert.deepEqual((await app().call('/v2/crawl/active', { key })).body.crawls, [])
  })
})

describe('POST /v2/crawl', () => {
  const bad: [string, object, RegExp][] = [
    ['a pattern that is none', { includePaths: ['*.html'] }, /regular expression/],
    ['a CSS selector that is none', { scrapeOptions: { includeTags: ['p['] } }, /CSS selector/],
    ['a limit of nothing', { limit: 0 }, /limit/],
    ['a delay without measure', { delay: 61 }, /delay/],
    ['an unknown option', { depth: 1 }, /depth/],
  ]
  for (const [name, options, message] of bad) {
    it(`is 400 for ${name}`, async () => {
      const answer = await start({ url: site.url, ...options })
      assert.equal(answer.status, 400)
      assert.match(answer.body.error, message)
    })
  }

  it('takes an idempotency key once per team', async () => {
    const headers = { 'x-idempotency-key': randomUUID() }
    const first = await start({ url: site.url, limit: 1 }, { headers })
    assert.equal(first.status, 200)
    assert.equal((await start({ url: site.url, limit: 1 }, { headers })).status, 409)
    assert.equal((await start({ url: site.url }, { headers: { 'x-idempotency-key': 'seven' } })).status, 400)
    const { key } = await app().team()
    const other = await start({ url: site.url, limit: 1 }, { headers, key })
    assert.equal(other.status, 200)
    await waitForCrawl(app(), first.body.id)
    await waitForCrawl(app(), other.body.id, key)
  })

  it('is 402 without credits, and goes as far as they reach', async () => {
    const { key } = await app().team({ credits: 3 })
    const { status, body } = await runCrawl(app(), { url: site.url }, key)
    assert.deepEqual([status, body.data.length, body.total, body.creditsUsed], ['completed', 3, 3, 3])
    assert.equal((await start({ url: site.url }, { key })).status, 402)
  })

  it('fails truthfully when the credits run out under way', async () => {
    const { key, id: teamId } = await app().team({ credits: 20, limits: { concurrency: 1 } })
    const { id } = (await start({ ...held(), limit: 5 }, { key })).body
    await waitUntil(async () => (await app().call(`/v2/crawl/${id}`, { key })).body.completed === 1)
    await app().admin(`/teams/${teamId}`, { method: 'PATCH', json: { credits: 0 } })
    const second = app().call('/v2/crawl', { key, json: { url: site.url } })
    assert.equal((await second).status, 402)
    letGo.resolve()
    const { body } = await waitForCrawl(app(), id, key)
    assert.equal(body.completed, body.data.length)
    assert.equal(body.creditsUsed, body.data.length)
  })

  it('says before it starts what it cannot do', async () => {
    assert.equal((await start({ url: site.url, scrapeOptions: { onlyCleanContent: true } })).status, 501)
  })
})

describe('the concurrency of a team', () => {
  beforeEach(() => void site.paths.splice(0))
  const untilAsked = (path: string) => waitUntil(() => site.paths.includes(path))

  it('is shared by the pages of its crawls and its single scrapes', async () => {
    const { key } = await app().team({ limits: { concurrency: 1 } })
    const { id } = (await start({ ...held() }, { key })).body
    await untilAsked('/held/back')
    assert.equal((await app().call('/v2/concurrency-check', { key })).body.concurrency, 1)
    const waiting = app().call('/v2/scrape', { key, json: { url: `${site.url}/7`, maxAge: 0 } })
    await waitUntil(
      async () => (await app().call('/v2/team/queue-status', { key })).body.waitingJobsInQueue === 1,
    )
    letGo.resolve()
    const { metadata } = (await waiting).body.data
    assert.equal(metadata.concurrencyLimited, true)
    assert.equal((await waitForCrawl(app(), id, key)).status, 'completed')
  })

  it('lets those who wait for a place go before the next pages of a crawl', async () => {
    const { key } = await app().team({ limits: { concurrency: 1 } })
    const { id } = (await start({ ...held() }, { key })).body
    await untilAsked('/held/back')
    const scrape = app().call('/v2/scrape', { key, json: { url: `${site.url}/8`, maxAge: 0 } })
    await waitUntil(
      async () => (await app().call('/v2/team/queue-status', { key })).body.waitingJobsInQueue === 1,
    )
    const second = (await start({ url: `${site.url}/9`, limit: 1, scrapeOptions: { maxAge: 0 } }, { key }))
      .body
    letGo.resolve()
    await scrape
    await waitForCrawl(app(), id, key)
    await waitForCrawl(app(), second.id, key)
    assert.ok(site.paths.lastIndexOf('/8') < site.paths.lastIndexOf('/9'), site.paths.slice(-4).join(' '))
  })
})

describe('GET /v2/team/queue-status', () => {
  it('counts the pages that are still to be visited', async () => {
    const { key } = await app().team()
    const { id } = (await start({ ...held() }, { key })).body
    await waitUntil(async () => (await app().call(`/v2/crawl/${id}`, { key })).body.completed === 1)
    assert.equal((await app().call('/v2/team/queue-status', { key })).body.jobsInQueue, 1)
    letGo.resolve()
    await waitForCrawl(app(), id, key)
    await waitUntil(async () => (await app().call('/v2/team/queue-status', { key })).body.jobsInQueue === 0)
  })
})
