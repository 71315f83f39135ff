import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, describe, it } from 'node:test'
import { startTestApp, useApp } from '../support/app.ts'
import { avoidMidnight } from '../support/avoid-midnight.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import { newAddress } from '../support/new-address.ts'
import { startProvider } from '../support/search-provider.ts'
import type { FakeProvider } from '../support/search-provider.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const REQUESTS = 52
const CREDITS = 12
const SECONDS_OF_DAY = 86_400

let site: Site
let provider: FakeProvider
const settings: Record<string, string> = {
  WINNOW_KEYLESS_REQUESTS: `${REQUESTS}`,
  WINNOW_KEYLESS_CREDITS: `${CREDITS}`,
  // The tests call through a proxy, so that each has an address of its own.
  WINNOW_TRUSTED_PROXIES: '127.0.0.1',
  WINNOW_SEARCH_PROVIDER: 'local,searxng',
}
beforeEach(avoidMidnight)
before(async () => {
  site = await startSite()
  provider = await startProvider(() => ({
    results: [{ url: `${site.url}/article`, title: 'An article', content: 'About grain.' }],
    unresponsive_engines: [],
  }))
  settings['WINNOW_SEARCH_URL'] = `searxng=${provider.url}`
})
after(async () => {
  await provider[Symbol.asyncDispose]()
  await site[Symbol.asyncDispose]()
})
const app = useApp(settings)

/** A call without a key from an address. */
function from(address: string, path: string, options: Parameters<ReturnType<typeof app>['call']>[1]) {
  return app().call(path, {
    key: null,
    ...options,
    headers: { ...options?.headers, 'x-forwarded-for': address },
  })
}

function scrape(address: string, more: object = {}) {
  return from(address, '/v2/scrape', { json: { url: `${site.url}/article`, ...more } })
}

function form(options = '{}'): FormData {
  const data = new FormData()
  data.append('options', options)
  data.append('file', new Blob(['<h1>Grain</h1>']), 'grain.html')
  return data
}

function parse(address: string, options?: string) {
  return from(address, '/v2/parse', { body: form(options) })
}

async function usedBy(address: string) {
  const [row] = await app().database.db.rows<{ requests: number; credits: number }>(
    `select requests, credits from keyless_days where address = $1`,
    [address],
  )
  return row
}

