import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const app = useSharedApp()

let site: CrawlSite
before(async () => {
  site = await startCrawlSite((path): SitePage => {
    if (path === '/') return pageWith('home', ['/a', '/gone'])
    return path === '/a' ? pageWith('a') : undefined
  })
})
after(async () => await site[Symbol.asyncDispose]())

describe('the webhook of a crawl', () => {
  it('hears of the start, of each page with its document, and of the end, signed', async () => {
    await using receiver = await startWebhookReceiver()
    const { id: teamId, key } = await app().team()
    const { webhookSecret } = (await app().admin(`/teams/${teamId}/webhook-secret`, { method: 'POST' })).body
    const webhook = { url: `${receiver.url}/hook`, headers: { 'x-mine': 'yes' }, metadata: { order: 7 } }
    const { id, body } = await runCrawl(app(), { url: site.url, sitemap: 'skip', webhook }, key)
    await receiver.count(5)
    const types = receiver.deliveries.map((told) => told.body.type)
    assert.deepEqual(types, ['crawl.started', 'crawl.page', 'crawl.page', 'crawl.page', 'crawl.completed'])
    for (const { body: told, headers, raw } of receiver.deliveries) {
      assert.deepEqual([told.id, told.metadata, headers['x-mine']], [id, { order: 7 }, 'yes'])
      const signature = `sha256=${createHmac('sha256', webhookSecret).update(raw).digest('hex')}`
      assert.equal(headers['x-firecrawl-signature'], signature)
    }
    const pages = receiver.deliveries.slice(1, 4).map((told) => told.body)
    const documents = pages.filter(({ success }) => success).map(({ data }) => data[0])
    assert.deepEqual(
      new Set(documents.map((one) => JSON.stringify(one))),
      new Set(body.data.map((one: object) => JSON.stringify(one))),
    )
    const failed = pages.find(({ success }) => !success)
    assert.match(failed.error, /404/)
    assert.equal(failed.data[0].metadata.sourceURL, `${site.url}/gone`)
  })

  it('hears of a URL as often as a batch has it', async () => {
    await using receiver = await startWebhookReceiver()
    const url = `${site.url}/a`
    const json = { urls: [url, url, url], webhook: { url: receiver.url, events: ['page'] } }
    const { body } = await runCrawl(app(), json, undefined, '/v2/batch/scrape')
    await receiver.count(3)
    assert.deepEqual(
      receiver.deliveries.map((told) => told.body.data[0]),
      body.data,
    )
  })

  it('hears only of what it asked for, of a batch too, and of its end by cancelling', async () => {
    await using receiver = await startWebhookReceiver()
    const webhook = { url: receiver.url, events: ['completed'] }
    await runCrawl(app(), { urls: [`${site.url}/a`], webhook }, undefined, '/v2/batch/scrape')
    await receiver.count(1)
    assert.equal(receiver.deliveries[0]!.body.type, 'batch_scrape.completed')
    const cancelling = { url: receiver.url, events: ['cancelled'] }
    const { id } = (
      await app().call('/v2/crawl', { json: { url: site.url, delay: 60, webhook: cancelling } })
    ).body
    await app().call(`/v2/crawl/${id}`, { method: 'DELETE' })
    await receiver.count(2)
    const { type, success, error } = receiver.deliveries[1]!.body
    assert.deepEqual([type, success], ['crawl.cancelled', false])
    assert.match(error, /cancelled/)
  })
})
