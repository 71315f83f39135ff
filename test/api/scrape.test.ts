import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { ScrapeResponse } from '../../src/contract/scrape.ts'
import { useSharedApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

function scrape(json: object, key?: string) {
  return app().call('/v2/scrape', { json, ...(key && { key }) })
}

async function creditsOf(teamId: string): Promise<number> {
  return (await app().admin(`/teams/${teamId}`)).body.credits
}

describe('200', () => {
  it('gives the formats asked for, and no others, with metadata and the price', async () => {
    const { id, key } = await app().team({ credits: 10 })
    const { status, body } = await scrape(
      { url: `${site.url}/article`, formats: ['markdown', 'html', 'rawHtml', 'links'] },
      key,
    )
    assert.equal(status, 200, JSON.stringify(body))
    ScrapeResponse.parse(body)
    assert.deepEqual(Object.keys(body.data).sort(), ['html', 'links', 'markdown', 'metadata', 'rawHtml'])
    assert.match(body.data.markdown, /^# /m)
    assert.ok(body.data.links.every((link: string) => /^https?:/.test(link)))
    const { metadata } = body.data
    assert.deepEqual(
      [metadata.statusCode, metadata.cacheState, metadata.creditsUsed, metadata.concurrencyLimited],
      [200, 'miss', 1, false],
    )
    assert.match(metadata.scrapeId, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.equal(metadata.sourceURL, `${site.url}/article`)
    assert.equal(await creditsOf(id), 9)
  })

  it('is markdown when no format is named', async () => {
    const { body } = await scrape({ url: `${site.url}/article` })
    assert.deepEqual(Object.keys(body.data).sort(), ['markdown', 'metadata'])
  })

  it("returns a target's error page as a result, and charges for it", async () => {
    const { id, key } = await app().team({ credits: 10 })
    const { status, body } = await scrape({ url: `${site.url}/status/404` }, key)
    assert.deepEqual([status, body.success, body.data.metadata.statusCode], [200, true, 404])
    assert.equal(await creditsOf(id), 9)
  })

  it('takes the longest timeout', async () => {
    const { status, body } = await scrape({ url: `${site.url}/article`, timeout: 3_600_000 })
    assert.equal(status, 200, JSON.stringify(body))
  })

  it('says so when a page has no content', async () => {
    const { body } = await scrape({ url: `${site.url}/empty` })
    assert.equal(body.success, true)
    assert.ok(body.data.warning.length > 20, JSON.stringify(body.data))
  })

  it('waits for a slot, and reports the time', async () => {
    const { key } = await app().team({ limits: { concurrency: 1 } })
    const slow = scrape({ url: `${site.url}/slow/headers?ms=300` }, key)
    await waitUntil(
      async () => (await app().call('/v2/team/queue-status', { key })).body.activeJobsInQueue === 1,
    )
    const { body } = await scrape({ url: `${site.url}/article` }, key)
    assert.equal(body.data.metadata.concurrencyLimited, true)
    assert.ok(body.data.metadata.concurrencyQueueDurationMs > 0)
    assert.equal((await slow).status, 200)
  })
})

describe('failures of the target', () => {
  it('a host that does not resolve is 200 with success false, and costs nothing', async () => {
    const { id, key } = await app().team({ credits: 10 })
    const { status, body } = await scrape({ url: 'http://no-such-host.invalid/' }, key)
    assert.deepEqual([status, body.success, body.code], [200, false, 'SCRAPE_DNS_RESOLUTION_ERROR'])
    assert.equal(await creditsOf(id), 10)
  })

  it('a refused connection is a typed 500 and costs nothing', async () => {
    const { id, key } = await app().team({ credits: 10 })
    const { status, body } = await scrape({ url: 'http://127.0.0.1:1/' }, key)
    assert.deepEqual([status, body.code], [500, 'SCRAPE_SITE_ERROR'])
    assert.equal(await creditsOf(id), 10)
  })

  it('an error page of the target is a result, and costs what a page costs', async () => {
    const { id, key } = await app().team({ credits: 10 })
    for (const status of [403, 404]) {
      const { body } = await scrape({ url: `${site.url}/status/${status}` }, key)
      assert.deepEqual([body.data.metadata.statusCode, body.data.metadata.creditsUsed], [status, 1])
    }
    assert.equal(await creditsOf(id), 8)
  })

  it('a page that never responds is 408 after the timeout', async () => {
    const { status, body } = await scrape({ url: `${site.url}/slow/never`, timeout: 1_000 })
    assert.deepEqual([status, body.code], [408, 'SCRAPE_TIMEOUT'])
  })

  it('a private address or a name of a private network is 403 and never dialled', async () => {
    for (const url of [
      'http://10.1.2.3/',
      'http://[::1]/',
      'http://169.254.169.254/',
      'http://0x0a000001/',
      'http://metadata.goog/computeMetadata/v1/',
      'http://redis.default.svc/',
    ]) {
      const { status, body } = await scrape({ url })
      assert.deepEqual([status, body.code], [403, 'FORBIDDEN'], url)
      assert.match(body.error, /WINNOW_ALLOWED_TARGETS/)
    }
  })
})

describe('408', () => {
  it('comes when no slot becomes free in time, without a charge', async () => {
    const { id, key } = await app().team({ credits: 10, limits: { concurrency: 1 } })
    const leaving = new AbortController()
    const blocker = app()
      .call('/v2/scrape', { key, json: { url: `${site.url}/slow/never` }, signal: leaving.signal })
      .catch(() => undefined)
    await waitUntil(async () => (await app().call('/v2/concurrency-check', { key })).body.concurrency === 1)
    const { status, body } = await scrape({ url: `${site.url}/article`, timeout: 1_000 }, key)
    assert.deepEqual([status, body.code], [408, 'CONCURRENCY_QUEUE_TIMEOUT'])
    leaving.abort()
    await blocker
    await waitUntil(async () => (await creditsOf(id)) === 10)
  })
})

describe('a caller that goes away', () => {
  it('stops the work, frees the slot and is charged nothing', async () => {
    const { id, key } = await app().team({ credits: 10 })
    const leaving = new AbortController()
    const arrived = site.next('/slow/never')
    const call = app()
      .call('/v2/scrape', { key, json: { url: `${site.url}/slow/never` }, signal: leaving.signal })
      .catch(() => undefined)
    await arrived
    leaving.abort()
    await call
    await waitUntil(async () => (await creditsOf(id)) === 10)
  })
})

describe('501', () => {
  const unbuilt: [string, object][] = [['onlyCleanContent', { onlyCleanContent: true }]]
  for (const [name, option] of unbuilt) {
    it(`names ${name}, and nothing is fetched or charged`, async () => {
      const { id, key } = await app().team({ credits: 10 })
      const before = site.requests.length
      const { status, body } = await scrape({ url: `${site.url}/article`, ...option }, key)
      assert.deepEqual([status, body.code], [501, 'NOT_IMPLEMENTED'])
      assert.match(body.error, new RegExp(name, 'i'))
      assert.equal(site.requests.length, before)
      assert.equal(await creditsOf(id), 10)
    })
  }
})
