import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { createProcesses } from '../../src/store/credits/ledger.ts'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import type { WebhookReceiver } from '../support/webhook-receiver.ts'
import { QUICK_TIMES, useWebhooks } from '../support/webhooks.ts'

const webhooks = useWebhooks()
const { openSender, startJob, report: tell, deliveriesOf, ended, forget } = webhooks

const NOWHERE = 'http://127.0.0.1:1'
const NEVER = new Promise<number>(() => {})
/** A dead sender makes no claims. One that looked while its process was removed could claim its own delivery again. */
const LOOKS_ONCE = { ...QUICK_TIMES, lookMs: 600_000 }
const pages = (count: number) => Array.from({ length: count }, () => 'crawl.page')
const typesOf = ({ deliveries: told }: WebhookReceiver) => told.map(({ body }) => body.type)

/** What senders are working on of a job. A claim is one statement, so whoever sees one of it sees all. */
async function underWay({ jobId }: { jobId: string }): Promise<string[]> {
  const rows = await webhooks
    .db()
    .rows<{ type: string }>(
      `select type from webhook_deliveries where job_id = $1 and claim_id is not null order by place`,
      [jobId],
    )
  return rows.map(({ type }) => type)
}

describe('the order of a job', () => {
  it('is its beginning, its pages, its end, however long each of them takes', async () => {
    const answers = {
      'crawl.started': Promise.withResolvers<number>(),
      'crawl.page': Promise.withResolvers<number>(),
      'crawl.completed': Promise.withResolvers<number>(),
    }
    await using receiver = await startWebhookReceiver(
      ({ body }) => answers[body.type as keyof typeof answers].promise,
    )
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.started', ...pages(2), 'crawl.completed')
    await using _sender = await openSender()
    await receiver.count(1)
    assert.deepEqual(await underWay(job), ['crawl.started'])
    answers['crawl.started'].resolve(200)
    await receiver.count(3)
    assert.deepEqual(await underWay(job), pages(2))
    answers['crawl.page'].resolve(200)
    await receiver.count(4)
    answers['crawl.completed'].resolve(200)
    await ended(job)
    assert.deepEqual(typesOf(receiver), ['crawl.started', ...pages(2), 'crawl.completed'])
  })

  it('has no more than four open, over all senders', async () => {
    const gate = Promise.withResolvers<number>()
    await using receiver = await startWebhookReceiver(({ body }) =>
      body.type === 'crawl.page' ? gate.promise : 200,
    )
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.started', ...pages(6), 'crawl.completed')
    await using _one = await openSender()
    await using _two = await openSender()
    await receiver.count(5)
    assert.deepEqual(await underWay(job), pages(4))
    assert.equal(receiver.deliveries.length, 5)
    gate.resolve(200)
    await ended(job)
    assert.equal(typesOf(receiver).at(-1), 'crawl.completed')
    assert.equal(receiver.mostAtOnce, 4)
  })

  it('does not make anybody wait for the retries of another delivery', async () => {
    await using receiver = await startWebhookReceiver(({ body }) =>
      body.type === 'crawl.completed' ? 200 : 500,
    )
    await using _sender = await openSender({ times: { ...QUICK_TIMES, retryDelaysMs: [600_000] } })
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.started', 'crawl.page', 'crawl.completed')
    await receiver.count(3)
    assert.deepEqual(typesOf(receiver), ['crawl.started', 'crawl.page', 'crawl.completed'])
    await waitUntil(async () => (await deliveriesOf(job)).at(-1)!.state === 'delivered')
  })

  it('is independent of other jobs, however much they have to tell and however slowly they hear', async () => {
    await using slow = await startWebhookReceiver(() => NEVER)
    await using quick = await startWebhookReceiver()
    const slowJobs = await Promise.all(Array.from({ length: 3 }, () => startJob(slow.url)))
    for (const job of slowJobs) await tell(job, ...pages(30))
    await using _sender = await openSender({ times: { ...QUICK_TIMES, drainMs: 1 } })
    await slow.count(12)
    const job = await startJob(quick.url)
    await tell(job, 'crawl.started', 'crawl.page', 'crawl.completed')
    await ended(job)
    assert.equal(quick.deliveries.length, 3)
    assert.equal(slow.deliveries.length, 12)
    await forget(...slowJobs)
  })

  it('gives teams turns', async () => {
    await using receiver = await startWebhookReceiver()
    const busy = await startJob(receiver.url)
    const others = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const job = await startJob(receiver.url)
        await webhooks
          .db()
          .rows(`update webhooks set team_id = $2 where job_id = $1`, [job.jobId, busy.teamId])
        return job
      }),
    )
    for (const job of [busy, ...others]) await tell(job, ...pages(4))
    const late = await startJob(receiver.url)
    await tell(late, 'crawl.page')
    const processId = randomUUID()
    await createProcesses(webhooks.db()).register(processId, 'worker', 60_000)
    const claimed = await webhooks
      .db()
      .rows<{ job_id: string }>(`select job_id from claim_webhook_deliveries($1, '{}', 3)`, [processId])
    const jobIds = claimed.map((row) => row.job_id)
    assert.ok(jobIds.includes(late.jobId))
    assert.equal(new Set(jobIds).size, 3)
    await createProcesses(webhooks.db()).remove(processId)
    await forget(busy, late, ...others)
  })
})

