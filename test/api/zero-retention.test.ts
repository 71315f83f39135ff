import assert from 'node:assert/strict'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const app = useSharedApp()
let site: CrawlSite
let letGo: PromiseWithResolvers<void>
before(async () => {
  letGo = Promise.withResolvers()
  site = await startCrawlSite(async (path) => {
    if (path === '/many')
      return pageWith(
        'many',
        Array.from({ length: 6 }, (_, nr) => `/many/${nr}`),
      )
    if (path === '/held') await letGo.promise
    if (path === '/gone') return undefined
    if (path === '/copies') return pageWith('copies', ['/one', '/two', '/one?session=1'])
    if (/^\/(one|two)/.test(path)) return pageWith('the same')
    return pageWith(`page ${path}`)
  })
})
after(async () => await site[Symbol.asyncDispose]())

const ZERO = { zeroDataRetention: true }

async function ended(path: string, key?: string) {
  const options = key === undefined ? {} : { key }
  const db = app().database.db
  const id = path.split('/').at(-1)!
  // Looking at it by its status would be reading it.
  await waitUntil(async () => {
    const [row] = await db.rows<{ state: string }>(`select state from crawls where id = $1`, [id])
    return row!.state !== 'scraping'
  }, 60_000)
  return (suffix = '') => app().call(path + suffix, options)
}

async function crawl(body: object, key?: string) {
  const { status, body: started } = await app().call('/v2/crawl', {
    json: { url: `${site.url}/many`, sitemap: 'skip', ...ZERO, ...body },
    ...(key !== undefined && { key }),
  })
  assert.equal(status, 200, JSON.stringify(started))
  return started.id as string
}

async function batch(paths: string[], body: object = {}) {
  const json = { urls: paths.map((path) => site.url + path), ...ZERO, ...body }
  const { status, body: started } = await app().call('/v2/batch/scrape', { json })
  assert.equal(status, 200, JSON.stringify(started))
  return started.id as string
}

/** What is left of a job, by table. */
async function leftOf(id: string) {
  const count = async (table: string, column: string) => {
    const [row] = await app().database.db.rows<{ count: number }>(
      `select count(*)::int as count from ${table} where ${column} = $1`,
      [id],
    )
    return row!.count
  }
  return {
    keys: await count('job_keys', 'job_id'),
    documents: await count('crawl_documents', 'crawl_id'),
    pages: await count('crawl_pages', 'crawl_id'),
    marks: await count('crawl_marks', 'crawl_id'),
  }
}

const NOTHING = { keys: 0, documents: 0, pages: 0, marks: 0 }

async function assertRead(read: (suffix?: string) => Promise<{ status: number; body: { error: string } }>) {
  await waitUntil(async () => (await read()).status === 404)
  for (const suffix of ['', '/errors', '?skip=1']) {
    const { status, body } = await read(suffix)
    assert.equal(status, 404)
    assert.match(body.error, /was read and is no longer kept/)
  }
}

