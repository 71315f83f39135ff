import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import type { CrawlJob, Document } from 'firecrawl'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The published client, unmodified: its view is the truth. */
const app = useSharedApp()
let site: CrawlSite
before(async () => {
  site = await startCrawlSite((path) => {
    if (path === '/') return pageWith('home', ['/a', '/b', '/c'])
    return /^\/[abc]$/.test(path) ? pageWith(`page ${path}`) : undefined
  })
})
after(async () => await site[Symbol.asyncDispose]())

function client() {
  return new Firecrawl({ apiKey: API_KEY, apiUrl: app().url })
}

describe('the published JavaScript client', () => {
  it('crawls and waits for the end', async () => {
    const job = await client().crawl(site.url, {
      limit: 10,
      excludePaths: ['/c$'],
      scrapeOptions: { formats: ['markdown', 'links'] },
      pollInterval: 1,
    })
    assert.deepEqual([job.status, job.completed, job.total, job.creditsUsed], ['completed', 3, 3, 3])
    assert.equal(job.data.length, 3)
    assert.ok(job.data.every(({ markdown, metadata }) => markdown && metadata?.sourceURL))
  })

  it('starts, lists, reads the errors of and cancels a crawl', async () => {
    const { id, url } = await client().startCrawl(site.url, { delay: 30 })
    assert.equal(url, `${app().url}/v2/crawl/${id}`)
    assert.ok((await client().getActiveCrawls()).crawls.some((crawl) => crawl.id === id))
    assert.deepEqual(await client().getCrawlErrors(id), { errors: [], robotsBlocked: [] })
    assert.equal((await client().getCrawlStatus(id)).status, 'scraping')
    assert.equal(await client().cancelCrawl(id), true)
    assert.equal((await client().getCrawlStatus(id)).status, 'cancelled')
  })

  it('pages through the documents by itself', async () => {
    const { id } = await client().crawl(site.url, { pollInterval: 1 })
    const all = await client().getCrawlStatus(id!)
    assert.deepEqual([all.data.length, all.next ?? null], [4, null])
    const one = await client().getCrawlStatus(id!, { autoPaginate: false })
    assert.equal(one.data.length, 4)
  })

  it('gets all of a crawl under zero data retention, once', async () => {
    const job = await client().crawl(site.url, { zeroDataRetention: true, pollInterval: 1 })
    assert.deepEqual([job.status, job.data.length, job.creditsUsed], ['completed', 4, 8])
    await waitUntil(
      async () =>
        await client()
          .getCrawlStatus(job.id!)
          .then(
            () => false,
            () => true,
          ),
    )
    await assert.rejects(client().getCrawlStatus(job.id!), /were read and then deleted/)
  })

  it('gets no `next` URL for a crawl under zero data retention before there are documents', async () => {
    const gate = Promise.withResolvers<string>()
    await using slow = await startCrawlSite((path) => (path === '/' ? gate.promise : undefined))
    const { id } = await client().startCrawl(slow.url, { zeroDataRetention: true })
    const before = await client().getCrawlStatus(id, { autoPaginate: false })
    gate.resolve(pageWith('home'))
    assert.deepEqual([before.status, before.next], ['scraping', null])
    await waitUntil(async () => (await client().getActiveCrawls()).crawls.every((crawl) => crawl.id !== id))
    const after = await client().getCrawlStatus(id)
    assert.deepEqual([after.status, after.data.length], ['completed', 1])
  })

  it('follows a crawl under zero data retention to its end', async () => {
    const { id } = await client().startCrawl(site.url, { zeroDataRetention: true })
    const watcher = client().watcher(id, { kind: 'crawl', pollInterval: 1, timeout: 30 })
    const documents: Document[] = []
    watcher.on('document', (document: Document) => documents.push(document))
    const ended = once(watcher, 'done')
    await watcher.start()
    const [last] = (await ended) as [CrawlJob]
    assert.deepEqual([last.status, new Set(documents.map((one) => one.metadata?.url)).size], ['completed', 4])
  })

  it('scrapes a batch', async () => {
    const urls = [`${site.url}/a`, `${site.url}/b`]
    const job = await client().batchScrape(urls, {
      options: { formats: ['markdown'] },
      idempotencyKey: randomUUID(),
      pollInterval: 1,
    })
    assert.deepEqual([job.status, job.completed, job.total, job.data.length], ['completed', 2, 2, 2])
    const { invalidURLs } = await client().startBatchScrape([...urls, 'no url'], {})
    assert.deepEqual(invalidURLs, ['no url'])
  })

  for (const kind of ['crawl', 'batch'] as const) {
    it(`watches a ${kind}`, async () => {
      const { id } =
        kind === 'crawl'
          ? await client().startCrawl(site.url, { scrapeOptions: { maxAge: 0 } })
          : await client().startBatchScrape([`${site.url}/a`, `${site.url}/b`], { options: { maxAge: 0 } })
      const watcher = client().watcher(id, { kind, pollInterval: 1 })
      const documents: Document[] = []
      const snapshots: CrawlJob[] = []
      watcher.on('document', (document: Document) => documents.push(document))
      watcher.on('snapshot', (snapshot: CrawlJob) => snapshots.push(snapshot))
      const done = once(watcher, 'done') as Promise<[{ status: string; data: Document[] }]>
      void watcher.start()
      const [end] = await done
      assert.equal(end.status, 'completed')
      assert.equal(documents.length, kind === 'crawl' ? 4 : 2)
      assert.equal(end.data.length, documents.length)
      assert.ok(snapshots.length > 0)
    })
  }

  it('watches a batch that has a URL three times', async () => {
    const url = `${site.url}/a`
    const { id } = await client().startBatchScrape([url, url, url], { options: { maxAge: 0 } })
    const watcher = client().watcher(id, { kind: 'batch', pollInterval: 1 })
    const documents: Document[] = []
    watcher.on('document', (document: Document) => documents.push(document))
    const done = once(watcher, 'done') as Promise<[{ total: number; data: Document[] }]>
    void watcher.start()
    const [end] = await done
    assert.deepEqual([documents.length, end.data.length], [3, 3])
  })
})
