import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'

const app = useSharedApp()
/** What each path of the site shows at the moment; what is not there is a 404. */
const shown = new Map<string, SitePage>()
let site: CrawlSite
before(async () => void (site = await startCrawlSite((path) => shown.get(path))))
after(() => site[Symbol.asyncDispose]())

let pages = 0
/** A page that nobody has asked for yet. */
function newPage(content: SitePage): string {
  const path = `/page/${++pages}`
  shown.set(path, content)
  return path
}

function article(text: string): string {
  return `<!doctype html><title>Rivers</title><main><h1>Rivers</h1>
    <p>Rivers are natural streams of water that flow towards an ocean, a lake or another river.</p>
    <p>${text}</p>
    <p>Small rivers are called by other names: stream, creek and brook are among them.</p></main>`
}

function product(price: number): string {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'Product',
    name: 'Paddle',
    offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
  }
  return `<!doctype html><title>Paddle</title><script type="application/ld+json">${JSON.stringify(data)}</script>
    <main><h1>Paddle</h1><p>Price: € ${price}</p><p>A paddle of ash wood for canoes on calm rivers.</p></main>`
}

const schema = { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } }

async function scrape(path: string, changeTracking: object = {}, options: object = {}, key?: string) {
  const answer = await app().call('/v2/scrape', {
    json: {
      url: site.url + path,
      formats: ['markdown', { type: 'changeTracking', ...changeTracking }],
      ...options,
    },
    ...(key !== undefined && { key }),
  })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return { ...answer.body.data, changes: answer.body.data.changeTracking }
}

const statusOf = async (...given: Parameters<typeof scrape>) => (await scrape(...given)).changes.changeStatus

describe('a page whose changes are tracked', () => {
  it('is new, then the same, then changed with a diff', async () => {
    const path = newPage(article('The longest is the Nile.'))
    const asked = { modes: ['git-diff'] }
    const first = await scrape(path, asked)
    assert.deepEqual(first.changes, { previousScrapeAt: null, changeStatus: 'new', visibility: 'visible' })
    assert.match(first.markdown, /the Nile/)

    const second = await scrape(path, asked)
    const { previousScrapeAt, ...same } = second.changes
    assert.deepEqual(same, { changeStatus: 'same', visibility: 'visible' })
    assert.ok(Math.abs(Date.parse(previousScrapeAt) - Date.now()) < 60_000)

    shown.set(path, article('The longest is the Amazon.'))
    const third = await scrape(path, asked)
    assert.equal(third.changes.changeStatus, 'changed')
    assert.match(third.changes.diff, /^--- previous\n\+\+\+ current\n@@ -\d+,\d+ \+\d+,\d+ @@\n/)
    assert.match(third.changes.diff, /^-The longest is the Nile\.\n\+The longest is the Amazon\.$/m)
    assert.equal(third.warning, undefined)
  })

  it('is fetched each time and never answered from the cache', async () => {
    const path = newPage(article('The Danube.'))
    await app().call('/v2/scrape', { json: { url: site.url + path } })
    for (const state of [await scrape(path), await scrape(path)]) {
      assert.equal(state.metadata.cacheState, 'miss')
    }
    assert.equal(site.paths.filter((asked) => asked === path).length, 3)
  })

  it('is tracked by name alone and as an option beside the formats', async () => {
    const path = newPage(article('The Elbe.'))
    const byName = { formats: ['markdown', 'changeTracking'] }
    assert.equal(await statusOf(path, {}, byName), 'new')
    assert.equal(await statusOf(path, {}, { formats: ['markdown'], changeTracking: true }), 'same')
  })

  it('is another one under another tag, and for another team', async () => {
    const path = newPage(article('The Rhine.'))
    const other = await app().team()
    assert.equal(await statusOf(path), 'new')
    assert.equal(await statusOf(path, { tag: 'weekly' }), 'new')
    assert.equal(await statusOf(path, {}, {}, other.key), 'new')
    assert.equal(await statusOf(path), 'same')
    assert.equal(await statusOf(path, { tag: 'weekly' }), 'same')
  })

  it('is removed when it answers with 404, and new when it is back', async () => {
    const path = newPage(article('The Oder.'))
    await scrape(path)
    shown.delete(path)
    const gone = await scrape(path)
    assert.deepEqual([gone.changes.changeStatus, gone.metadata.statusCode], ['removed', 404])
    assert.ok(gone.changes.previousScrapeAt)
    assert.equal(await statusOf(path), 'same')
    shown.set(path, article('The Oder.'))
    assert.equal(await statusOf(path), 'new')
  })

  it('is not compared with an error page, which a warning says', async () => {
    const path = newPage(article('The Loire.'))
    await scrape(path)
    shown.set(path, { status: 500, headers: { 'content-type': 'text/html' }, body: '<p>Out of order.</p>' })
    const refused = await scrape(path, { modes: ['git-diff'] })
    assert.deepEqual([refused.changes.changeStatus, refused.changes.diff], ['same', undefined])
    assert.match(refused.warning, /status 500/)
    shown.set(path, article('The Loire.'))
    assert.equal(await statusOf(path), 'same')
  })

  it('is compared but not kept under zero data retention', async () => {
    const path = newPage(article('The Volga.'))
    assert.equal(await statusOf(path, {}, { zeroDataRetention: true }), 'new')
    assert.equal(await statusOf(path, {}, { zeroDataRetention: true }), 'new')
    assert.equal(await statusOf(path), 'new')
    shown.set(path, article('The Don.'))
    assert.equal(await statusOf(path, {}, { zeroDataRetention: true }), 'changed')
    assert.equal(await statusOf(path), 'changed')
  })

  it('asked for at the same time is new once', async () => {
    const path = newPage(article('The Seine.'))
    const statuses = await Promise.all(Array.from({ length: 4 }, () => statusOf(path)))
    assert.deepEqual(statuses.toSorted(), ['new', 'same', 'same', 'same'])
  })

  it('is found by its id with what was told about it', async () => {
    const path = newPage(article('The Tiber.'))
    const { changes, metadata } = await scrape(path)
    const again = await app().call(`/v2/scrape/${metadata.scrapeId}`)
    assert.deepEqual(again.body.data.changeTracking, changes)
  })

  it('is tracked in a batch, together with scrapes', async () => {
    const path = newPage(article('The Ganges.'))
    await scrape(path, { tag: 'batch' })
    shown.set(path, article('The Indus.'))
    const formats = ['markdown', { type: 'changeTracking', modes: ['git-diff'], tag: 'batch' }]
    const { body } = await runCrawl(
      app(),
      { urls: [site.url + path], formats },
      undefined,
      '/v2/batch/scrape',
    )
    assert.equal(body.data[0].changeTracking.changeStatus, 'changed')
    assert.match(body.data[0].changeTracking.diff, /^\+The Indus\.$/m)
  })
})

