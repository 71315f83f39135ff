import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { SitePage } from '../support/crawl-site.ts'
import { runCrawl, waitForCrawl } from '../support/run-crawl.ts'
import { pdfOf } from '../support/pdf-file.ts'
import { waitUntil } from '../support/wait-until.ts'

/** No browser here: pages that need one fail. */
const app = useApp({ WINNOW_CHROMIUM: '/bin/false' })

describe('a crawl loses nothing and ends', () => {
  it('when a parameter changes nothing on one page and everything on another', async () => {
    await using site = await startCrawlSite((path, url) => {
      const logins = Array.from({ length: 6 }, (_, place) => `/login?id=${place}`)
      if (path === '/') return pageWith('home', [...logins, '/products'])
      if (url.pathname === '/login') return '<title>Login</title><main><p>Who are you?</p></main>'
      if (path === '/products')
        return pageWith(
          'products',
          NAMES.map((_, place) => `/product?id=${place}`),
        )
      const id = url.searchParams.get('id')
      return url.pathname === '/product' && id !== null ? pageWith(`the ${NAMES[Number(id)]}`) : undefined
    })
    const { paths } = await runCrawl(app(), { url: site.url, maxConcurrency: 1 })
    assert.equal(paths.filter((path) => path.startsWith('/product?')).length, NAMES.length)
    assert.equal(paths.filter((path) => path.startsWith('/login')).length, 1)
  })

  it(
    'with pages that need a missing feature: they fail after a few attempts',
    { timeout: 120_000 },
    async () => {
      await using site = await startCrawlSite((path) => (path === '/' ? pageWith('home') : undefined))
      const { key } = await app().team({ credits: 10 })
      const started = await app().call('/v2/batch/scrape', {
        key,
        json: { urls: [site.url], formats: ['screenshot'] },
      })
      const { id } = started.body
      const tries = () =>
        app().database.db.rows<{ attempts: number }>(`select attempts from crawl_pages where crawl_id = $1`, [
          id,
        ])
      await waitUntil(async () => (await tries())[0]!.attempts >= 1)
      // Skips the long pauses between attempts.
      await app().database.db.rows(
        `update crawl_pages set attempts = 10, not_before = now() where crawl_id = $1 and state = 'queued'`,
        [id],
      )
      const { status, body } = await waitForCrawl(app(), id, key, '/v2/batch/scrape')
      assert.deepEqual([status, body.completed, body.creditsUsed], ['completed', 1, 0])
      const { errors } = (await app().call(`/v2/batch/scrape/${id}/errors`, { key })).body
      assert.equal(errors[0].code, 'UNAVAILABLE')
    },
  )

  it('when its start redirects to a page that names another as canonical', async () => {
    const links: Record<string, string[]> = { '/shop/': ['/shop/a', '/shop/b'], '/shop/a': [], '/shop/b': [] }
    await using site = await startCrawlSite((path): SitePage => {
      if (path === '/old/start/') return { status: 302, headers: { location: '/shop/welcome/' } }
      if (path === '/shop/welcome/') {
        return pageWith('welcome', ['/shop/welcome/more'], '<link rel="canonical" href="/shop/welcome/all/">')
      }
      if (path === '/shop/welcome/all/') return pageWith('everything', ['/shop/welcome/all/x'])
      if (path.startsWith('/shop/welcome/')) return pageWith(`more of ${path.slice(14)}`)
      return links[path] && pageWith(`the ${path}`, links[path])
    })
    const { paths } = await runCrawl(app(), { url: `${site.url}/old/start/`, sitemap: 'skip' })
    assert.deepEqual(paths, [
      '/shop/welcome/',
      '/shop/welcome/all/',
      '/shop/welcome/all/x',
      '/shop/welcome/more',
    ])
  })

  it('when sitemaps list ever more sitemaps', async () => {
    let named = 0
    await using site = await startCrawlSite((path, { origin }): SitePage => {
      if (path === '/') return pageWith('home')
      if (!path.includes('sitemap')) return undefined
      const sitemaps = Array.from(
        { length: 60 },
        () => `<sitemap><loc>${origin}/sitemap-${++named}.xml</loc></sitemap>`,
      )
      return {
        headers: { 'content-type': 'application/xml' },
        body: `<sitemapindex>${sitemaps.join('')}</sitemapindex>`,
      }
    })
    const { status, body } = await runCrawl(app(), { url: site.url })
    assert.deepEqual([status, body.data.length], ['completed', 1])
    assert.ok(site.paths.length < 1_100, `${site.paths.length} requests`)
  })

  it('while another request of the team holds its last credits for a moment', async () => {
    const held = Promise.withResolvers<void>()
    await using site = await startCrawlSite(async (path): Promise<SitePage> => {
      if (path === '/slow') await held.promise
      return path === '/' ? pageWith('home', ['/a', '/b', '/c']) : pageWith(`page ${path}`)
    })
    const { key } = await app().team({ credits: 5 })
    const scrape = app().call('/v2/scrape', { key, json: { url: `${site.url}/slow` } })
    await waitUntil(() => site.paths.includes('/slow'))
    const { id } = (
      await app().call('/v2/crawl', {
        key,
        json: { url: site.url, limit: 5, sitemap: 'skip', ignoreRobotsTxt: true },
      })
    ).body
    await waitUntil(async () => (await app().call(`/v2/crawl/${id}`, { key })).body.completed >= 3)
    held.resolve()
    assert.equal((await scrape).status, 200)
    const { status, body } = await waitForCrawl(app(), id, key)
    assert.deepEqual([status, body.creditsUsed], ['completed', 4])
  })

  it('and returns no document whose pages cost more than the team has', async () => {
    const pages = Array.from({ length: 6 }, (_, at) => [`Page ${at + 1} of a report on the harvest.`])
    await using site = await startCrawlSite((path): SitePage | undefined => {
      if (path === '/') return pageWith('home', ['/report.pdf'])
      return path === '/report.pdf'
        ? { headers: { 'content-type': 'application/pdf' }, body: pdfOf(pages) }
        : undefined
    })
    const poor = await app().team({ credits: 6 })
    const few = await runCrawl(app(), { url: site.url, sitemap: 'skip' }, poor.key)
    assert.deepEqual([few.status, few.paths, few.body.creditsUsed], ['completed', ['/'], 1])
    const { errors } = (await app().call(`/v2/crawl/${few.id}/errors`, { key: poor.key })).body
    assert.deepEqual(
      errors.map(({ code }: { code: string }) => code),
      ['PAYMENT_REQUIRED'],
    )
    assert.match(errors[0].error, /costs 5 more/)
    const rich = await app().team({ credits: 7 })
    const all = await runCrawl(app(), { url: site.url, sitemap: 'skip' }, rich.key)
    assert.deepEqual([all.status, all.paths.length, all.body.creditsUsed], ['completed', 2, 7])
  })

  it('when it is cancelled after more than a day', async () => {
    await using site = await startCrawlSite((path) =>
      path === '/' ? pageWith('home', ['/a']) : pageWith('a'),
    )
    const { id } = (await app().call('/v2/crawl', { json: { url: site.url, delay: 60, sitemap: 'skip' } }))
      .body
    await app().database.db.rows(`update crawls set expires_at = now() - interval '1 hour' where id = $1`, [
      id,
    ])
    assert.equal((await app().call(`/v2/crawl/${id}`)).body.status, 'scraping')
    assert.equal((await app().call(`/v2/crawl/${id}`, { method: 'DELETE' })).body.status, 'cancelled')
  })
})