describe('several senders', () => {
  it('deliver each event once', async () => {
    await using receiver = await startWebhookReceiver()
    await using _one = await openSender()
    await using _two = await openSender()
    const jobs = await Promise.all(Array.from({ length: 5 }, () => startJob(receiver.url)))
    await Promise.all(jobs.map((job) => tell(job, ...pages(20))))
    for (const job of jobs)
      assert.deepEqual(
        (await ended(job)).filter(({ state, attempts }) => state !== 'delivered' || attempts > 1),
        [],
      )
    const ids = receiver.deliveries.map(({ body }) => body.webhookId)
    assert.equal(ids.length, 100)
    assert.equal(new Set(ids).size, 100)
  })

  it('take over what a dead one had begun, under the same id', async () => {
    let turn = 0
    await using receiver = await startWebhookReceiver(() => (turn++ === 0 ? NEVER : 200))
    await using dead = await openSender({ times: { ...LOOKS_ONCE, drainMs: 1 } })
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    await receiver.count(1)
    await dead.giveUp()
    await using _heir = await openSender()
    const [delivery] = await ended(job)
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => body.webhookId),
      [delivery!.id, delivery!.id],
    )
    assert.deepEqual([delivery!.state, delivery!.attempts], ['delivered', 1])
  })

  it('do not hear of a dead one any more', async () => {
    const answer = Promise.withResolvers<number>()
    let turn = 0
    await using receiver = await startWebhookReceiver(() => (turn++ === 0 ? answer.promise : 500))
    const dead = await openSender({ times: LOOKS_ONCE })
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    await receiver.count(1)
    await dead.giveUp()
    await using _heir = await openSender({ times: { ...QUICK_TIMES, retryDelaysMs: [600_000] } })
    await waitUntil(async () => (await deliveriesOf(job))[0]!.attempts === 1)
    answer.resolve(200)
    await dead[Symbol.asyncDispose]()
    const [delivery] = await deliveriesOf(job)
    assert.deepEqual([delivery!.state, delivery!.attempts, delivery!.lastStatus], ['waiting', 1, 500])
    await forget(job)
  })

  it('get back what was claimed for them and never reached them', async () => {
    await using receiver = await startWebhookReceiver()
    const processId = randomUUID()
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    await webhooks
      .db()
      .rows(`update webhook_deliveries set process_id = $2, claim_id = gen_random_uuid() where job_id = $1`, [
        job.jobId,
        processId,
      ])
    await using _sender = await openSender({ processId })
    await ended(job)
    assert.equal(receiver.deliveries.length, 1)
  })

  it('let what is under way end when they stop', async () => {
    const answer = Promise.withResolvers<number>()
    await using receiver = await startWebhookReceiver(() => answer.promise)
    const sender = await openSender()
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    await receiver.count(1)
    const stopped = sender[Symbol.asyncDispose]()
    // Long enough for a stop that does not wait to be over.
    for (let turn = 0; turn < 50; turn++) await webhooks.db().rows('select 1')
    answer.resolve(200)
    await stopped
    assert.equal((await deliveriesOf(job)).at(-1)!.state, 'delivered')
  })
})

describe('housekeeping', () => {
  it('forgets what ended a week ago, and webhooks that have nothing to tell', async () => {
    const db = webhooks.db()
    const [old, recent, waiting] = [await startJob(NOWHERE), await startJob(NOWHERE), await startJob(NOWHERE)]
    for (const job of [old, recent, waiting]) await tell(job, 'crawl.page')
    const END = `update webhook_deliveries set state = 'failed', ended_at = now() - $2 * interval '1 day' where job_id = $1`
    await db.rows(END, [old.jobId, 8])
    await db.rows(END, [recent.jobId, 6])
    await db.rows(`update webhooks set created_at = now() - interval '31 days' where job_id = any ($1)`, [
      [old.jobId, waiting.jobId],
    ])
    await tidy(db)
    const left = await Promise.all([old, recent, waiting].map(deliveriesOf))
    assert.deepEqual(
      left.map(({ length }) => length),
      [0, 1, 1],
    )
    const hooks = await db.rows<{ job_id: string }>(`select job_id from webhooks where job_id = any ($1)`, [
      [old.jobId, recent.jobId, waiting.jobId],
    ])
    assert.deepEqual(hooks.map((row) => row.job_id).sort(), [recent.jobId, waiting.jobId].sort())
    await forget(waiting)
  })
})