describe('a crawl under zero data retention', () => {
  it('is gone when one answer gave all of it', async () => {
    const id = await crawl({})
    const read = await ended(`/v2/crawl/${id}`)
    const { body } = await read()
    assert.deepEqual([body.status, body.data.length, body.next], ['completed', 7, undefined])
    assert.equal(body.creditsUsed, 14)
    assert.ok(
      body.data.every(({ metadata }: { metadata: { url: string } }) => metadata.url.startsWith(site.url)),
    )
    await assertRead(read)
    assert.deepEqual(await leftOf(id), NOTHING)
  })

  it('is there until the last of its pages was read from the first on', async () => {
    const id = await crawl({})
    const read = await ended(`/v2/crawl/${id}`)
    assert.equal((await read('?skip=5')).body.data.length, 2)
    // Each reading is noted after its answer: one that is noted late may be the last that was missing.
    const isNoted = async (upTo: number) => {
      const [row] = await app().database.db.rows<{ upTo: number }>(
        `select read_to as "upTo" from crawls where id = $1`,
        [id],
      )
      return row!.upTo === upTo
    }
    assert.equal((await read('?limit=3')).body.data.length, 3)
    await waitUntil(() => isNoted(3))
    assert.equal((await read('?skip=5&limit=1')).body.data.length, 1)
    assert.equal((await read('?skip=3&limit=3')).body.data.length, 3)
    await waitUntil(() => isNoted(6))
    assert.equal((await read('/errors')).status, 200)
    assert.equal((await read('?skip=6')).body.data.length, 1)
    await assertRead(read)
  })

  it('that is read while it runs is there until it was read after its end', async () => {
    letGo = Promise.withResolvers()
    const id = await batch(['/a', '/held'])
    const path = `/v2/batch/scrape/${id}`
    await waitUntil(async () => (await app().call(path)).body.data.length === 1)
    letGo.resolve()
    const read = await ended(path)
    // What a client still follows from before the end is not the reading of the end.
    assert.equal((await read('?skip=1')).body.data.length, 1)
    assert.equal((await read()).body.data.length, 2)
    await assertRead(read)
  })

  it('without a document is gone when its end was read', async () => {
    const id = await crawl({ url: `${site.url}/gone` })
    const read = await ended(`/v2/crawl/${id}`)
    assert.deepEqual((await read('/errors')).body.errors[0].url, `${site.url}/gone`)
    const { body } = await read()
    assert.deepEqual([body.status, body.data.length], ['failed', 0])
    assert.match(body.warning, /status 404/)
    await assertRead(read)
    assert.deepEqual(await leftOf(id), NOTHING)
  })

  it('of which no page could be read says why with its end', async () => {
    const id = await batch([], { urls: ['http://169.254.1.1/'] })
    const { body } = await (await ended(`/v2/batch/scrape/${id}`))()
    assert.match(body.warning, /No page could be read; .*169\.254\.1\.1.* may not be reached/)
  })

  it('that is cancelled is gone when it was read', async () => {
    letGo = Promise.withResolvers()
    const id = await batch(['/a', '/held'])
    const path = `/v2/batch/scrape/${id}`
    await waitUntil(async () => (await app().call(path)).body.data.length === 1)
    assert.equal((await app().call(path, { method: 'DELETE' })).status, 200)
    letGo.resolve()
    const read = await ended(path)
    assert.deepEqual([(await read()).body.status, (await leftOf(id)).keys <= 1], ['cancelled', true])
    await assertRead(read)
  })

  it('is written down with nothing that tells its addresses, and forgotten when it expires', async () => {
    const id = await crawl({ url: `${site.url}/many?token=very-secret` })
    await ended(`/v2/crawl/${id}`)
    const { db } = app().database
    const rows = await db.rows<{ row: string }>(
      `select c::text as row from crawls c where id = $1
       union all select p::text from crawl_pages p where crawl_id = $1
       union all select d::text from crawl_documents d where crawl_id = $1
       union all select m::text from crawl_marks m where crawl_id = $1`,
      [id],
    )
    assert.ok(rows.length > 3)
    for (const { row } of rows) assert.doesNotMatch(row, /very-secret|127\.0\.0\.1:\d+\/many/)
    await db.rows(`update crawls set expires_at = now() - interval '1 minute' where id = $1`, [id])
    assert.equal((await app().call(`/v2/crawl/${id}`)).status, 404)
    await tidy(db)
    assert.deepEqual(await leftOf(id), NOTHING)
  })

  it('shows its address to its team while it runs', async () => {
    letGo = Promise.withResolvers()
    const id = await crawl({ url: `${site.url}/held` })
    const { body } = await app().call('/v2/crawl/active')
    assert.equal(body.crawls.find((one: { id: string }) => one.id === id).url, `${site.url}/held`)
    letGo.resolve()
    await (
      await ended(`/v2/crawl/${id}`)
    )()
  })

  it('is gone when a watcher was told of its end', async () => {
    const id = await crawl({})
    const read = await ended(`/v2/crawl/${id}`)
    const url = app().url.replace('http', 'ws')
    const socket = new WebSocket(`${url}/v2/crawl/${id}`, [`fc-${'0123456789abcdef'.repeat(2)}`])
    const [{ data }] = (await once(socket, 'message')) as [MessageEvent]
    assert.equal(JSON.parse(data as string).data.data.length, 7)
    await assertRead(read)
  })

  it('says of copies of which page they are, and takes those that differ in the query alone for one', async () => {
    const id = await crawl({ url: `${site.url}/copies`, crawlEntireDomain: true })
    const { body } = await (await ended(`/v2/crawl/${id}`))()
    const found = body.data.map(({ metadata }: { metadata: Record<string, string> }) => [
      new URL(metadata['url']!).pathname,
      metadata['duplicateOf'] && new URL(metadata['duplicateOf']).pathname,
    ])
    assert.deepEqual(found.length, 3, JSON.stringify(found))
    assert.deepEqual(new Set(found.slice(1).map(([, of]: string[]) => of)).size, 2)
  })

  it('takes pages that are added, and gives none to a job that is kept', async () => {
    letGo = Promise.withResolvers()
    const sealed = await batch(['/held'])
    assert.equal(
      (await app().call('/v2/batch/scrape', { json: { urls: [`${site.url}/b`], appendToId: sealed } }))
        .status,
      200,
    )
    const kept = await batch(['/held'], { zeroDataRetention: false })
    const refused = await app().call('/v2/batch/scrape', {
      json: { urls: [`${site.url}/b`], appendToId: kept, ...ZERO },
    })
    assert.equal(refused.status, 409)
    letGo.resolve()
    assert.equal((await (await ended(`/v2/batch/scrape/${sealed}`))()).body.data.length, 2)
    await ended(`/v2/batch/scrape/${kept}`)
  })

  it('tells its webhook of every page, also after it was read, and forgets the key then', async () => {
    const opened = Promise.withResolvers<number>()
    await using receiver = await startWebhookReceiver(({ body }) =>
      body.type === 'crawl.started' ? opened.promise : 200,
    )
    const id = await crawl({ webhook: { url: `${receiver.url}/told`, metadata: { mine: 1 } } })
    const read = await ended(`/v2/crawl/${id}`)
    await read()
    await assertRead(read)
    assert.deepEqual(await leftOf(id), { ...NOTHING, keys: 1 })
    opened.resolve(200)
    await receiver.count(9)
    const pages = receiver.deliveries.filter(({ body }) => body.type === 'crawl.page')
    assert.equal(pages.length, 7)
    for (const { body } of pages) {
      assert.match(body.data[0].metadata.url, /\/many/)
      assert.deepEqual(body.metadata, { mine: 1 })
    }
    await waitUntil(async () => (await leftOf(id)).keys === 0)
    const webhooks = await app().database.db.rows(`select from webhooks where job_id = $1`, [id])
    assert.equal(webhooks.length, 0)
  })

  it('tells its webhook of a page that failed', async () => {
    await using receiver = await startWebhookReceiver()
    await crawl({ url: `${site.url}/gone`, webhook: receiver.url })
    await receiver.count(3)
    const failed = receiver.deliveries.find(({ body }) => body.type === 'crawl.page')
    assert.equal(failed!.body.data[0].metadata.sourceURL, `${site.url}/gone`)
    assert.match(failed!.body.error, /status 404/)
  })
})

