import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Browser } from '../../src/browser/browser.ts'
import { loadConfig } from '../../src/config/config.ts'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createModel } from '../../src/llm/llm.ts'
import { createLog } from '../../src/log.ts'
import type { ReadPage, ScrapePage } from '../../src/scrape/scrape.ts'
import { openScraping } from '../../src/compose/scrape.ts'
import { createBlobs, openStore } from '../../src/store/store.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'
import { testDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'
import { startModel } from '../support/model.ts'
import type { FakeModel } from '../support/model.ts'
import { sharedDataDir } from '../support/shared-data-dir.ts'
import { textPdf } from '../support/text-pdf.ts'

const opened = new AsyncDisposableStack()
let site: CrawlSite
let outside: CrawlSite
let model: FakeModel
let withoutModel: ReadPage
let scrapePage: ScrapePage
let withModel: ReadPage

const NO_BROWSER: Browser = {
  unavailable: () => 'this machine has none.',
  isPreparing: () => false,
  prepare() {},
  visit: () => Promise.reject(new Error('there is no browser')),
  counts: () => ({ openTabs: 0, waiting: 0, restarts: 0, processId: undefined }),
  [Symbol.asyncDispose]: async () => {},
}

before(async () => {
  site = opened.use(await startCrawlSite((path, url) => pageAt(url.pathname, path)))
  outside = opened.use(await startCrawlSite(() => '<title>Outside</title><p>Nobody may see this.</p>'))
  model = opened.use(await startModel(() => JSON.stringify({ items: [{ name: 'Cup' }] })))
  const log = createLog('silent', false)
  const { url } = opened.use(await testDatabase())
  const secret = 'a-root-secret-for-tests'
  const store = opened.use(await openStore({ dataDir: sharedDataDir(), databaseUrl: url, secret }, log))
  const egress = opened.use(createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1/32') }))
  const config = loadConfig({ WINNOW_LLM_MODEL_PRO: 'large', WINNOW_DATA_DIR: sharedDataDir() })
  const ground = {
    config,
    log,
    open: opened,
    store,
    egress,
    blobs: createBlobs(store.database, { maxBytes: 1e6 }),
    processId: () => '00000000-0000-4000-8000-000000000000',
  }
  const small = createModel({ url: model.url, key: undefined, model: 'small', request: egress.request })
  ;({ readPage: withoutModel, scrapePage } = await openScraping({ ...ground, model: undefined }, NO_BROWSER))
  ;({ readPage: withModel } = await openScraping({ ...ground, model: small }, NO_BROWSER))
})
after(() => opened.disposeAsync())
beforeEach(() => {
  site.paths.length = 0
  outside.paths.length = 0
})

const LIST = `<html lang=en><head><title>Shop</title></head><body><nav><a href="/">Home</a></nav><main><h1>Shop</h1><h2>Tools</h2><ul>${[
  'Axe',
  'Bow',
  'Cup',
]
  .map(
    (name, at) =>
      `<li><h3><a href="/p${at + 1}">${name}</a></h3><p>Made of oak</p><b class=price>$${at + 1}.50</b></li>`,
  )
  .join('')}</ul><a rel=next href="?page=2">2</a></main></body></html>`

const PEOPLE = `<html lang=en><body><main><h1>maria.gonzalez@example.com</h1><p>Write to
<a href="/m">maria.gonzalez@example.com</a> or call +1 415 555 2671.</p></main></body></html>`

function pageAt(pathname: string, path: string): SitePage {
  if (pathname === '/list') return LIST
  if (pathname === '/people') return PEOPLE
  if (pathname === '/gone') return { status: 404, body: LIST }
  if (pathname === '/file.pdf') {
    return { headers: { 'content-type': 'application/pdf' }, body: textPdf([['A report about rivers']]) }
  }
  const [, to] = path.split('to=')
  return to === undefined ? undefined : { status: 302, headers: { location: decodeURIComponent(to) } }
}

const FORMAT = {
  type: 'json',
  schema: {
    type: 'object',
    properties: {
      items: {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, price: { type: 'number' } } },
      },
    },
  },
}

const CONTEXT = {
  teamId: '00000000-0000-4000-8000-000000000001',
  takeTurn: async () => AbortSignal.timeout(20_000),
  linkTo: (blobId: string) => blobId,
}

type Wishes = Pick<Parameters<ReadPage>[0], 'confinement' | 'usesPro'>

function read(path: string, options: Record<string, unknown> & Wishes = {}, readPage = withoutModel) {
  const { confinement, usesPro, ...rest } = options
  const request = ScrapeRequest.parse({ url: site.url + path, formats: [FORMAT], ...rest })
  return readPage({ ...request, confinement, usesPro }, CONTEXT)
}

const to = (url: string, of = 0) => `/away${of}?to=${encodeURIComponent(url)}`

