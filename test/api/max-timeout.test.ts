import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitForCrawl } from '../support/run-crawl.ts'

const app = useApp({ WINNOW_MAX_TIMEOUT: '1' })
let site: CrawlSite
const never = Promise.withResolvers<void>()
before(async () => {
  site = await startCrawlSite(async (path) => {
    if (path === '/slow') await never.promise
    return pageWith(`page ${path}`, [])
  })
})
after(async () => {
  never.resolve()
  await site[Symbol.asyncDispose]()
})

const timeout = 3_600_000
const LIMIT =
  /longer than 1000 ms, the longest time that the operator of this service allows \(WINNOW_MAX_TIMEOUT\)/

describe('A timeout above the limit of the operator', () => {
  it('is lowered to it, and the failure of a scrape says so', async () => {
    const { status, body } = await app().call('/v2/scrape', { json: { url: `${site.url}/slow`, timeout } })
    assert.deepEqual([status, body.code], [408, 'SCRAPE_TIMEOUT'])
    assert.match(body.error, LIMIT)
  })

  it('is lowered for the pages of a batch', async () => {
    const json = { urls: [`${site.url}/slow`], timeout }
    const started = await app().call('/v2/batch/scrape', { json })
    const { body } = await waitForCrawl(app(), started.body.id, undefined, '/v2/batch/scrape')
    assert.deepEqual([body.status, body.completed, body.data.length], ['completed', 1, 0])
  })
})