describe('without a key', () => {
  it('scrape answers, and its credits are those of the address', async () => {
    const address = newAddress()
    const { status, body } = await scrape(address)
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.data.markdown, /^# /m)
    assert.deepEqual(await usedBy(address), { requests: 1, credits: 1 })
  })

  it('parse answers', async () => {
    const address = newAddress()
    const { status, body } = await parse(address)
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.data.markdown, /# Grain/)
    assert.deepEqual(await usedBy(address), { requests: 1, credits: 1 })
  })

  it('has its own number of places for uploads, whatever others hold', async () => {
    const open = (address: string) =>
      from(address, '/v2/parse/upload-url', { json: { filename: 'grain.html' } })
    const address = newAddress()
    const statuses: number[] = []
    for (let place = 0; place < 11; place++) statuses.push((await open(address)).status)
    assert.deepEqual(statuses, [...Array(10).fill(200), 429])
    assert.equal((await open(newAddress())).status, 200)
  })

  it('search answers, scrapes what it found, and takes what both cost', async () => {
    const address = newAddress()
    const { status, body } = await from(address, '/v2/search', {
      json: { query: 'grain', limit: 5, scrapeOptions: { formats: ['markdown'] } },
    })
    assert.equal(status, 200, JSON.stringify(body))
    assert.match(body.data.web[0].markdown, /^# /m)
    assert.equal(body.creditsUsed, 3)
    assert.deepEqual(await usedBy(address), { requests: 1, credits: 3 })
  })

  it('every other endpoint asks for a key', async () => {
    const { paths } = (await app().call('/openapi.json', { key: null })).body
    const keyless: string[] = []
    for (const [path, operations] of Object.entries<Record<string, { security: object[] }>>(paths)) {
      for (const [method, { security }] of Object.entries(operations)) {
        if (security.length === 0) continue
        if (security.some((one) => Object.keys(one).length === 0)) {
          keyless.push(`${method} ${path}`)
          continue
        }
        const filled = path.replaceAll(/\{\w+\}/g, () => randomUUID())
        const { status, body } = await app().call(filled, { method: method.toUpperCase(), key: null })
        // Endpoints of MCP fail as JSON-RPC does.
        assert.deepEqual(
          [status, body.code ?? body.error.data.code],
          [401, 'UNAUTHORIZED'],
          `${method} ${path}`,
        )
      }
    }
    const open = ['/v2/scrape', '/v2/parse', '/v2/parse/upload-url', '/v2/search', '/v2/mcp']
    assert.deepEqual(
      keyless,
      open.map((path) => `post ${path}`),
    )
  })

  const credentials: [string, string][] = [
    ['a key that does not exist', `Bearer fc-${'f'.repeat(32)}`],
    ['an empty header', ''],
    ['an empty bearer', 'Bearer '],
    ['another scheme', 'Basic dXNlcjpwYXNz'],
    ['the administration key', 'Bearer an-admin-key-for-tests'],
  ]
  for (const [name, authorization] of credentials) {
    it(`is not what ${name} is: 401, and nothing is counted`, async () => {
      const address = newAddress()
      for (const path of ['/v2/scrape', '/v2/search', '/v2/parse']) {
        const { status } = await from(address, path, { method: 'POST', headers: { authorization } })
        assert.equal(status, 401, path)
      }
      assert.equal(await usedBy(address), undefined)
    })
  }

  it('a failure costs no credits, and what is invalid costs none either', async () => {
    const address = newAddress()
    assert.equal((await scrape(address, { url: `${site.url}/broken/reset` })).status, 500)
    assert.equal((await scrape(address, { noSuchField: 1 })).status, 400)
    assert.deepEqual(await usedBy(address), { requests: 2, credits: 0 })
  })

  it('calls are recorded for a team of their own, without a key', async () => {
    await scrape(newAddress())
    const [entry] = await app().database.db.rows(
      `select t.name, e.api_key_id, e.used from credit_entries e join teams t on t.id = e.team_id
       where e.kind = 'settle' order by e.id desc limit 1`,
    )
    assert.deepEqual(entry, { name: 'Keyless', api_key_id: null, used: 1 })
  })

  it("the organization's policies hold as for any team", async () => {
    const { status, body } = await scrape(newAddress(), { threatProtection: { mode: 'normal' } })
    assert.deepEqual([status, body.code], [403, 'FORBIDDEN'])
    assert.match(body.error, /threat protection is not enabled/)
  })
})

describe('the daily limit of an address', () => {
  it('lets exactly its credits through of fifty requests at once, and says when the next day begins', async () => {
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 50 }, () => parse(address)))
    assert.equal(answers.filter(({ status }) => status === 200).length, CREDITS)
    const { status, body, headers } = await parse(address)
    assert.equal(status, 429)
    const { success, code, reason, retry_after_seconds: seconds, error } = body
    assert.deepEqual([success, code, reason], [false, 'KEYLESS_LIMIT_REACHED', 'credits'])
    assert.ok(Number.isInteger(seconds) && seconds > 0 && seconds <= SECONDS_OF_DAY, `${seconds}`)
    assert.equal(headers.get('retry-after'), `${seconds}`)
    assert.match(error, /Send an API key, or retry after \d+s/)
    assert.equal((await usedBy(address))!.credits, CREDITS)
  })

  it('lets exactly its requests through, whatever becomes of them', async () => {
    const address = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 60 }, () => from(address, '/v2/scrape', { json: {} })),
    )
    assert.equal(answers.filter(({ status }) => status === 400).length, REQUESTS)
    const { status, body } = await from(address, '/v2/scrape', { json: {} })
    assert.deepEqual([status, body.reason], [429, 'requests'])
    assert.match(body.error, /used up the 52 requests of a day/)
  })

  it('refuses what could cost more than is left, and says so', async () => {
    const { status, body } = await from(newAddress(), '/v2/search', { json: { query: 'grain', limit: 50 } })
    assert.deepEqual([status, body.reason], [429, 'credits'])
    assert.match(body.error, /needs 50 credits, and this address has 12 left of the 12/)
  })

  it('is one for all addresses of an IPv6 network, and for an IPv4 in whatever spelling', async () => {
    await scrape('2001:db8:7:7::1')
    await scrape('2001:db8:7:7:ffff::2')
    await scrape('2001:db8:7:8::1')
    assert.equal((await usedBy('2001:db8:7:7::/64'))!.requests, 2)
    assert.equal((await usedBy('2001:db8:7:8::/64'))!.requests, 1)
    await scrape('192.0.2.44')
    await scrape('::ffff:192.0.2.44')
    assert.equal((await usedBy('192.0.2.44'))!.requests, 2)
  })

  it('is not that of another address, however the caller calls itself', async () => {
    const address = newAddress()
    const headers = { 'x-firecrawl-keyless-ip': '192.0.2.1', 'x-firecrawl-keyless-secret': 'x' }
    await from(address, '/v2/scrape', { json: {}, headers })
    assert.equal((await usedBy(address))!.requests, 1)
    assert.equal(await usedBy('192.0.2.1'), undefined)
  })

  it('does not concern who has a key', async () => {
    const address = newAddress()
    const json = { url: `${site.url}/article` }
    const { status } = await app().call('/v2/scrape', { json, headers: { 'x-forwarded-for': address } })
    assert.equal(status, 200)
    assert.equal(await usedBy(address), undefined)
  })
})

