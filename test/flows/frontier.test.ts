import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { ScrapeOptions } from '../../src/contract/scrape-options.ts'
import { firstPages } from '../../src/crawl/crawl.ts'
import type { ClaimedPage, Settlement } from '../../src/crawl/crawl.ts'
import { createCipher } from '../../src/access/access.ts'
import { createCrawls } from '../../src/store/crawls/crawls.ts'
import { createFrontier } from '../../src/store/crawls/frontier.ts'
import { createJobKeys } from '../../src/store/jobs/job-keys.ts'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { ledgerOf } from '../support/agent.ts'
import { createTargetCredentials } from '../../src/store/pages/target-credentials.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'
import { makeTeam } from '../support/team.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const credentials = createTargetCredentials('a secret')

/** A batch with this number of pages, all of them claimed. */
async function claimed(count: number, options?: { zeroDataRetention?: boolean }) {
  const batch = await started(
    Array.from({ length: count }, (_, place) => `http://site.test/${place}`),
    options,
  )
  assert.equal(batch.pages.length, count)
  return batch
}

/** A batch of URLs, with all claimable ones claimed. */
async function started(urls: string[], { zeroDataRetention = false } = {}) {
  const { db } = database
  const processId = randomUUID()
  await createProcesses(db).register(processId, 'worker', 60_000)
  const team = await makeTeam(db, { credits: 1000 })
  const jobKeys = createJobKeys(db, 'a secret')
  const targetSeal = createCipher('a secret', 'webhook target')
  const crawls = createCrawls(db, {
    firstPages,
    processId: () => processId,
    targetCipher: targetSeal,
    jobKeys,
    credentials,
  })
  const id = await crawls.start({
    kind: 'batch',
    teamId: team.id,
    keyId: randomUUID(),
    urls,
    plan: { scrapeOptions: ScrapeOptions.parse({}) },
    zeroDataRetention,
    pageCredits: 1,
    spentCredits: 0,
    limit: urls.length,
    concurrency: undefined,
    delayMs: 0,
    webhook: undefined,
    publicUrl: 'http://localhost',
    idempotencyKey: undefined,
  })
  const frontier = createFrontier(db, {
    processId: () => processId,
    hostConcurrency: 100,
    jobKeys,
    credentials,
  })
  const pages = await frontier.claim(urls.length)
  const progress = async () => {
    const { state, completed, creditsUsed } = (await crawls.find(id, team.id, 'batch'))!
    return [state, completed, creditsUsed]
  }
  const errorsOf = async () => await crawls.errors((await crawls.find(id, team.id, 'batch'))!)
  return { frontier, pages, progress, crawls, id, teamId: team.id, errorsOf }
}

function documentOf({ url }: ClaimedPage) {
  return { markdown: url, metadata: { url } }
}

function done(page: ClaimedPage): Settlement {
  const document = JSON.stringify(documentOf(page))
  const marks = { copy: undefined, exact: undefined, near: undefined, similar: undefined }
  const where = { target: undefined, baseUrl: undefined, links: [] }
  return { outcome: 'done', credits: 1, document, scrapeId: randomUUID(), ...marks, ...where }
}

describe('pages that are settled at the same time', () => {
  it('are settled individually, in any number', async () => {
    const { frontier, pages, progress } = await claimed(30)
    const results = await Promise.all(pages.map((page) => frontier.settle(page, done(page))))
    assert.deepEqual(
      results,
      pages.map(() => ({ result: 'settled', twin: undefined })),
    )
    assert.deepEqual(await progress(), ['completed', 30, 30])
  })

  it('are not affected by one whose credits are no longer held', async () => {
    const { frontier, pages, progress } = await claimed(4)
    await database.db.rows(`delete from holds where id = $1`, [pages[2]!.claimId])
    const results = await Promise.all(pages.map((page) => frontier.settle(page, done(page))))
    assert.deepEqual(
      results.map(({ result }) => result),
      ['settled', 'settled', 'gone', 'settled'],
    )
    assert.deepEqual(await progress(), ['scraping', 3, 3])
  })

  it('are not affected by one that cannot be stored', async () => {
    const { frontier, pages, progress } = await claimed(3)
    const [one, two, three] = pages.map((page) => ({ page, settlement: done(page) }))
    Object.assign(two!.settlement, { scrapeId: 'no uuid' })
    const ends = await Promise.allSettled(
      [one, two, three].map((each) => frontier.settle(each!.page, each!.settlement)),
    )
    assert.deepEqual(
      ends.map(({ status }) => status),
      ['fulfilled', 'rejected', 'fulfilled'],
    )
    assert.deepEqual(await progress(), ['scraping', 2, 2])
  })
})

