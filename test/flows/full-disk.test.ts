import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { waitForCrawl } from '../support/run-crawl.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useApp()
let site: CrawlSite
before(async () => {
  site = await startCrawlSite((path) =>
    path === '/'
      ? pageWith(
          'home',
          Array.from({ length: 8 }, (_, place) => `/page/${place}`),
        )
      : pageWith(`page ${path}`),
  )
})
after(() => site[Symbol.asyncDispose]())

/** Says what a server says whose disk is full, whenever something is written into a table; until it is disposed of. */
async function fullFor(table: string): Promise<AsyncDisposable> {
  const { db } = app().database
  await db.rows(`
    create or replace function no_room() returns trigger language plpgsql as $$ begin
      raise exception 'could not extend file "base/16385/17052": No space left on device' using errcode = '53100';
    end $$;
    create trigger no_room before insert on ${table} for each row execute function no_room()`)
  return { [Symbol.asyncDispose]: async () => void (await db.rows(`drop trigger no_room on ${table}`)) }
}

const scrape = (path: string, key: string) =>
  app().call('/v2/scrape', { key, json: { url: `${site.url}${path}` } })

describe('a full disk', () => {
  it('is what callers and probes are told, costs nothing, and is over when there is room', async () => {
    const { id, key } = await app().team({ credits: 100 })
    {
      await using _full = await fullFor('scrapes')
      const { status, headers, body } = await scrape('/page/1', key)
      assert.equal(status, 507)
      assert.equal(body.code, 'INSUFFICIENT_STORAGE')
      assert.match(body.error, /^The disk that holds the data of the service is full/)
      assert.doesNotMatch(body.error, /base\//)
      assert.ok(Number(headers.get('retry-after')) > 0)
      await waitUntil(async () => {
        await scrape('/page/1', key)
        const ready = await app().call('/ready', { key: null })
        return ready.status === 503 && ready.body.disk.startsWith('full')
      })
    }
    await waitUntil(async () => {
      const { status, body } = await app().call('/ready', { key: null })
      return status === 200 && !body.disk.startsWith('full')
    })
    assert.equal((await scrape('/page/1', key)).status, 200)
    await app().checkNothingLeft()
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 99)
  })

  it('loses no page of a crawl, and fails none: they are settled when there is room', async () => {
    const { id, key } = await app().team({ credits: 100 })
    site.paths.length = 0
    const visits = () => site.paths.filter((path) => path !== '/robots.txt').length
    let crawlId: string
    {
      await using _full = await fullFor('crawl_documents')
      const json = { url: `${site.url}/`, sitemap: 'skip' }
      crawlId = (await app().call('/v2/crawl', { key, json })).body.id
      // Its first page cannot be settled, and is tried again: each time the disk turns out to be full once more.
      const isFull = async () => (await app().call('/ready', { key: null })).body.disk.startsWith('full')
      for (let refusals = 0; refusals < 3; refusals++) {
        await waitUntil(isFull, 60_000)
        await waitUntil(async () => !(await isFull()), 60_000)
      }
      assert.equal(visits(), 1, 'the page is not visited again while its result waits')
    }
    const { status, body, paths } = await waitForCrawl(app(), crawlId, key)
    assert.equal(status, 'completed')
    assert.equal(paths.length, 9)
    assert.equal(body.creditsUsed, 9)
    assert.equal(visits(), 9)
    assert.deepEqual((await app().call(`/v2/crawl/${crawlId}/errors`, { key })).body.errors, [])
    await app().checkNothingLeft()
    assert.equal((await app().admin(`/teams/${id}`)).body.credits, 91)
  })

  it('does not stop what only reads', async () => {
    const { key } = await app().team({ credits: 100 })
    const done = await scrape('/page/2', key)
    await using _full = await fullFor('scrapes')
    assert.equal((await scrape('/page/3', key)).status, 507)
    assert.equal((await app().call(`/v2/scrape/${done.body.data.metadata.scrapeId}`, { key })).status, 200)
  })
})
