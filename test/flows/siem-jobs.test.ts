import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, describe, it } from 'node:test'
import { createBrowserSessions } from '../../src/store/sessions/browser-sessions.ts'
import { createLedger, createProcesses } from '../../src/store/credits/ledger.ts'
import { waitForTask } from '../support/wait-for-task.ts'
import { startShop } from '../support/agent-site.ts'
import { useSharedApp } from '../support/app.ts'
import { createAuditedTeam } from '../support/audited-team.ts'
import { startCollector } from '../support/collector.ts'
import type { TestCollector } from '../support/collector.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

const app = useSharedApp()
let collector: TestCollector
let shop: CrawlSite
before(async () => {
  collector = await startCollector()
  shop = await startShop()
})
after(async () => {
  await collector[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const auditMetadata = { username: 'ann' }

async function start() {
  const team = await createAuditedTeam(app(), { url: collector.url })
  const told = () => collector.of(team.organizationId)
  return {
    ...team,
    jobs: () => told().filter((event) => event.metadata.event_code.startsWith('job.')),
    requests: () => told().filter((event) => event.metadata.event_code === 'request'),
  }
}

describe('a job that ends', () => {
  for (const [type, path, json] of [
    ['crawl', '/v2/crawl', () => ({ url: shop.url, limit: 3, scrapeOptions: { auditMetadata } })],
    ['batch', '/v2/batch/scrape', () => ({ urls: [`${shop.url}/lamps`, `${shop.url}/`], auditMetadata })],
  ] as const) {
    it(`is one event: ${type}`, async () => {
      const { key, jobs, requests } = await start()
      const started = await app().call(path, { key, json: json() })
      await waitUntil(() => jobs().length > 0, 60_000)
      const status = await app().call(`${path}/${started.body.id}`, { key })
      assert.equal(status.body.status, 'completed')
      await waitUntil(() => requests().length > 1)
      assert.equal(jobs().length, 1)
      const [event] = jobs()
      assert.equal(event.metadata.event_code, `job.${type}`)
      assert.equal(event.metadata.correlation_uid, started.body.id)
      assert.equal(event.unmapped.job_state, 'completed')
      assert.equal(event.unmapped.credits, status.body.creditsUsed)
      assert.deepEqual(event.unmapped.claimed_user, { name: 'ann', is_verified: false })
      assert.ok(event.resources[0].name.startsWith(shop.url))
      assert.match(event.actor.user.uid, /^[0-9a-f-]{36}$/)
      const [begun] = requests()
      assert.equal(begun.metadata.correlation_uid, started.body.id)
      assert.equal(begun.actor.user.uid, event.actor.user.uid)
      assert.equal(begun.unmapped.credits, 0)
    })
  }

  it('is a failed event when it was cancelled', async () => {
    const { key, jobs } = await start()
    const json = { url: shop.url, limit: 50, delay: 5 }
    const { body } = await app().call('/v2/crawl', { key, json })
    assert.equal((await app().call(`/v2/crawl/${body.id}`, { method: 'DELETE', key })).status, 200)
    await waitUntil(() => jobs().length > 0)
    assert.deepEqual([jobs()[0].status_id, jobs()[0].status_code], [2, 'cancelled'])
  })

  for (const [type, base, json] of [
    ['agent', '/v2/agent', () => ({ prompt: 'What is sold here?', urls: [`${shop.url}/`], auditMetadata })],
    [
      'extract',
      '/v2/extract',
      () => ({ prompt: 'What is sold here?', urls: [`${shop.url}/`], auditMetadata }),
    ],
  ] as const) {
    it(`is one event without its prompt: ${type}`, async () => {
      const { key, jobs } = await start()
      const { body } = await app().call(base, { key, json: json() })
      await waitForTask(app(), body.id, { key, base })
      await waitUntil(() => jobs().length > 0)
      assert.equal(jobs().length, 1)
      assert.equal(jobs()[0].metadata.event_code, `job.${type}`)
      assert.equal(jobs()[0].metadata.correlation_uid, body.id)
      assert.equal(jobs()[0].unmapped.claimed_user.name, 'ann')
      assert.doesNotMatch(JSON.stringify(collector.events), /is sold here/)
    })
  }

  it('is one event with its bill and key: a browser session', async () => {
    const { id: teamId, jobs } = await start()
    const { db } = app().database
    const [key] = await db.rows<{ id: string }>(`select id from api_keys where team_id = $1`, [teamId])
    const processId = randomUUID()
    await createProcesses(db).register(processId, 'api', 600_000)
    const table = createBrowserSessions(db, { processId: () => processId })
    const id = randomUUID()
    const ledger = createLedger(db, () => processId)
    await ledger.hold({ id, teamId, keyId: key!.id, credits: 4, reason: 'browser' })
    const session = { scrapeId: undefined, streamWebView: false, ttlSeconds: 60, activityTtlSeconds: 60 }
    assert.equal(await table.enter({ id, ...session }), 'entered')
    await table.end(id, { cause: 'crashed', note: undefined, durationMs: 1500 })
    await waitUntil(() => jobs().length > 0)
    assert.equal(jobs().length, 1)
    const [event] = jobs()
    assert.equal(event.metadata.event_code, 'job.browser')
    assert.equal(event.metadata.correlation_uid, id)
    assert.equal(event.actor.user.uid, key!.id)
    assert.deepEqual([event.unmapped.credits, event.duration, event.status_code], [4, 1500, 'crashed'])
  })
})

it('a WebSocket is one event', async () => {
  const { key, requests } = await start()
  const socket = new WebSocket(`${app().url.replace('http', 'ws')}/v2/crawl/${randomUUID()}`, key)
  await once(socket, 'close')
  await waitUntil(() => requests().length > 0)
  assert.equal(requests().length, 1)
  assert.equal(requests()[0].api.response.code, 101)
  assert.equal(JSON.stringify(requests()).includes(key), false)
})
