import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { createSeal } from '../../src/access/access.ts'
import { WebhookDeliveriesAnswer } from '../../src/contract/team.ts'
import { registerWebhook } from '../../src/store/reports/webhooks.ts'
import { useSharedApp } from '../support/app.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import type { WebhookReceiver } from '../support/webhook-receiver.ts'

const app = useSharedApp()
const PATH = '/v2/team/webhook-deliveries'
const seal = createSeal('a-root-secret-for-tests', 'webhook target')

/** Takes everything under `/good` and nothing else. */
let receiver: WebhookReceiver
before(async () => {
  receiver = await startWebhookReceiver(({ path }) => (path.startsWith('/good') ? 200 : 500))
})
after(() => receiver[Symbol.asyncDispose]())

/** A job of the team that has told its webhook so many pages; what is under way then ends by itself. */
async function report(teamId: string, path: string, pages: number): Promise<string> {
  const { db } = app().database
  const jobId = randomUUID()
  const hook = {
    url: receiver.url + path,
    headers: { 'x-key': 'secret-header' },
    metadata: { note: 'secret-metadata' },
    events: ['crawl.page' as const],
  }
  await registerWebhook(db, seal, { jobId, teamId, hook })
  for (let page = 0; page < pages; page++) {
    await db.rows(`select tell_webhook($1, 'crawl.page', true, '["secret-data"]', null, null)`, [jobId])
  }
  return jobId
}

async function list(key: string, query = '') {
  const { status, body } = await app().call(PATH + query, { key })
  assert.equal(status, 200, JSON.stringify(body))
  return WebhookDeliveriesAnswer.parse(body)
}

const attempted = (key: string) =>
  waitUntil(async () => (await list(key)).deliveries.every(({ attempts }) => attempts > 0))

describe('200', () => {
  it('tells how deliveries went, and neither where they went nor what they said', async () => {
    const { id, key } = await app().team()
    const good = await report(id, '/good/secret-path', 1)
    const bad = await report(id, '/bad/secret-path', 1)
    await attempted(key)
    const { body } = await app().call(PATH, { key })
    assert.doesNotMatch(JSON.stringify(body), /secret-|127\.0\.0\.1/)
    const { deliveries, nextCursor } = WebhookDeliveriesAnswer.parse(body)
    assert.equal(nextCursor, null)
    const [failing, delivered] = deliveries
    assert.deepEqual(
      [failing!.jobId, failing!.state, failing!.attempts, failing!.lastStatus, failing!.endedAt],
      [bad, 'waiting', 1, 500, null],
    )
    assert.ok(Date.parse(failing!.nextAttemptAt!) - Date.parse(failing!.createdAt) >= 60_000)
    assert.deepEqual(
      [delivered!.jobId, delivered!.state, delivered!.attempts, delivered!.lastStatus, delivered!.type],
      [good, 'delivered', 1, 200, 'crawl.page'],
    )
    assert.deepEqual([delivered!.lastError, delivered!.nextAttemptAt], [null, null])
    assert.ok(delivered!.endedAt)
    const told = receiver.deliveries.find((one) => one.body.id === good)
    assert.equal(told!.body.webhookId, delivered!.id)
  })

  it('lists those of one job, or in one state', async () => {
    const { id, key } = await app().team()
    const good = await report(id, '/good', 2)
    const bad = await report(id, '/bad', 1)
    await attempted(key)
    const jobsIn = async (query: string) => (await list(key, query)).deliveries.map(({ jobId }) => jobId)
    assert.deepEqual(await jobsIn(`?jobId=${good}`), [good, good])
    assert.deepEqual(await jobsIn('?state=waiting'), [bad])
    assert.deepEqual(await jobsIn('?state=delivered'), [good, good])
    assert.deepEqual(await jobsIn(`?jobId=${good}&state=failed`), [])
  })

  it('pages through all of them, newest first', async () => {
    const { id, key } = await app().team()
    await report(id, '/good', 5)
    const whole = (await list(key)).deliveries.map((delivery) => delivery.id)
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(key, `?limit=2${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.deliveries.map((delivery) => delivery.id))
      cursor = page.nextCursor
    }
    assert.equal(whole.length, 5)
    assert.deepEqual(seen, whole)
    await attempted(key)
  })

  it('shows nothing of other teams', async () => {
    const [mine, theirs] = [await app().team(), await app().team()]
    const ownJob = await report(mine.id, '/good', 1)
    const jobId = await report(theirs.id, '/good', 3)
    const { nextCursor } = await list(theirs.key, '?limit=1')
    assert.deepEqual(
      (await list(mine.key)).deliveries.map((delivery) => delivery.jobId),
      [ownJob],
    )
    assert.deepEqual((await list(mine.key, `?jobId=${jobId}`)).deliveries, [])
    assert.deepEqual((await list(mine.key, `?cursor=${nextCursor}`)).deliveries, [])
    await attempted(mine.key)
    await attempted(theirs.key)
  })
})

describe('the running service', () => {
  it('signs with the secret that the operator made for the team', async () => {
    const { id, key } = await app().team()
    const { body } = await app().admin(`/teams/${id}/webhook-secret`, { method: 'POST', json: {} })
    const jobId = await report(id, '/good', 1)
    await attempted(key)
    const { headers, raw } = receiver.deliveries.find((one) => one.body.id === jobId)!
    const expected = createHmac('sha256', body.webhookSecret).update(raw).digest('hex')
    assert.equal(headers['x-firecrawl-signature'], `sha256=${expected}`)
    assert.match(headers['user-agent']!, /^Winnow\/\d/)
  })
})

describe('400', () => {
  const queries = ['?state=lost', '?jobId=1', '?limit=0', '?limit=101', '?cursor=none']
  for (const query of queries) {
    it(`for ${query}`, async () => assert.equal((await app().call(PATH + query)).status, 400))
  }
})

describe('401', () => {
  it('without a key', async () => assert.equal((await app().call(PATH, { key: null })).status, 401))
})