describe('a scrape under zero data retention', () => {
  it('cannot be looked up or opened again, and says why', async () => {
    const { body } = await app().call('/v2/scrape', { json: { url: `${site.url}/a`, ...ZERO } })
    const id = body.data.metadata.scrapeId
    assert.equal(body.data.metadata.creditsUsed, 2)
    assert.equal((await app().call(`/v2/scrape/${id}`)).status, 404)
    for (const options of [{ json: { code: '1' } }, { method: 'DELETE' }]) {
      const refused = await app().call(`/v2/scrape/${id}/interact`, options)
      assert.equal(refused.status, 409)
      assert.match(refused.body.error, /zero data retention/)
    }
    const { key } = await app().team()
    assert.equal((await app().call(`/v2/scrape/${id}/interact`, { key, method: 'DELETE' })).status, 404)
    const about = { endpoint: 'scrape', jobId: id, rating: 'good' }
    assert.equal((await app().call('/v2/feedback', { json: about })).status, 404)
  })

  it('as part of a crawl is none to go on from either, before and after it was read', async () => {
    const id = await batch(['/a'])
    const read = await ended(`/v2/batch/scrape/${id}`)
    const { scrapeId } = (await read()).body.data[0].metadata
    await assertRead(read)
    assert.equal((await app().call(`/v2/scrape/${scrapeId}`)).status, 404)
    assert.equal((await app().call(`/v2/scrape/${scrapeId}/interact`, { json: { code: '1' } })).status, 409)
  })
})

