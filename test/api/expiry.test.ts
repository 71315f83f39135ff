import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { LAMP_SCHEMA, startShop } from '../support/agent-site.ts'
import { waitForTask } from '../support/wait-for-task.ts'
import { useApp } from '../support/app.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'

const app = useApp({ WINNOW_RESULT_HOURS: '48' })
let shop: CrawlSite
before(async () => void (shop = await startShop()))
after(() => shop[Symbol.asyncDispose]())

const rows = <Row>(text: string, values: unknown[] = []) => app().database.db.rows<Row>(text, values)

function hoursUntil(moment: string): number {
  return Math.round((Date.parse(moment) - Date.now()) / 3_600_000)
}

async function statusOf(path: string, json?: object, method?: string): Promise<number> {
  return (await app().call(path, { ...(json && { json }), ...(method && { method }) })).status
}

describe('results of each kind are kept for WINNOW_RESULT_HOURS, and are 404 from then on', () => {
  for (const [base, body] of [
    ['/v2/crawl', (url: string) => ({ url, limit: 1, sitemap: 'skip' })],
    ['/v2/batch/scrape', (url: string) => ({ urls: [url] })],
  ] as const) {
    it(base, async () => {
      const { id, body: done } = await runCrawl(app(), body(`${shop.url}/lamps/0`), undefined, base)
      assert.equal(hoursUntil(done.expiresAt), 48)
      const { scrapeId } = done.data[0].metadata
      assert.equal(await statusOf(`/v2/scrape/${scrapeId}`), 200)
      await rows(`update crawls set expires_at = now() where id = $1`, [id])
      for (const path of [`${base}/${id}`, `${base}/${id}/errors`, `/v2/scrape/${scrapeId}`])
        assert.equal(await statusOf(path), 404, path)
      assert.equal(await statusOf(`${base}/${id}`, undefined, 'DELETE'), 404)
      const feedback = { endpoint: 'scrape', jobId: scrapeId, rating: 'good' }
      assert.equal(await statusOf('/v2/feedback', feedback), 404)
    })
  }

  for (const [base, kind] of [
    ['/v2/agent', 'agent'],
    ['/v2/extract', 'extract'],
  ] as const) {
    it(base, async () => {
      const json = { prompt: 'The lamp', urls: [`${shop.url}/lamps/0`], schema: LAMP_SCHEMA }
      const { body: started } = await app().call(base, { json })
      const done = await waitForTask(app(), started.id, { base })
      assert.equal(hoursUntil(done.expiresAt), 48)
      await rows(`update agent_tasks set expires_at = now() where id = $1`, [started.id])
      assert.equal(await statusOf(`${base}/${started.id}`), 404)
      if (kind === 'extract') return
      assert.equal(await statusOf(`${base}/${started.id}/trace`), 404)
      assert.equal(await statusOf(`${base}/${started.id}`, undefined, 'DELETE'), 404)
      const again = await app().call(base, { json: { ...json, threadId: done.threadId } })
      assert.deepEqual([again.status, again.body.code], [404, 'thread_not_found'])
    })
  }

  it('/v2/scrape', async () => {
    const { body } = await app().call('/v2/scrape', { json: { url: `${shop.url}/lamps/0` } })
    const { scrapeId: id } = body.data.metadata
    const [row] = await rows<{ hours: number }>(
      `select (extract(epoch from expires_at - created_at) / 3600)::int as hours from scrapes where id = $1`,
      [id],
    )
    assert.equal(row!.hours, 48)
    assert.equal(await statusOf(`/v2/scrape/${id}`), 200)
    await rows(`update scrapes set expires_at = now() where id = $1`, [id])
    assert.equal(await statusOf(`/v2/scrape/${id}`), 404)
    assert.equal(await statusOf(`/v2/scrape/${id}/interact`, { prompt: 'Click' }), 404)
    assert.equal(await statusOf('/v2/feedback', { endpoint: 'scrape', jobId: id, rating: 'good' }), 404)
  })

  it('/v2/search', async () => {
    const { body } = await app().call('/v2/search', { json: { query: 'lamp' } })
    const [row] = await rows<{ hours: number }>(
      `select (extract(epoch from expires_at - created_at) / 3600)::int as hours from searches where id = $1`,
      [body.id],
    )
    assert.equal(row!.hours, 48)
    await rows(`update searches set expires_at = now() where id = $1`, [body.id])
    const json = { rating: 'good', valuableSources: [{ url: 'a.test' }] }
    assert.equal(await statusOf(`/v2/search/${body.id}/feedback`, json), 404)
  })
})
