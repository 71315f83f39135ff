import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

let pages = 0
/** A page that no test has requested yet. */
const newPage = () => `/article/${++pages}`
const asked = (path: string) => site.requests.filter((request) => request.path === path).length

async function scrape(path: string, options: object = {}, key?: string) {
  const answer = await app().call('/v2/scrape', {
    json: { url: site.url + path, ...options },
    ...(key !== undefined && { key }),
  })
  return { ...answer, data: answer.body.data, state: answer.body.data?.metadata?.cacheState }
}

describe('a page asked for again', () => {
  it('comes from the cache, with the time of the entry', async () => {
    const path = newPage()
    const first = await scrape(path)
    const second = await scrape(path)
    assert.deepEqual([first.state, second.state, asked(path)], ['miss', 'hit', 1])
    assert.equal(first.data.metadata.cachedAt, undefined)
    assert.ok(Math.abs(Date.parse(second.data.metadata.cachedAt) - Date.now()) < 60_000)
    assert.equal(second.data.markdown, first.data.markdown)
    assert.notEqual(second.data.metadata.scrapeId, first.data.metadata.scrapeId)
  })

  it('costs the same', async () => {
    const path = newPage()
    const team = await app().team({ credits: 2 })
    await scrape(path, {}, team.key)
    const second = await scrape(path, {}, team.key)
    assert.deepEqual([second.state, second.data.metadata.creditsUsed], ['hit', 1])
    assert.equal((await scrape(path, {}, team.key)).status, 402)
  })

  it('does not wait for a slot', async () => {
    const path = newPage()
    const team = await app().team({ limits: { concurrency: 1 } })
    await scrape(path, {}, team.key)
    const busy = new AbortController()
    const arrived = site.next('/slow/never?turn')
    const holding = app()
      .call('/v2/scrape', {
        json: { url: `${site.url}/slow/never?turn` },
        key: team.key,
        signal: busy.signal,
      })
      .catch(() => undefined)
    await arrived
    const hit = await scrape(path, {}, team.key)
    assert.deepEqual([hit.state, hit.data.metadata.concurrencyLimited], ['hit', false])
    busy.abort()
    await holding
  })

  it('returns other formats from the same entry', async () => {
    const path = newPage()
    await scrape(path)
    const links = await scrape(path, { formats: ['links', 'html'], onlyMainContent: false })
    assert.deepEqual([links.state, asked(path)], ['hit', 1])
    assert.ok(links.data.links.length > 0)
    assert.equal(links.data.markdown, undefined)
  })

  it('is fetched when the entry is older than maxAge', async () => {
    const path = newPage()
    await scrape(path)
    await waitUntil(async () => (await scrape(path, { maxAge: 1 })).state === 'miss')
    assert.ok(asked(path) >= 2)
  })

  it('is fetched with maxAge 0, and replaces the entry', async () => {
    const path = newPage()
    await scrape(path)
    const before = (await scrape(path)).data.metadata.cachedAt
    assert.equal((await scrape(path, { maxAge: 0 })).state, 'miss')
    assert.equal(asked(path), 2)
    const after = await scrape(path)
    assert.equal(after.state, 'hit')
    assert.ok(Date.parse(after.data.metadata.cachedAt) >= Date.parse(before))
  })

  it('is not kept with storeInCache false', async () => {
    const path = newPage()
    await scrape(path, { storeInCache: false })
    assert.deepEqual([(await scrape(path)).state, asked(path)], ['miss', 2])
  })

  it('is not kept under zero data retention, which may still read', async () => {
    const path = newPage()
    await scrape(path, { zeroDataRetention: true })
    assert.equal((await scrape(path)).state, 'miss')
    assert.equal((await scrape(path, { zeroDataRetention: true })).state, 'hit')
    assert.equal(asked(path), 2)
  })

  it('is separate for each team', async () => {
    const path = newPage()
    const other = await app().team()
    await scrape(path)
    assert.deepEqual([(await scrape(path, {}, other.key)).state, asked(path)], ['miss', 2])
  })

  it('is not stored when it is an error', async () => {
    await scrape('/status/404?cache')
    assert.equal((await scrape('/status/404?cache')).state, 'miss')
  })

  const misses: [what: string, options: object][] = [
    ['location', { location: { country: 'DE' } }],
    ['languages', { location: { languages: ['de'] } }],
    ['blockAds', { blockAds: false }],
  ]
  for (const [what, options] of misses) {
    it(`is another page with another ${what}`, async () => {
      const path = newPage()
      await scrape(path)
      assert.equal((await scrape(path, options)).state, 'miss')
      assert.equal((await scrape(path, options)).state, 'hit')
      assert.equal(asked(path), 2)
    })
  }

  it('is fetched when the screenshot of the entry is gone', async () => {
    const path = newPage()
    await scrape(path, { formats: ['screenshot'] })
    await app().database.db.rows('delete from blobs')
    assert.equal((await scrape(path, { formats: ['screenshot'] })).state, 'miss')
  })

  it('says since when it was there when it came while the request waited for its turn', async () => {
    const path = newPage()
    const team = await app().team({ limits: { concurrency: 1 } })
    const arrived = site.next('/slow/headers?ms=300&queue')
    const slow = scrape('/slow/headers?ms=300&queue', {}, team.key)
    await arrived
    const both = await Promise.all([scrape(path, {}, team.key), scrape(path, {}, team.key)])
    await slow
    assert.deepEqual(both.map(({ state }) => state).sort(), ['hit', 'miss'])
    assert.equal(asked(path), 1)
  })

  it('goes past the cache with headers of its own', async () => {
    const path = newPage()
    await scrape(path)
    assert.equal((await scrape(path, { headers: { 'x-own': '1' } })).state, 'miss')
    assert.equal((await scrape(path, { headers: { 'x-own': '1' } })).state, 'miss')
    assert.equal(asked(path), 3)
  })
})