/** Claims pages as another process, after the previous one died. */
async function takenOver(id: string): Promise<ClaimedPage[]> {
  const { db } = database
  const processId = randomUUID()
  await createProcesses(db).register(processId, 'worker', 60_000)
  await db.rows(
    `delete from processes where id in (select process_id from crawl_pages where crawl_id = $1)`,
    [id],
  )
  const jobKeys = createJobKeys(db, 'a secret')
  return await createFrontier(db, {
    processId: () => processId,
    hostConcurrency: 100,
    jobKeys,
    credentials,
  }).claim(10)
}

describe('a URL that a batch contains more than once', () => {
  const [same, other] = ['http://site.test/same', 'http://site.test/other']
  const urlsOf = (pages: readonly ClaimedPage[]) => pages.map(({ url }) => url)
  const asClaimed = (page: ClaimedPage): Settlement =>
    ({ ...done(page), scrapeId: page.claimId }) as Settlement

  for (const zeroDataRetention of [false, true]) {
    it(`is exact when processes die, ${zeroDataRetention ? 'encrypted' : 'plain'}`, async () => {
      const urls = [same, same, other, same]
      const { frontier, pages, progress, id } = await started(urls, { zeroDataRetention })
      assert.deepEqual(urlsOf(pages), [same, other])
      const again = await takenOver(id)
      assert.deepEqual(urlsOf(again), [same, other])
      assert.equal((await frontier.settle(pages[0]!, asClaimed(pages[0]!))).result, 'gone')
      assert.equal(await frontier.outcomeOf(again[0]!, again[0]!.key), undefined)
      for (const page of again) await frontier.settle(page, asClaimed(page))

      assert.deepEqual(urlsOf(await takenOver(id)), [same, same])
      const repeats = await takenOver(id)
      assert.deepEqual(await progress(), ['scraping', 2, 2])
      for (const page of repeats) {
        const outcome = await frontier.outcomeOf(page, again[0]!.key)
        assert.deepEqual(outcome, { state: 'done', document: JSON.stringify(documentOf(again[0]!)) })
        assert.equal((await frontier.settle(page, asClaimed(page))).result, 'settled')
      }
      assert.deepEqual(await progress(), ['completed', 4, 4])
    })
  }

  it("does not wait for its host's pause, and shares its error", async () => {
    const { frontier, pages, progress, errorsOf } = await started([same, same])
    await frontier.slowHost('site.test', 60_000)
    const code = 'SCRAPE_SITE_ERROR'
    const failed: Settlement = { outcome: 'failed', credits: 0, code, error: 'x', links: [] }
    await frontier.settle(pages[0]!, failed)
    const [repeat, ...others] = await frontier.claim(10)
    assert.deepEqual([repeat!.url, repeat!.awaited?.state, others], [same, 'failed', []])
    assert.deepEqual(await frontier.outcomeOf(repeat!, pages[0]!.key), {
      state: 'failed',
      code,
      error: 'x',
    })
    await frontier.settle(repeat!, failed)
    assert.deepEqual(await progress(), ['completed', 2, 0])
    assert.equal((await errorsOf()).errors.length, 2)
    await database.db.rows(`delete from crawl_paces`)
  })
})

