import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { waitForTask } from '../support/wait-for-task.ts'
import { LAMPS, LAMP_SCHEMA, startShop } from '../support/agent-site.ts'
import { useSharedApp } from '../support/app.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { startWebhookReceiver } from '../support/webhook-receiver.ts'

const app = useSharedApp()
let shop: CrawlSite
before(async () => void (shop = await startShop()))
after(async () => await shop[Symbol.asyncDispose]())

describe('the webhook of a task', () => {
  it('hears of the start, of each action and of the end', async () => {
    await using receiver = await startWebhookReceiver()
    const url = `${shop.url}/lamps/0`
    const request = { prompt: 'The lamp', urls: [url], schema: LAMP_SCHEMA }
    const id = await start('/v2/agent', { ...request, webhook: { url: receiver.url, metadata: { nr: 7 } } })
    await receiver.count(3)
    assert.deepEqual(
      receiver.deliveries.map(({ body }) => ({ ...body, webhookId: '' })),
      [
        { success: true, type: 'agent.started', id, data: [] },
        {
          success: true,
          type: 'agent.action',
          id,
          data: [{ creditsUsed: 2, action: 'scrape', input: { url } }],
        },
        { success: true, type: 'agent.completed', id, data: [{ creditsUsed: 2, data: LAMPS[0] }] },
      ].map((told) => ({ ...told, metadata: { nr: 7 }, webhookId: '' })),
    )
  })

  it('hears why it failed, and that it was cancelled', async () => {
    await using receiver = await startWebhookReceiver()
    const webhook = { url: receiver.url, events: ['failed', 'cancelled'] }
    const gone = { prompt: 'The colour of the sky', urls: [`${shop.url}/gone`], strictConstrainToURLs: true }
    await start('/v2/agent', { ...gone, webhook })
    await receiver.count(1)
    const [failed] = receiver.deliveries
    assert.deepEqual([failed!.body.type, failed!.body.success], ['agent.failed', false])
    assert.deepEqual(failed!.body.data, [{ creditsUsed: 2 }])
    assert.match(failed!.body.error, /Nothing that was asked for was found/)
    // A team that may do nothing at the moment keeps its task waiting for its turn.
    const { id: teamId, key } = await app().team({ limits: { concurrency: 1 } })
    await using _busy = await busy(teamId)
    const started = await app().call('/v2/agent', { key, json: { ...gone, webhook } })
    await app().call(`/v2/agent/${started.body.id}`, { key, method: 'DELETE' })
    assert.equal((await app().call(`/v2/agent/${started.body.id}`, { key })).body.status, 'cancelled')
    // It does not wait for its turn in order to end.
    await receiver.count(2)
    const { type, success, data } = receiver.deliveries[1]!.body
    assert.deepEqual([type, success], ['agent.cancelled', false])
    assert.equal(typeof data[0].creditsUsed, 'number')
  })

  it('hears of an extraction under its own name', async () => {
    await using receiver = await startWebhookReceiver()
    const url = `${shop.url}/lamps/1`
    const request = { urls: [url], schema: LAMP_SCHEMA, prompt: 'The lamp', webhook: receiver.url }
    const id = await start('/v2/extract', request)
    await receiver.count(3)
    const types = receiver.deliveries.map(({ body }) => body.type)
    assert.deepEqual(types, ['extract.started', 'extract.page', 'extract.completed'])
    const [result] = receiver.deliveries[2]!.body.data
    assert.deepEqual([result.success, result.extractId, result.data], [true, id, LAMPS[1]])
    assert.equal(result.totalUrlsScraped, 1)
  })
})

async function start(base: string, json: object): Promise<string> {
  const { status, body } = await app().call(base, { json })
  assert.equal(status, 200, JSON.stringify(body))
  await waitForTask(app(), body.id, { base })
  return body.id
}

/** Takes the only place of a team, in the name of a process that lives. */
async function busy(teamId: string): Promise<AsyncDisposable> {
  const { db } = app().database
  const [slot] = await db.rows<{ id: string }>(
    `insert into slots (id, team_id, process_id, active)
     select gen_random_uuid(), $1, p.id, true from processes p limit 1 returning id`,
    [teamId],
  )
  return {
    async [Symbol.asyncDispose]() {
      await db.rows(`select return_slots((select process_id from slots where id = $1), array[$1::uuid])`, [
        slot!.id,
      ])
    },
  }
}
