import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { LAMPS, LAMP_SCHEMA, startShop } from '../support/agent-site.ts'
import { API_KEY, useSharedApp } from '../support/app.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'

/** The published client, unmodified: its view is the truth. */
const app = useSharedApp()
let shop: CrawlSite
before(async () => void (shop = await startShop()))
after(async () => await shop[Symbol.asyncDispose]())

function client() {
  return new Firecrawl({ apiKey: API_KEY, apiUrl: app().url })
}

function lampTask() {
  return { prompt: 'The lamp', urls: [`${shop.url}/lamps/0`], schema: LAMP_SCHEMA }
}

describe('the published JavaScript client', () => {
  it('runs an agent and waits for its end', async () => {
    const task = await client().agent({
      ...lampTask(),
      strictConstrainToURLs: true,
      model: 'spark-1-pro',
      maxCredits: 100,
      pollInterval: 1,
    })
    assert.deepEqual([task.success, task.status, task.creditsUsed], [true, 'completed', 5])
    assert.deepEqual(task.data, LAMPS[0])
    assert.equal(task.model, 'spark-1-pro')
  })

  it('starts, reads, lists, traces and cancels', async () => {
    const { id, threadId } = await client().startAgent(lampTask())
    assert.ok(id && threadId)
    assert.match((await client().getAgentStatus(id)).status, /processing|completed/)
    const { agents } = await client().listAgents()
    assert.ok(agents!.some((task) => task.id === id))
    const { events } = await client().getAgentTrace(id)
    assert.ok(events!.every(({ runId }) => runId === id))
    const { thread } = await client().getAgentThread(threadId)
    assert.equal(thread!.runs[0]!.id, id)
    const slow = await client().startAgent({ prompt: 'x', urls: ['http://127.0.0.1:1/'] })
    const cancelled = await client()
      .cancelAgent(slow.id)
      .catch((failure: { status: number }) => failure.status === 409)
    assert.equal(cancelled, true)
    await waitUntil(async () => (await client().getAgentStatus(id)).status === 'completed')
    await client().agent({ ...lampTask(), threadId, mode: 'chat', pollInterval: 1 })
  })

  it('reports failures', async () => {
    await assert.rejects(client().getAgentStatus(randomUUID()), { status: 404 })
    await assert.rejects(client().startAgent({ prompt: 'x', threadId: randomUUID() }), {
      status: 404,
      code: 'thread_not_found',
    })
    const failed = await client().agent({
      prompt: 'The colour of the sky',
      urls: [shop.url],
      pollInterval: 1,
    })
    assert.equal(failed.status, 'failed')
    assert.ok(failed.error)
  })

  it('extracts and waits for the end', async () => {
    const { urls, schema } = lampTask()
    const done = await client().extract({
      urls,
      schema,
      prompt: 'The lamp',
      showSources: true,
      pollInterval: 1,
    })
    assert.deepEqual([done.success, done.status, done.data], [true, 'completed', LAMPS[0]])
    assert.deepEqual(done.sources!.name, urls)
  })
})