describe('a request for the cache alone', () => {
  it('returns 404 without an entry, and fetches nothing', async () => {
    const path = newPage()
    const locked = await scrape(path, { lockdown: true })
    assert.deepEqual([locked.status, locked.body.code], [404, 'SCRAPE_LOCKDOWN_CACHE_MISS'])
    const old = await scrape(path, { minAge: 0 })
    assert.deepEqual([old.status, old.body.code], [404, 'SCRAPE_NO_CACHED_DATA'])
    assert.equal(asked(path), 0)
  })

  it('is served from an entry that is old enough', async () => {
    const path = newPage()
    await scrape(path)
    assert.equal((await scrape(path, { lockdown: true })).state, 'hit')
    assert.equal((await scrape(path, { minAge: 3_600_000 })).status, 404)
    await waitUntil(async () => (await scrape(path, { minAge: 1 })).state === 'hit')
    assert.equal(asked(path), 1)
  })

  it('is a miss when the request may not use the cache', async () => {
    const path = newPage()
    await scrape(path)
    const locked = await scrape(path, { lockdown: true, headers: { 'x-own': '1' } })
    assert.equal(locked.body.code, 'SCRAPE_LOCKDOWN_CACHE_MISS')
  })
})

describe('the same page asked for many times at once', () => {
  it('is fetched once, and charged to each', async () => {
    const path = newPage()
    const team = await app().team({ credits: 1000 })
    const answers = await Promise.all(Array.from({ length: 100 }, () => scrape(path, {}, team.key)))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
    assert.equal(new Set(answers.map(({ data }) => data.markdown)).size, 1)
    assert.equal(asked(path), 1)
    const usage = await app().call('/v2/team/credit-usage', { key: team.key })
    assert.equal(usage.body.data.remainingCredits, 900)
  })

  it('is fetched by each team for itself', async () => {
    const path = newPage()
    const [one, two] = [await app().team(), await app().team()]
    await Promise.all([one, one, two, two].map(({ key }) => scrape(path, {}, key)))
    assert.equal(asked(path), 2)
  })

  it('is fetched each time with maxAge 0', async () => {
    const path = newPage()
    await Promise.all([1, 2, 3].map(() => scrape(path, { maxAge: 0 })))
    assert.equal(asked(path), 3)
  })

  it('fails for all alike when it fails', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => scrape('/broken/not-http?together')))
    for (const { body } of answers) assert.equal(body.code, 'SCRAPE_SITE_ERROR')
  })

  it('continues when one of the callers leaves', async () => {
    const path = '/slow/headers?leaving'
    const leaving = new AbortController()
    const arrived = site.next(path)
    const left = app()
      .call('/v2/scrape', { json: { url: site.url + path }, signal: leaving.signal })
      .catch((failure: Error) => failure.name)
    await arrived
    const staying = scrape(path)
    leaving.abort()
    assert.equal(await left, 'AbortError')
    assert.equal((await staying).status, 200)
    assert.ok(asked(path) <= 2)
  })
})

describe('an earlier scrape', () => {
  it('is found by its id, by its own team', async () => {
    const { data } = await scrape(newPage(), { formats: ['markdown', 'links'] })
    const again = await app().call(`/v2/scrape/${data.metadata.scrapeId}`)
    assert.equal(again.status, 200)
    assert.deepEqual(again.body, { success: true, data })
    const other = await app().team()
    assert.equal((await app().call(`/v2/scrape/${data.metadata.scrapeId}`, { key: other.key })).status, 404)
  })

  it('is not there under zero data retention', async () => {
    const { data } = await scrape(newPage(), { zeroDataRetention: true })
    assert.equal((await app().call(`/v2/scrape/${data.metadata.scrapeId}`)).status, 404)
  })
})

describe('a page fetched without a look at its certificate', () => {
  it('is not used for a request that checks it, neither from the cache nor from a running fetch', async () => {
    await using secure = await startSite({ secure: true })
    const ask = (skipTlsVerification: boolean, path: string) =>
      app().call('/v2/scrape', { json: { url: secure.url + path, skipTlsVerification } })
    assert.equal((await ask(true, '/article')).status, 200)
    assert.equal((await ask(true, '/article')).body.data.metadata.cacheState, 'hit')
    assert.equal((await ask(false, '/article')).body.code, 'SCRAPE_SSL_ERROR')
    const [checked, unchecked] = await Promise.all([ask(false, '/article/2'), ask(true, '/article/2')])
    assert.deepEqual([checked.body.code, unchecked.status], ['SCRAPE_SSL_ERROR', 200])
  })
})