describe('data of a page whose changes are tracked', () => {
  it('is told as it was and is', async () => {
    const path = newPage(product(19.99))
    const asked = { modes: ['git-diff', 'json'], schema }
    const first = await scrape(path, asked)
    assert.deepEqual(
      [first.changes.changeStatus, first.changes.json],
      ['new', { name: { previous: null, current: 'Paddle' }, price: { previous: null, current: 19.99 } }],
    )
    assert.equal(first.json, undefined)
    shown.set(path, product(24.99))
    const second = await scrape(path, asked)
    assert.equal(second.changes.changeStatus, 'changed')
    assert.deepEqual(second.changes.json, {
      name: { previous: 'Paddle', current: 'Paddle' },
      price: { previous: 19.99, current: 24.99 },
    })
    assert.match(second.changes.diff, /^\+.*24\.99/m)
  })

  it('decides alone when only it is asked for', async () => {
    const path = newPage(product(5))
    const asked = { modes: ['json'], schema }
    await scrape(path, asked)
    shown.set(path, product(5).replace('ash wood', 'maple'))
    const second = await scrape(path, asked)
    assert.equal(second.changes.changeStatus, 'same')
    assert.deepEqual(second.changes.json.price, { previous: 5, current: 5 })
    assert.equal(second.changes.diff, undefined)
  })

  it('has no previous values when other data was asked for before, which a warning says', async () => {
    const path = newPage(product(7))
    await scrape(path, { modes: ['json'], schema })
    const other = { type: 'object', properties: { price: { type: 'number' } } }
    const second = await scrape(path, { modes: ['json'], schema: other })
    assert.deepEqual(second.changes.json, { price: { previous: null, current: 7 } })
    assert.match(second.warning, /no previous values/)
  })
})
