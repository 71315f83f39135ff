import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { API_KEY } from '../support/app.ts'
import { startOverHttp } from '../support/firecrawl-mcp.ts'
import { openLampShop } from '../support/lamp-shop.ts'
import type { LampShop } from '../support/lamp-shop.ts'

/** The published MCP server, unmodified, as an HTTP server configured with the service's URL and no key. */
const open = new AsyncDisposableStack()
let world: LampShop
let server: Awaited<ReturnType<typeof startOverHttp>>
before(async () => {
  world = await openLampShop(open)
  server = open.use(await startOverHttp({ FIRECRAWL_API_URL: world.env.FIRECRAWL_API_URL }))
})
after(() => open.disposeAsync())

/** Every request waits for seconds inside that server, so the tests run concurrently. */
describe('the published MCP server over HTTP', { concurrency: true }, () => {
  it('reports that it is up', async () => {
    const answer = await fetch(`${server.url}/health`)
    assert.deepEqual([answer.status, await answer.text()], [200, 'ok'])
  })

  for (const [name, headers] of [
    ['a bearer', { authorization: `Bearer ${API_KEY}` }],
    ['a header of its own', { 'x-firecrawl-api-key': API_KEY }],
  ] as const) {
    it(`forwards the key that its client sends as ${name}`, async () => {
      await using mcp = await server.connect(headers)
      const { failed, data, text } = await mcp.call('firecrawl_credit_usage', {})
      assert.equal(failed, false, text)
      assert.ok(data.remainingCredits > 0)
    })
  }

  it('reports an invalid key', async () => {
    await using mcp = await server.connect({ authorization: `Bearer fc-${'9'.repeat(32)}` })
    const { failed, text } = await mcp.call('firecrawl_map', { url: world.shop.url })
    assert.equal(failed, true)
    assert.match(text, /key is invalid or revoked/)
  })

  it('scrapes and searches without a key, and reports the tools that need one', async () => {
    await using mcp = await server.connect()
    const [page, found, { failed, text }] = await Promise.all([
      mcp.call('firecrawl_scrape', { url: `${world.shop.url}/lamps/1` }),
      mcp.call('firecrawl_search', { query: 'lamps', limit: 1 }),
      mcp.call('firecrawl_map', { url: world.shop.url }),
    ])
    assert.match(page.data.markdown, /^# Quay floor lamp/)
    assert.equal(found.data.data.web[0].title, 'Harbour desk lamp')
    assert.equal(failed, true)
    assert.match(text, /send an API key/)
  })
})
