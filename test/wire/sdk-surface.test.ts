import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, afterEach, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { z as zod4 } from 'zod'
import { z } from 'zod/v3'
import { LAMPS, LAMP_SCHEMA } from '../support/agent-site.ts'
import { API_KEY } from '../support/app.ts'
import { openLampShop } from '../support/lamp-shop.ts'
import type { LampShop } from '../support/lamp-shop.ts'
import { waitUntil } from '../support/wait-until.ts'

/** Features of the published client, unmodified, that the other files of this folder do not test. */
const open = new AsyncDisposableStack()
let world: LampShop
let client: Firecrawl
before(async () => {
  world = await openLampShop(open)
  client = new Firecrawl({ apiKey: API_KEY, apiUrl: world.app.url })
})
afterEach(() => world.app.checkNothingLeft())
after(() => open.disposeAsync())

/** The client retries a target that refuses connections. */
const PATIENCE_MS = 30_000
const lamp = (place: number) => `${world.shop.url}/lamps/${place}`

describe('the published JavaScript client', () => {
  it('gets data that matches a zod schema', async () => {
    const schema = z.object({ name: z.string(), price: z.number(), weight: z.string() })
    // The types of its own zod are too deep for the compiler.
    const told = { type: 'json' as const, schema: schema as object as Record<string, unknown> }
    const { json } = await client.scrape(lamp(1), { formats: [told] })
    assert.deepEqual(schema.parse(json), LAMPS[1])
  })

  it('gets data by a zod 4 schema only as JSON Schema, since it would send an empty one', async () => {
    const schema = zod4.object({ name: zod4.string(), price: zod4.number() })
    const told = { type: 'json' as const, schema: zod4.toJSONSchema(schema) }
    const { json } = await client.scrape(lamp(3), { formats: [told] })
    assert.deepEqual(schema.parse(json), { name: LAMPS[3]!.name, price: LAMPS[3]!.price })
  })

  it('follows a batch: its state, its pages, its errors', async () => {
    const { id } = await client.startBatchScrape([lamp(0), lamp(2), 'http://127.0.0.1:1/'])
    const isOver = async () => (await client.getBatchScrapeStatus(id)).status === 'completed'
    await waitUntil(isOver, PATIENCE_MS)
    const { data } = await client.getBatchScrapeStatus(id)
    const titles = data.map(({ metadata }) => metadata!.title)
    assert.deepEqual(titles.toSorted(), [LAMPS[2]!.name, LAMPS[0]!.name])
    const { errors } = await client.getBatchScrapeErrors(id)
    assert.deepEqual(
      errors.map(({ url }) => url),
      ['http://127.0.0.1:1/'],
    )
  })

  it('cancels a batch', async () => {
    const { id } = await client.startBatchScrape([lamp(0)], { options: { maxAge: 0, waitFor: 20_000 } })
    assert.equal(await client.cancelBatchScrape(id), true)
    assert.equal((await client.getBatchScrapeStatus(id)).status, 'cancelled')
  })

  it('starts an extraction and reads it when it is done', async () => {
    const { id } = await client.startExtract({ urls: [lamp(0)], schema: LAMP_SCHEMA, prompt: 'The lamp' })
    await waitUntil(async () => (await client.getExtractStatus(id!)).status === 'completed')
    assert.deepEqual((await client.getExtractStatus(id!)).data, LAMPS[0])
  })

  it('reads the usage by key', async () => {
    const { periods } = await client.getCreditUsageHistorical(true)
    assert.ok(periods.every(({ apiKey }) => apiKey))
    const tokens = await client.getTokenUsageHistorical(true)
    assert.ok(tokens.periods.every(({ tokensUsed }) => tokensUsed >= 0))
  })

  it('keeps the earlier names of its methods', async () => {
    const { markdown } = await client.scrapeUrl(lamp(0))
    assert.match(markdown!, /# Harbour desk lamp/)
    assert.equal((await client.mapUrl(world.shop.url)).links.length, world.pages.length)
    const crawl = await client.asyncCrawlUrl(world.shop.url)
    await waitUntil(async () => (await client.checkCrawlStatus(crawl.id)).status === 'completed')
    assert.deepEqual((await client.checkCrawlErrors(crawl.id)).errors, [])
    const batch = await client.asyncBatchScrapeUrls([lamp(0)])
    await waitUntil(async () => (await client.checkBatchScrapeStatus(batch.id)).status === 'completed')
    assert.deepEqual((await client.checkBatchScrapeErrors(batch.id)).errors, [])
  })

  it('opens no session for an unknown page, by either name', async () => {
    await assert.rejects(client.scrapeExecute(randomUUID(), { code: '1' }), { status: 404 })
    await assert.rejects(client.deleteScrapeBrowser(randomUUID()), { status: 404 })
    await assert.rejects(client.stopInteractiveBrowser(randomUUID()), { status: 404 })
    await assert.rejects(client.getAgentSnapshot(randomUUID(), randomUUID()), { status: 404 })
  })
})

describe('the published JavaScript client gets an error', () => {
  it('that there is no index of papers or repositories', async () => {
    await assert.rejects(client.research.getPaper('arxiv:1706.03762'), /no index of papers/)
    const similar = await client.research.similarPapers('arxiv:1706.03762', { intent: 'x' })
    assert.deepEqual([similar.results, /no index of papers/.test(similar.note!)], [[], true])
    assert.deepEqual((await client.research.searchGithub('x')).results, [])
  })

  it('that there are no third-party tools', async () => {
    const refused = { status: 403, message: /This endpoint is not enabled for this team/ }
    await assert.rejects(client.findTools(), refused)
    const call = { provider: 'grain', capability: 'prices', options: {} }
    await assert.rejects(client.scrape({ alexandria: call }), refused)
  })

  it('that there is no first version of the API', async () => {
    await assert.rejects(client.v1.scrapeUrl(lamp(0), {}), /404/)
  })

  it('that nothing is monitored', async () => {
    const request = {
      name: 'm',
      schedule: { text: 'hourly' },
      targets: [{ type: 'scrape' as const, urls: [lamp(0)] }],
    }
    await assert.rejects(client.createMonitor(request), { status: 501, code: 'NOT_IMPLEMENTED' })
    const id = randomUUID()
    const calls = [
      () => client.getMonitor(id),
      () => client.updateMonitor(id, { name: 'n' }),
      () => client.deleteMonitor(id),
      () => client.runMonitor(id),
      () => client.listMonitorChecks(id),
      () => client.getMonitorCheck(id, id),
    ]
    for (const call of calls) await assert.rejects(call(), { status: 404, code: 'NOT_FOUND' })
  })
})
