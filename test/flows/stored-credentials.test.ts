import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

const headers = { authorization: 'Bearer a-token-of-the-target' }

let site: CrawlSite
const sent: (string | undefined)[] = []
before(async () => {
  site = await startCrawlSite((_path, _url, { headers: { authorization } }) => {
    sent.push(authorization)
    return pageWith('a page')
  })
})
after(() => site[Symbol.asyncDispose]())

describe('a job whose request was received by another process', () => {
  /** Requests go to a process that runs no jobs. */
  async function started(api: TestApp) {
    const batch = await api.call('/v2/batch/scrape', { json: { urls: [`${site.url}/batch`], headers } })
    const extract = await api.call('/v2/extract', {
      json: { urls: [`${site.url}/extract`], prompt: 'the title', scrapeOptions: { headers } },
    })
    return { batch: `/v2/batch/scrape/${batch.body.id}`, extract: `/v2/extract/${extract.body.id}` }
  }

  async function ended(api: TestApp, path: string) {
    let body: { status: string; error?: string; warning?: string } | undefined
    await waitUntil(async () => {
      ;({ body } = await api.call(path))
      return !['scraping', 'processing'].includes(body!.status)
    }, 60_000)
    return body!
  }

  it('uses its headers when the root secret is the same', async () => {
    await using api = await startTestApp({ WINNOW_ROLE: 'api' })
    const { batch, extract } = await started(api)
    sent.length = 0
    await using _worker = await startTestApp({ WINNOW_ROLE: 'worker', DATABASE_URL: api.database.url })
    assert.equal((await ended(api, batch)).status, 'completed')
    assert.equal((await ended(api, extract)).status, 'completed')
    assert.ok(sent.filter((authorization) => authorization === headers.authorization).length >= 2)
  })

  it('fails with the reason when it differs, and no page is visited without its headers', async () => {
    await using api = await startTestApp({ WINNOW_ROLE: 'api' })
    const scrape = await api.call('/v2/scrape', { json: { url: `${site.url}/scrape`, headers } })
    const { batch, extract } = await started(api)
    sent.length = 0
    await using other = await startTestApp({
      DATABASE_URL: api.database.url,
      WINNOW_SECRET: 'another-root-secret-for-tests',
    })
    for (const path of [batch, extract]) {
      const { status, error, warning } = await ended(api, path)
      assert.equal(status, 'failed')
      assert.match(
        (error ?? warning)!,
        /cannot be decrypted, because the root secret of the service has changed/,
      )
    }
    assert.deepEqual(sent, [])

    const path = `/v2/scrape/${scrape.body.data.metadata.scrapeId}`
    assert.equal((await other.call(path)).body.data.metadata.title, 'a page')
    const again = await other.call(`${path}/interact`, { json: { code: '1', language: 'node' } })
    assert.equal(again.status, 409)
    assert.match(again.body.error, /cannot be decrypted/)
    await api.checkNothingLeft()
  })
})