describe('a crawl does not delay others', () => {
  it('when its pages wait for a host: pages of other hosts continue', async () => {
    await using slow = await startCrawlSite((path): SitePage => {
      if (path === '/robots.txt')
        return { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 60' }
      return path === '/'
        ? pageWith(
            'slow',
            Array.from({ length: 60 }, (_, place) => `/${place}`),
          )
        : pageWith(`p ${path}`)
    })
    await using quick = await startCrawlSite(() => pageWith('quick'))
    const crawling = (await app().call('/v2/crawl', { json: { url: slow.url, sitemap: 'skip' } })).body
    await waitUntil(async () => (await app().call(`/v2/crawl/${crawling.id}`)).body.completed >= 1)
    const urls = [...Array.from({ length: 60 }, (_, place) => `${slow.url}/${place}`), `${quick.url}/`]
    const batch = (await app().call('/v2/batch/scrape', { json: { urls } })).body
    await waitUntil(async () => (await app().call(`/v2/batch/scrape/${batch.id}`)).body.completed >= 1)
    const { data } = (await app().call(`/v2/batch/scrape/${batch.id}`)).body
    assert.equal(data[0].metadata.sourceURL, `${quick.url}/`)
    await app().call(`/v2/batch/scrape/${batch.id}`, { method: 'DELETE' })
    await app().call(`/v2/crawl/${crawling.id}`, { method: 'DELETE' })
  })
})

const NAMES = 'mill river baker wheat barley sieve chaff sack oven loaf'.split(' ')