describe('a team that is forced to zero data retention', () => {
  it('is made and changed by the operator', async () => {
    const made = await app().admin('/teams', { json: { name: 'a team' } })
    assert.equal(made.body.zeroDataRetention, false)
    const path = `/teams/${made.body.id}`
    const changed = await app().admin(path, { method: 'PATCH', json: { zeroDataRetention: true } })
    assert.equal(changed.body.zeroDataRetention, true)
    await app().admin(path, { method: 'PATCH', json: { name: 'b team' } })
    assert.equal((await app().admin(path)).body.zeroDataRetention, true)
  })

  it('has everything done so, at its price', async () => {
    const { key } = await app().team(ZERO)
    const scrape = await app().call('/v2/scrape', { key, json: { url: `${site.url}/a` } })
    assert.equal(scrape.body.data.metadata.creditsUsed, 2)
    assert.equal((await app().call(`/v2/scrape/${scrape.body.data.metadata.scrapeId}`, { key })).status, 404)

    const form = new FormData()
    form.append('file', new Blob(['<p>text</p>']), 'a.html')
    const parsed = await app().call('/v2/parse', { key, body: form })
    assert.equal(parsed.body.data.metadata.creditsUsed, 2)

    const id = await crawl({ zeroDataRetention: false }, key)
    const read = await ended(`/v2/crawl/${id}`, key)
    assert.equal((await read()).body.creditsUsed, 14)
    await assertRead(read)

    const found = await app().call('/v2/search', { key, json: { query: 'page' } })
    assert.equal(found.status, 200, JSON.stringify(found.body))
    const about = { endpoint: 'search', jobId: found.body.id, rating: 'good' }
    assert.equal((await app().call('/v2/feedback', { key, json: about })).status, 404)
  })

  it('is refused an agent and an extraction', async () => {
    const { key } = await app().team(ZERO)
    for (const [path, json] of [
      ['/v2/agent', { prompt: 'the title', urls: [site.url] }],
      ['/v2/extract', { prompt: 'the title', urls: [site.url] }],
    ] as const) {
      const { status, body } = await app().call(path, { key, json })
      assert.equal(status, 400)
      assert.match(body.error, /zero data retention/)
    }
  })

  it('says only how good something was', async () => {
    const { key, id } = await app().team(ZERO)
    const mapped = await app().call('/v2/map', { key, json: { url: site.url } })
    const about = {
      endpoint: 'map',
      jobId: mapped.body.id,
      rating: 'bad',
      note: 'secret',
      url: `${site.url}/a`,
    }
    assert.equal((await app().call('/v2/feedback', { key, json: about })).status, 200)
    const rows = await app().database.db.rows(`select said from feedback where team_id = $1`, [id])
    assert.deepEqual(rows, [{ said: '{"rating":"bad"}' }])
  })
})
