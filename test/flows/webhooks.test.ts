import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { createCipher } from '../../src/access/access.ts'
import { waitUntil } from '../support/wait-until.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'
import { QUICK_TIMES, useWebhooks } from '../support/webhooks.ts'

const webhooks = useWebhooks()
const { openSender, startJob, report: tell, deliveriesOf, ended } = webhooks

describe('a delivery', () => {
  it("contains the event, the job and the caller's metadata", async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(`${receiver.url}/hook?a=b`, {
      headers: {
        Authorization: 'Bearer receivers',
        'User-Agent': 'mine',
        Host: 'elsewhere.test',
        'Content-Length': '3',
      },
      metadata: { order: 7, 'naïve "name"': null },
    })
    await tell(job, {
      type: 'crawl.page',
      success: false,
      data: '[{"markdown":"Grain\\u0000 ünd"}]',
      error: 'The "page" failed.',
    })
    const [delivery] = await ended(job)
    const { method, path, headers, raw } = receiver.deliveries[0]!
    assert.deepEqual([method, path], ['POST', '/hook?a=b'])
    assert.equal(
      raw.toString(),
      `{"success":false,"type":"crawl.page","id":"${job.jobId}","webhookId":"${delivery!.id}",` +
        `"data":[{"markdown":"Grain\\u0000 ünd"}],"error":"The \\"page\\" failed.",` +
        `"metadata":{"order":7,"naïve \\"name\\"":null}}`,
    )
    assert.equal(headers['content-type'], 'application/json')
    assert.equal(headers['authorization'], 'Bearer receivers')
    assert.equal(headers['user-agent'], 'mine')
    assert.equal(headers['host'], receiver.host)
    assert.equal(Number(headers['content-length']), raw.byteLength)
    assert.deepEqual([delivery!.state, delivery!.attempts, delivery!.lastStatus], ['delivered', 1, 200])
  })

  it('without data has an empty list and no error', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.started')
    await receiver.count(1)
    const { webhookId, ...rest } = receiver.deliveries[0]!.body
    assert.match(webhookId, /^[0-9a-f-]{36}$/)
    assert.deepEqual(rest, { success: true, type: 'crawl.started', id: job.jobId, data: [], metadata: {} })
    assert.equal(receiver.deliveries[0]!.headers['user-agent'], 'Winnow/test')
    await ended(job)
  })

  it('takes its data from the documents of the crawl', async () => {
    // The needed columns only, without the crawl that the real table references.
    await webhooks.db().rows(`drop table if exists crawl_documents cascade`)
    await webhooks.db().rows(`create table crawl_documents (crawl_id uuid, seq int, document text)`)
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(receiver.url)
    await webhooks
      .db()
      .rows(`insert into crawl_documents values ($1, 1, $2), ($1, 2, $3)`, [
        job.jobId,
        '{"markdown":"one"}',
        '{"markdown":"two"}',
      ])
    await tell(job, { type: 'crawl.page', document: 2 }, { type: 'crawl.page', document: 3 })
    await ended(job)
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => body.data).sort((a, b) => b.length - a.length),
      [[{ markdown: 'two' }], []],
    )
  })

  it('is signed with the secret of the team', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(receiver.url, {
      secret: 'whsec_test',
      headers: { 'X-Firecrawl-Signature': 'forged' },
    })
    await tell(job, { type: 'crawl.page', data: '["ünïcode"]' })
    await ended(job)
    const { headers, raw } = receiver.deliveries[0]!
    const expected = `sha256=${createHmac('sha256', 'whsec_test').update(raw).digest('hex')}`
    assert.equal(headers['x-firecrawl-signature'], expected)
    assert.equal(headers['x-winnow-signature'], expected)
  })

  it('is not signed for a team without a secret', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(receiver.url, { headers: { 'X-Firecrawl-Signature': 'forged' } })
    await tell(job, 'crawl.page')
    await ended(job)
    assert.deepEqual(
      Object.keys(receiver.deliveries[0]!.headers).filter((name) => name.includes('signature')),
      [],
    )
  })

  it('is only created for requested events, and for jobs with a webhook', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(receiver.url, { events: ['crawl.completed'] })
    const silent = randomUUID()
    await tell({ jobId: silent }, 'crawl.completed')
    await tell(job, 'crawl.started', 'crawl.page', 'crawl.completed')
    await ended(job)
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => body.type),
      ['crawl.completed'],
    )
    assert.deepEqual(
      await webhooks.db().rows(`select from webhook_deliveries where job_id = $1`, [silent]),
      [],
    )
  })

  it('is not created when its transaction is rolled back', async () => {
    const job = await startJob('http://127.0.0.1:1')
    await assert.rejects(
      webhooks.db().transaction(async (tx) => {
        await tx.rows(`select tell_webhook($1, 'crawl.page', true, null, null, null)`, [job.jobId])
        throw new Error('undone')
      }),
      /undone/,
    )
    assert.deepEqual(await deliveriesOf(job), [])
  })

  it('is sent on a notice, long before the next poll of the outbox', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender({ times: { pollMs: 600_000 } })
    const job = await startJob(receiver.url)
    await tell(job, ...Array.from({ length: 20 }, () => 'crawl.page'))
    await ended(job)
    assert.equal(receiver.deliveries.length, 20)
  })

  it('deletes its data when it has ended', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender()
    const job = await startJob(receiver.url)
    await tell(job, { type: 'crawl.page', data: '["secret"]' })
    await ended(job)
    const rows = await webhooks
      .db()
      .rows(`select data from webhook_deliveries where job_id = $1`, [job.jobId])
    assert.deepEqual(rows, [{ data: null }])
  })

  it('leaves neither URL nor headers readable in the database, nor in the log', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line) => void lines.push(line) })
    await using receiver = await startWebhookReceiver(() => 500)
    await using _sender = await openSender({ log, times: { ...QUICK_TIMES, retryDelaysMs: [0] } })
    const job = await startJob(`${receiver.url}/secret-path?key=secret-query`, {
      headers: { 'x-key': 'secret-header' },
      metadata: { a: 'secret-metadata' },
    })
    await tell(job, { type: 'crawl.page', data: '["secret-data"]' })
    await ended(job)
    const rows = await webhooks.db().rows<{ row: string }>(
      `select w::text || encode(sealed, 'escape') as row from webhooks w where job_id = $1
       union all select d::text from webhook_deliveries d where job_id = $1`,
      [job.jobId],
    )
    assert.equal(rows.length, 2)
    for (const text of [...lines, ...rows.map(({ row }) => row)]) assert.doesNotMatch(text, /secret-/)
    const logged = lines.filter((line) => line.includes(job.jobId))
    assert.equal(logged.length, 2)
    assert.ok(logged.every((line) => line.includes(receiver.host) && line.includes('"status":500')))
  })
})

