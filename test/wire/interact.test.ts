import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Firecrawl } from 'firecrawl'
import { API_KEY, useSharedApp } from '../support/app.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

/** The published client, unmodified: its view is the truth. */
const app = useSharedApp()
let site: Site
before(async () => void (site = await startSite()))
after(() => site[Symbol.asyncDispose]())

function client() {
  return new Firecrawl({ apiKey: API_KEY, apiUrl: app().url })
}

const SHOP = `<title>Shop</title><h1>Shop</h1><button onclick="cart.textContent = '1 item in the cart'">Add to cart</button>
  <p id=cart>The cart is empty</p>`

describe('the published JavaScript client', () => {
  it('scrapes, acts by prompt and code, and stops', async () => {
    const document = await client().scrape(`${site.url}/page?html=${encodeURIComponent(SHOP)}`)
    const scrapeId = document.metadata!.scrapeId as string
    const acted = await client().interact(scrapeId, { prompt: 'Click "Add to cart"' })
    assert.equal(acted.success, true, JSON.stringify(acted))
    assert.ok(acted.output && acted.liveViewUrl && acted.interactiveLiveViewUrl && acted.cdpUrl)
    const read = await client().interact(scrapeId, {
      code: "await page.textContent('#cart')",
      language: 'node',
    })
    assert.deepEqual([read.success, read.result, read.exitCode], [true, '1 item in the cart', 0])
    const failed = await client().interact(scrapeId, { code: 'nothing.at.all' })
    assert.deepEqual([failed.success, failed.exitCode], [false, 1])
    assert.match(failed.error!, /nothing/)
    const stopped = await client().stopInteraction(scrapeId)
    assert.deepEqual([stopped.success, stopped.creditsBilled], [true, 7])
    await assert.rejects(
      client().interact(scrapeId, { code: '1' }),
      (error: Error & { status?: number }) => error.status === 410,
    )
  })

  it('opens, lists, uses and deletes a browser', async () => {
    const { id, expiresAt } = await client().browser({ ttl: 60 })
    assert.ok(Date.parse(expiresAt!) > Date.now())
    const run = await client().browserExecute(id!, { code: 'return 6 * 7', language: 'node' })
    assert.deepEqual([run.success, run.result], [true, '42'])
    const { sessions } = await client().listBrowsers({ status: 'active' })
    assert.deepEqual(
      sessions!.map((session) => session.id),
      [id],
    )
    const deleted = await client().deleteBrowser(id!)
    assert.deepEqual([deleted.success, deleted.creditsBilled], [true, 2])
  })
})