describe('nothing of one caller without a key reaches another', () => {
  it('no page is kept: neither in the cache, nor seen, nor searchable, nor looked up', async () => {
    const path = `/article?${randomUUID()}`
    const url = `${site.url}${path}`
    for (const address of [newAddress(), newAddress()]) {
      const { status, body } = await scrape(address, { url, storeInCache: true, maxAge: 100_000_000 })
      assert.equal(status, 200, JSON.stringify(body))
      assert.equal(body.data.metadata.cacheState, 'miss')
    }
    const found = await from(newAddress(), '/v2/search', {
      json: { query: 'grain', limit: 5, scrapeOptions: { formats: ['markdown'] } },
    })
    assert.equal(found.body.data.web[0].metadata.cacheState, 'miss')
    assert.equal(site.requests.filter((request) => request.path === path).length, 2)
    const kept = await app().database.db.rows<{ kept: number }>(
      `with keyless as (select id from teams where name = 'Keyless')
       select (select count(*) from scrapes s join keyless k on k.id = s.team_id)
         + (select count(*) from seen_pages s join keyless k on k.id = s.team_id)
         + (select count(*) from search_pages s join keyless k on k.id = s.team_id)
         + (select count(*) from page_copies c join keyless k on k.id::text = c.scope) as kept`,
    )
    assert.deepEqual(kept, [{ kept: 0 }])
  })

  const refused: [string, object][] = [
    ['profile', { profile: { name: 'shop' } }],
    ['changeTracking', { formats: ['markdown', 'changeTracking'] }],
    ['zeroDataRetention', { zeroDataRetention: true }],
    ['lockdown', { lockdown: true }],
  ]
  for (const [name, options] of refused) {
    it(`${name} needs a key`, async () => {
      const address = newAddress()
      const { status, body } = await scrape(address, options)
      assert.deepEqual(
        [status, body.code, body.details],
        [403, 'FORBIDDEN', { needs: 'apiKey' }],
        JSON.stringify(body),
      )
      assert.match(body.error, new RegExp(`${name}: this needs an API key`))
      assert.equal((await usedBy(address))!.credits, 0)
    })
  }

  it('for the pages of a search and for a file too', async () => {
    const address = newAddress()
    for (const [more, name] of [
      [{ scrapeOptions: { profile: { name: 'shop' } } }, 'profile'],
      [{ scrapeOptions: { formats: ['markdown'], lockdown: true } }, 'lockdown'],
      [{ enterprise: ['zdr'] }, 'zeroDataRetention'],
    ] as const) {
      const { status, body } = await from(address, '/v2/search', { json: { query: 'grain', ...more } })
      assert.equal(status, 403, JSON.stringify(body))
      assert.match(body.error, new RegExp(`${name}: this needs an API key`))
    }
    const { status, body } = await parse(address, '{"zeroDataRetention":true}')
    assert.equal(status, 403, JSON.stringify(body))
    assert.match(body.error, /zeroDataRetention: this needs an API key/)
  })

  it('what goes on after its caller ran out of time is for that address to come back for', async () => {
    const slow = Buffer.from('some,more,words\n'.repeat(1_000_000))
    await using other = await startCrawlSite(() => ({ body: slow, headers: { 'content-type': 'text/csv' } }))
    const ask = (address: string) => scrape(address, { url: `${other.url}/slow.csv`, timeout: 1000 })
    const first = newAddress()
    // It goes on only when the file came in time.
    await waitUntil(async () => (await ask(first)).body.details?.state === 'processing_continues')
    const fetches = other.paths.length
    await ask(newAddress())
    assert.equal(other.paths.length, fetches + 1)
  })

  it('a file that a team has uploaded is not theirs', async () => {
    const place = await app().call('/v2/parse/upload-url', { json: { filename: 'a.html' } })
    const { uploadUrl, uploadRef } = place.body.data
    const filled = await fetch(uploadUrl, {
      method: 'PUT',
      body: '<h1>Grain</h1>',
      headers: { 'content-type': 'text/html' },
    })
    assert.equal(filled.status, 200)
    assert.equal((await from(newAddress(), '/v2/parse', { json: { uploadRef } })).status, 403)
    assert.equal((await app().call('/v2/parse', { json: { uploadRef } })).status, 200)
  })
})