describe('a delivery that fails', () => {
  it('is retried with the same id until it succeeds', async () => {
    let turn = 0
    await using receiver = await startWebhookReceiver(() => [500, 404, 204][turn++]!)
    await using _sender = await openSender()
    const job = await startJob(receiver.url)
    await tell(job, { type: 'crawl.page', data: '[1]' })
    const [delivery] = await ended(job)
    assert.deepEqual([delivery!.state, delivery!.attempts, delivery!.lastStatus], ['delivered', 3, 204])
    assert.equal(delivery!.lastError, null)
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => [body.webhookId, body.data]),
      Array.from({ length: 3 }, () => [delivery!.id, [1]]),
    )
  })

  it('is given up after the fourth failure', async () => {
    await using receiver = await startWebhookReceiver(() => 503)
    await using _sender = await openSender()
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.equal(receiver.deliveries.length, 4)
    assert.deepEqual([delivery!.state, delivery!.attempts, delivery!.lastStatus], ['failed', 4, 503])
    assert.match(delivery!.lastError!, /status 503/)
    assert.equal(delivery!.nextAttemptAt, null)
    assert.ok(delivery!.endedAt)
  })

  it('waits a minute, five and fifteen between its attempts', async () => {
    await using receiver = await startWebhookReceiver(() => 500)
    await using _sender = await openSender({ times: { pollMs: QUICK_TIMES.pollMs } })
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    const waits: number[] = []
    for (const attempts of [1, 2, 3]) {
      await waitUntil(async () => (await deliveriesOf(job))[0]!.attempts === attempts)
      const [row] = await webhooks.db().rows<{ minutes: number }>(
        `with was as (select id, next_at from webhook_deliveries where job_id = $1)
         update webhook_deliveries d set next_at = now() from was where d.id = was.id
         returning round(extract(epoch from was.next_at - now()) / 60)::int as minutes`,
        [job.jobId],
      )
      waits.push(row!.minutes)
    }
    assert.deepEqual(waits, [1, 5, 15])
    const [delivery] = await ended(job)
    assert.equal(delivery!.state, 'failed')
  })

  it('does not follow a redirect', async () => {
    await using receiver = await startWebhookReceiver(({ path }, response) => {
      if (path !== '/hook') return 200
      response.writeHead(307, { location: '/elsewhere' }).end()
      return undefined
    })
    await using _sender = await openSender({ times: { ...QUICK_TIMES, retryDelaysMs: [] } })
    const job = await startJob(`${receiver.url}/hook`)
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.deepEqual([delivery!.state, delivery!.lastStatus], ['failed', 307])
    assert.deepEqual(
      receiver.deliveries.map(({ path }) => path),
      ['/hook'],
    )
  })

  it('has a receiver that does not respond in time', async () => {
    await using receiver = await startWebhookReceiver(() => new Promise<number>(() => {}))
    await using _sender = await openSender({ times: { ...QUICK_TIMES, retryDelaysMs: [], timeoutMs: 50 } })
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.deepEqual([delivery!.state, delivery!.lastStatus], ['failed', null])
    assert.match(delivery!.lastError!, /did not respond in time/)
  })

  it('has no listening server', async () => {
    const { url } = await stoppedReceiver()
    await using _sender = await openSender({ times: { ...QUICK_TIMES, retryDelaysMs: [0] } })
    const job = await startJob(url)
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.deepEqual([delivery!.state, delivery!.attempts, delivery!.lastStatus], ['failed', 2, null])
  })

  it('goes to a private address that the operator did not allow, and is refused at once', async () => {
    await using receiver = await startWebhookReceiver()
    await using _sender = await openSender({ allowed: '' })
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.deepEqual([delivery!.state, delivery!.attempts], ['failed', 1])
    assert.match(delivery!.lastError!, /WINNOW_ALLOWED_TARGETS/)
    assert.equal(receiver.deliveries.length, 0)
  })

  it('was encrypted under another root secret, and is given up', async () => {
    await using receiver = await startWebhookReceiver()
    const job = await startJob(receiver.url)
    await webhooks
      .db()
      .rows(`update webhooks set sealed = $2 where job_id = $1`, [
        job.jobId,
        createCipher('another-root-secret', 'webhook target').encrypt('{}'),
      ])
    await using _sender = await openSender()
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.equal(delivery!.state, 'failed')
    assert.match(delivery!.lastError!, /another root secret/)
  })

  it('is delivered when the status is received, with any continuation of the response', async () => {
    await using receiver = await startWebhookReceiver((_, response) => {
      response.writeHead(200).write('x'.repeat(100_000))
      response.once('drain', () => response.destroy())
      return undefined
    })
    await using _sender = await openSender()
    const job = await startJob(receiver.url)
    await tell(job, 'crawl.page')
    const [delivery] = await ended(job)
    assert.deepEqual([delivery!.state, delivery!.attempts], ['delivered', 1])
  })
})

async function stoppedReceiver() {
  await using receiver = await startWebhookReceiver()
  return { url: receiver.url }
}