describe('a job that another caller has read to its end', () => {
  it('is reported as deleted to a concurrent reader, instead of being empty', async () => {
    const { frontier, pages, crawls, id, teamId } = await claimed(2, { zeroDataRetention: true })
    for (const page of pages) await frontier.settle(page, done(page))
    const progress = (await crawls.find(id, teamId, 'batch'))!
    const all = { skip: 0, limit: 100, maxBytes: 1_000_000, known: progress.documents }
    assert.equal((await crawls.documents(progress, all)).documents.length, 2)
    await crawls.markDelivered(progress, 0, 2)
    await assert.rejects(crawls.documents(progress, all), isFault('NOT_FOUND'))
  })
})

describe('pages that must not be visited', () => {
  it('are listed once, up to a limit, and none counts', async () => {
    const { frontier, pages, progress, errorsOf } = await claimed(1)
    const refused = Array.from({ length: 1_100 }, (_, nr) => ({
      ...pages[0]!,
      key: nr.toString(16).padStart(64, '0'),
      url: `http://bad.test/${nr}`,
      code: 'unsafe_domain_blocked',
      error: 'Threat protection blocked it.',
    }))
    await frontier.addRefused(pages[0]!, refused.slice(0, 2))
    await frontier.addRefused(pages[0]!, refused)
    await frontier.addRefused(pages[0]!, refused.slice(-1))
    const { errors } = await errorsOf()
    assert.deepEqual([errors.length, errors[0]!.url, errors[0]!.code], [1_000, 'http://bad.test/0', BLOCKED])
    await frontier.settle(pages[0]!, done(pages[0]!))
    assert.deepEqual(await progress(), ['completed', 1, 1])
  })
})

const BLOCKED = 'unsafe_domain_blocked'

describe('the cost of a sitemap', () => {
  it('is charged together with the account of its crawl, or not at all', async () => {
    const { frontier, progress, id, teamId, pages } = await claimed(1)
    await frontier.charge(id, 2)
    const before = await ledgerOf(database.db, teamId)
    assert.deepEqual([(await progress())[2], before.used], [2, 2])
    await assert.rejects(frontier.charge(id, 1_000), { code: 'PAYMENT_REQUIRED' })
    assert.deepEqual([(await progress())[2], await ledgerOf(database.db, teamId)], [2, before])
    await frontier.settle(pages[0]!, done(pages[0]!))
  })
})

describe('a batch under zero data retention', () => {
  it('is continued by another process when its own was killed', async () => {
    const { frontier, pages, progress, crawls, id, teamId } = await claimed(3, { zeroDataRetention: true })
    await frontier.settle(pages[0]!, done(pages[0]!))
    const again = await takenOver(id)
    assert.deepEqual(
      again.map(({ url, key, isEncrypted: isSealed }) => [url, key, isSealed]),
      pages.slice(1).map(({ url, key }) => [url, key, true]),
    )
    for (const page of again) assert.equal((await frontier.settle(page, done(page))).result, 'settled')
    assert.deepEqual(await progress(), ['completed', 3, 3])
    const window = { skip: 0, limit: 10, maxBytes: 1e6, known: 3 }
    const { documents } = await crawls.documents((await crawls.find(id, teamId, 'batch'))!, window)
    assert.deepEqual(
      documents.map((document) => (JSON.parse(document) as { markdown: string }).markdown),
      pages.map(({ url }) => url),
    )
  })

  it('whose key is lost, as after a restore, fails and holds nothing', async () => {
    const { id, teamId } = await claimed(2, { zeroDataRetention: true })
    await database.db.rows(`delete from job_keys where job_id = $1`, [id])
    assert.deepEqual(await takenOver(id), [])
    const [row] = await database.db.rows(`select state from crawls where id = $1`, [id])
    assert.deepEqual(row, { state: 'failed' })
    const held = `select from holds where team_id = $1 and process_id in (select id from processes)`
    assert.deepEqual(await database.db.rows(held, [teamId]), [])
  })
})