describe('reading a page', () => {
  it('gives its document, where it leads, its headings and the pages of its records', async () => {
    const { document, leads, headings, records } = await read('/list')
    assert.equal((document.json as { items: unknown[] }).items.length, 3)
    assert.deepEqual(headings, ['Shop', 'Tools'])
    assert.deepEqual(
      records.map(({ record, url }) => [record, url]),
      [1, 2, 3].map((n) => [`/items/${n - 1}`, `${site.url}/p${n}`]),
    )
    const axe = leads.find(({ text }) => text === 'Axe')
    assert.deepEqual(axe, {
      url: `${site.url}/p1`,
      text: 'Axe',
      context: 'Made of oak $1.50 | Tools',
      area: 'content',
      isNext: false,
      isUnfollowed: false,
    })
    assert.deepEqual(
      leads.filter(({ isNext }) => isNext).map(({ url }) => url),
      [`${site.url}/list?page=2`],
    )
    assert.ok(!('leads' in document) && !('records' in document))
  })

  it('gives the same from the cache', async () => {
    const first = await read('/list?cached')
    const again = await read('/list?cached')
    assert.deepEqual(
      [again.leads, again.headings, again.records],
      [first.leads, first.headings, first.records],
    )
    assert.equal(again.document.metadata?.cacheState, 'hit')
    assert.deepEqual(site.paths, ['/list?cached'])
  })

  it('gives it of a page that was scraped without', async () => {
    await scrapePage(ScrapeRequest.parse({ url: `${site.url}/list?plain`, formats: [FORMAT] }), CONTEXT)
    const { document, leads } = await read('/list?plain')
    assert.equal(document.metadata?.cacheState, 'hit')
    assert.ok(leads.length > 0)
  })

  it('gives it of an error page, and of a document', async () => {
    const gone = await read('/gone')
    assert.deepEqual([gone.document.metadata?.statusCode, gone.headings], [404, ['Shop', 'Tools']])
    const file = await read('/file.pdf', { formats: ['markdown'] })
    assert.match(file.document.markdown!, /A report about rivers/)
    assert.deepEqual([file.leads, file.records], [[], []])
  })

  it('takes personal data out of what links and headings say', async () => {
    const { leads, headings } = await read('/people', { redactPII: true })
    assert.match(JSON.stringify([leads, headings]), /Write to/)
    assert.doesNotMatch(JSON.stringify([leads, headings]), /@|555/)
  })
})

describe('a confined page', () => {
  const toSite = () => ({ confinement: { sites: [site.url] } })
  const refused = isFault('SCRAPE_OUTSIDE_CONSTRAINT', /127\.0\.0\.1/)

  it('is read where redirects stay inside', async () => {
    const { document } = await read(to('/list?inside'), toSite())
    assert.equal(document.metadata?.url, `${site.url}/list?inside`)
  })

  it('is not followed outside, also not over several redirects', async () => {
    await assert.rejects(read(to(outside.url), toSite()), refused)
    await assert.rejects(read(to(site.url + to(outside.url)), toSite()), refused)
    await assert.rejects(read(to(`//127.0.0.1:${outside.port}/x`), toSite()), refused)
    assert.deepEqual(outside.paths, [])
  })

  it('is not even followed to another page where one page only may be visited', async () => {
    const path = to('/list?other')
    await assert.rejects(read(path, { confinement: { urls: [site.url + path] } }), refused)
    assert.deepEqual(site.paths, [path])
  })

  it('is not answered with a copy from outside', async () => {
    const path = to(`${outside.url}/kept`, 1)
    assert.equal((await read(path)).document.metadata?.url, `${outside.url}/kept`)
    assert.equal((await read(path)).document.metadata?.cacheState, 'hit')
    await assert.rejects(read(path, toSite()), refused)
    assert.deepEqual(outside.paths, ['/kept'])
    await assert.rejects(read(path, { ...toSite(), lockdown: true }), isFault('SCRAPE_LOCKDOWN_CACHE_MISS'))
  })

  it('is answered with a copy from inside', async () => {
    await read('/list?known')
    assert.equal((await read('/list?known', toSite())).document.metadata?.cacheState, 'hit')
  })

  it('does not wait for one that may lead anywhere, nor the other way round', async () => {
    const path = to(`${outside.url}/together`, 2)
    const [free, confined] = await Promise.allSettled([read(path), read(path, toSite())])
    assert.deepEqual([free.status, confined.status], ['fulfilled', 'rejected'])
    assert.deepEqual(outside.paths, ['/together'])
    const other = to(`${outside.url}/together`, 3)
    const [refusedFirst, after] = await Promise.allSettled([read(other, toSite()), read(other)])
    assert.deepEqual([refusedFirst.status, after.status], ['rejected', 'fulfilled'])
  })
})

describe('reading a page with a model', () => {
  it('lets the larger one answer who wants it, and remembers each for its own', async () => {
    const engines = async (usesPro: boolean) =>
      (await read('/list?models', { usesPro }, withModel)).document.extraction?.engine
    assert.deepEqual(
      [await engines(false), await engines(true), await engines(false), await engines(true)],
      ['small', 'large', 'small', 'large'],
    )
    assert.deepEqual(
      model.requests.map(({ body }) => body.model),
      ['small', 'large'],
    )
  })

  it('gives the pages of the records that it named', async () => {
    const { document, records, leads } = await read('/list?moved', {}, withModel)
    assert.equal((document.json as { items: { name: string }[] }).items[0]!.name, 'Cup')
    assert.deepEqual(records, [{ record: '/items/0', url: `${site.url}/p3` }])
    assert.ok(leads.length > 0)
  })

  it('does not ask it about an error page', async () => {
    const before = model.requests.length
    await read('/gone', {}, withModel)
    assert.equal(model.requests.length, before)
  })
})
