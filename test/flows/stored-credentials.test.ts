import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { closeStoredCredentials, createTargetCredentials } from '../../src/store/pages/target-credentials.ts'
import { readSetting } from '../../src/store/database/settings.ts'
import { createScrapes } from '../../src/store/pages/scrapes.ts'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { testDatabase } from '../support/database.ts'
import { makeTeam } from '../support/team.ts'
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

describe('a job whose request came to another process', () => {
  /** Requests are taken by a process that runs no jobs. */
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

  it('uses its headers where the root secret is the same', async () => {
    await using api = await startTestApp({ WINNOW_ROLE: 'api' })
    const { batch, extract } = await started(api)
    sent.length = 0
    await using _worker = await startTestApp({ WINNOW_ROLE: 'worker', DATABASE_URL: api.database.url })
    assert.equal((await ended(api, batch)).status, 'completed')
    assert.equal((await ended(api, extract)).status, 'completed')
    assert.ok(sent.filter((authorization) => authorization === headers.authorization).length >= 2)
  })

  it('fails with the reason where it is another one, and no page is visited without its headers', async () => {
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

describe('rows of a release that stored credentials as they were', () => {
  const credentials = createTargetCredentials('a secret')
  const scrapeOptions = { headers, actions: [{ type: 'write', text: 'a typed password' }] }

  it('are encrypted by a start, can be used all the same, and are looked for until an hour brought no more', async () => {
    await using database = await testDatabase()
    const { db } = database
    const team = await makeTeam(db)
    const ids = Array.from({ length: 450 }, () => randomUUID())
    const old = { url: site.url, ...scrapeOptions }
    const insert = (id: string, request: object) =>
      db.rows(`insert into scrapes (id, team_id, request, document, size) values ($1, $2, $3, '{}', 1)`, [
        id,
        team.id,
        JSON.stringify(request),
      ])
    for (const id of ids) await insert(id, old)
    const [plain, unkept] = [randomUUID(), randomUUID()]
    await insert(plain, { url: site.url, headers: {}, actions: [] })
    await db.rows(
      `insert into scrapes (id, team_id, request, document, size) values ($1, $2, 'null', 'null', 0)`,
      [unkept, team.id],
    )
    await db.rows(
      `insert into crawls (id, team_id, kind, url, base_url, request, public_url, page_credits, page_limit)
       values (gen_random_uuid(), $1, 'crawl', '', '', $2, '', 1, 1)`,
      [team.id, JSON.stringify({ options: {}, scrapeOptions })],
    )
    await db.rows(
      `insert into agent_tasks (id, team_id, kind, plan, reason, thread_id, turn)
       values (gen_random_uuid(), $1, 'extract', $2, 'extract', gen_random_uuid(), 1)`,
      [team.id, JSON.stringify({ prompt: 'x', scrapeOptions })],
    )

    await closeStoredCredentials(db, credentials)
    const texts = await db.rows<{ text: string }>(
      `select request as text from scrapes union all select request from crawls union all select plan from agent_tasks`,
    )
    assert.equal(texts.length, 454)
    for (const { text } of texts) assert.doesNotMatch(text, /a-token-of-the-target|a typed password/)
    const scrapes = createScrapes(db, { maxBytes: 1e9, credentials })
    for (const id of ids) assert.deepEqual((await scrapes.find(id, team.id))!.request(), old)
    const [row] = await db.rows<{ plan: string }>(`select plan from agent_tasks`)
    assert.deepEqual(credentials.open(JSON.parse(row!.plan)), { prompt: 'x', scrapeOptions })

    // A process of the older release still runs.
    await insert(randomUUID(), old)
    const isDone = () => readSetting(db, 'credentialsClosed')
    await closeStoredCredentials(db, credentials, { isLast: true })
    assert.equal(await isDone(), undefined)
    await closeStoredCredentials(db, credentials, { isLast: true })
    assert.equal(await isDone(), true)
    assert.deepEqual(await db.rows(`select from scrapes where request like '%a-token-of-the-target%'`), [])
  })
})