describe('the operator', () => {
  it('may allow none: zero is a limit, and a header that no proxy of theirs sent is not believed', async () => {
    await using none = await startTestApp({ WINNOW_KEYLESS_REQUESTS: '0', WINNOW_KEYLESS_CREDITS: '0' })
    const { status, body } = await none.call('/v2/scrape', {
      key: null,
      json: {},
      headers: { 'x-forwarded-for': '192.0.2.1' },
    })
    assert.deepEqual([status, body.reason], [429, 'requests'])
    const addresses = await none.database.db.rows(`select address from keyless_days`)
    assert.deepEqual(addresses, [{ address: '127.0.0.1' }])
  })

  it('may limit how fast callers without a key are, as of any team', async () => {
    const { data } = (await app().admin('/teams?limit=100')).body
    const { id, limits } = data.find(({ name }: { name: string }) => name === 'Keyless')
    const set = (scrape: number | null) =>
      app().admin(`/teams/${id}`, {
        method: 'PATCH',
        json: { limits: { ...limits, perMinute: { ...limits.perMinute, scrape } } },
      })
    assert.equal((await set(0)).status, 200)
    const { status, body } = await scrape(newAddress())
    assert.equal((await set(null)).status, 200)
    assert.deepEqual([status, body.code], [429, 'RATE_LIMITED'])
  })

  it('may let nothing of them be kept, and they are answered all the same', async () => {
    const { data } = (await app().admin('/teams?limit=100')).body
    const { id } = data.find(({ name }: { name: string }) => name === 'Keyless')
    const set = (zeroDataRetention: boolean) =>
      app().admin(`/teams/${id}`, { method: 'PATCH', json: { zeroDataRetention } })
    assert.equal((await set(true)).status, 200)
    const answers = [
      await scrape(newAddress()),
      await parse(newAddress()),
      await from(newAddress(), '/v2/search', { json: { query: 'grain', limit: 1 } }),
    ]
    assert.equal((await set(false)).status, 200)
    for (const { status, body } of answers) assert.equal(status, 200, JSON.stringify(body))
  })
})
