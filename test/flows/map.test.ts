import assert from 'node:assert/strict'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import { deleteExpired } from '../../src/store/housekeeping/housekeeping.ts'
import { useApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite, SitePage } from '../support/crawl-site.ts'

const app = useApp({ WINNOW_ALLOWED_TARGETS: '127.0.0.0/8' })

interface Link {
  url: string
  title?: string
  description?: string
}

async function map(body: { url: string } & Record<string, unknown>, key?: string) {
  const answer = await app().call('/v2/map', { json: body, ...(key !== undefined && { key }) })
  const links: Link[] = answer.body.links ?? []
  const root = new URL(body.url).origin
  return {
    ...answer,
    links,
    paths: links.map(({ url }) => url.replace(root, '')),
    warning: answer.body.warning,
  }
}

/** A site of pages that link to each other; any other path is a 404. */
function linked(links: Record<string, string[]>, others: Record<string, SitePage> = {}): Promise<CrawlSite> {
  return startCrawlSite(
    (path) => others[path] ?? (links[path] ? pageWith(`page ${path}`, links[path]) : undefined),
  )
}

function urlset(root: string, paths: readonly string[]): string {
  return `<?xml version="1.0"?><urlset>${paths.map((path) => `<url><loc>${root}${path}</loc></url>`).join('')}</urlset>`
}

function sitemapIndex(root: string, paths: readonly string[]): string {
  return `<sitemapindex>${paths.map((path) => `<sitemap><loc>${root}${path}</loc></sitemap>`).join('')}</sitemapindex>`
}

function numbered(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, place) => `${prefix}${place + 1}`)
}

/** Serves sitemaps that may contain the site's own root URL, which is only known once it runs. */
function withSitemaps(
  files: (root: string) => Record<string, SitePage>,
  links: Record<string, string[]> = { '/': [] },
): Promise<CrawlSite> {
  return startCrawlSite((path, { origin }) => {
    const file = files(origin)[path]
    return file ?? (links[path] ? pageWith(`page ${path}`, links[path]) : undefined)
  })
}

describe('a map lists the URLs of a site', () => {
  it('from a sitemap index, including gzipped and plain text sitemaps', async () => {
    await using site = await withSitemaps((root) => ({
      '/robots.txt': `Sitemap: ${root}/maps/index.xml\n`,
      '/maps/index.xml': sitemapIndex(root, ['/maps/a.xml', '/maps/b.xml.gz', '/maps/c.txt']),
      '/maps/a.xml': urlset(root, ['/', '/a1', '/a2', '/a2#part', '/picture.png']),
      '/maps/b.xml.gz': {
        headers: { 'content-type': 'application/gzip' },
        body: gzipSync(urlset(root, ['/b1', '/a1'])),
      },
      '/maps/c.txt': {
        headers: { 'content-type': 'text/plain' },
        body: `${root}/c1\nhttp://other.example/x\n`,
      },
    }))
    const { status, body, paths, warning } = await map({ url: site.url })
    assert.equal(status, 200, JSON.stringify(body))
    assert.equal(body.success, true)
    assert.match(body.id, /^[0-9a-f-]{36}$/)
    assert.equal(paths[0], '/')
    assert.deepEqual(paths.toSorted(), ['/', '/a1', '/a2', '/b1', '/c1'])
    assert.equal(warning, undefined)
  })

  it('of a complete paginated catalogue without a sitemap', async () => {
    await using site = await startCrawlSite((_path, url) => {
      if (url.pathname === '/shop') {
        const page = Number(url.searchParams.get('page') ?? 1)
        if (!(page <= 30)) return undefined
        const items = numbered(`/shop/item-${page}-`, 10)
        return pageWith(`Shop, page ${page}`, page < 30 ? [...items, `/shop?page=${page + 1}`] : items)
      }
      return /^\/shop\/item-\d+-\d+$/.test(url.pathname)
        ? pageWith(`item ${url.pathname}`, ['/shop'])
        : undefined
    })
    // Enough time for a busy machine.
    const { paths, links, warning } = await map({ url: `${site.url}/shop`, timeout: 200_000 })
    const items = Array.from({ length: 30 }, (_, page) => numbered(`/shop/item-${page + 1}-`, 10)).flat()
    assert.equal(paths[0], '/shop')
    assert.deepEqual(paths.toSorted(), ['/shop', ...items].toSorted())
    assert.equal(links[0]!.title, 'Shop, page 1')
    assert.equal(warning, undefined)
    assert.ok(site.mostAtOnce <= 8, `${site.mostAtOnce} at once`)
    // Each page of the list is visited as soon as it is known: while the one before it is read, 7 items at
    // most.
    const visits = site.paths.filter((path) => path.startsWith('/shop'))
    assert.ok(
      visits.indexOf('/shop?page=30') < 8 * 30,
      `page 30 was visit ${visits.indexOf('/shop?page=30')}`,
    )
  })

  it('with the titles and descriptions of the visited pages', async () => {
    await using site = await startCrawlSite((path) => {
      if (path === '/') return pageWith('Home', ['/tools'])
      if (path === '/tools')
        return pageWith('Tools', [], '<meta name="description" content="Flails and sieves.">')
      return undefined
    })
    const { links } = await map({ url: site.url })
    assert.deepEqual(links, [
      { url: `${site.url}/`, title: 'Home' },
      { url: `${site.url}/tools`, title: 'Tools', description: 'Flails and sieves.' },
    ])
  })

  it('without pages that are gone or redirect elsewhere', async () => {
    await using site = await linked(
      {
        '/': ['/gone', '/old', '/away', '/a', 'http://other.example/'],
        '/a': [],
        '/new': ['/deep'],
        '/deep': [],
      },
      {
        '/old': { status: 301, headers: { location: '/new' } },
        '/away': { status: 302, headers: { location: 'http://127.0.0.1:1/' } },
      },
    )
    const { paths } = await map({ url: site.url })
    assert.deepEqual(paths.filter((path) => path !== '/away').toSorted(), ['/', '/a', '/deep', '/new'])
  })

  it("from the target of the start's redirect", async () => {
    await using site = await linked(
      { '/en/': ['/en/a', '/de/b'], '/en/a': [], '/de/b': [] },
      { '/': { status: 301, headers: { location: '/en/' } } },
    )
    const { paths } = await map({ url: site.url })
    assert.equal(paths[0], '/en/')
    assert.deepEqual(paths.toSorted(), ['/de/b', '/en/', '/en/a'])
  })
})

describe('a map puts matches of a search first', () => {
  it('by URL, title and description, before the limit applies', async () => {
    await using site = await startCrawlSite((path) => {
      const titles: Record<string, string> = {
        '/news': 'News of the mill',
        '/p/17': 'Repairing threshing machines',
        '/threshing/machines': 'Overview',
        '/contact': 'Contact',
      }
      if (path === '/') return pageWith('Home', Object.keys(titles))
      return titles[path] === undefined ? undefined : pageWith(titles[path]!)
    })
    const all = await map({ url: site.url, search: 'threshing machine' })
    assert.equal(all.links.length, 5)
    assert.deepEqual(all.paths.slice(0, 2).toSorted(), ['/p/17', '/threshing/machines'])
    const one = await map({ url: site.url, search: 'contacts', limit: 1 })
    assert.deepEqual(one.paths, ['/contact'])
  })
})

describe('a map is bounded', () => {
  it('by its limit, and searches no further', async () => {
    await using site = await withSitemaps(
      (root) => ({ '/sitemap.xml': urlset(root, numbered('/a', 2_000)) }),
      {
        '/': ['/elsewhere'],
      },
    )
    const { links } = await map({ url: site.url, limit: 1_500 })
    assert.equal(links.length, 1_500)
    assert.equal(new Set(links.map(({ url }) => url)).size, 1_500)
    assert.ok(!site.paths.includes('/elsewhere'))
  })

  it('by its time limit, and then returns the URLs so far', async () => {
    await using site = await startCrawlSite(async (path) => {
      if (path === '/robots.txt') return undefined
      if (path === '/') return pageWith('Home', ['/slow', '/slower'])
      await delay(60_000, undefined, { ref: false })
      return undefined
    })
    const { status, paths, warning } = await map({ url: site.url, sitemap: 'skip', timeout: 4_000 })
    assert.equal(status, 200)
    assert.deepEqual(paths, ['/', '/slow', '/slower'])
    assert.match(warning, /ms of the request ended/)
  })

  it('and fails when there are none by then', async () => {
    await using site = await startCrawlSite(async (path) => {
      if (path !== '/robots.txt') await delay(60_000, undefined, { ref: false })
      return undefined
    })
    const { status, body } = await map({ url: site.url, timeout: 300 })
    assert.deepEqual([status, body.code, body.success], [408, 'MAP_TIMEOUT', false])
  })

  it('in a calendar, a growing path and an endless query', async () => {
    await using site = await startCrawlSite((path, url) => {
      if (path === '/') return pageWith('Home', ['/about', '/calendar/day-1', '/in/', '/list?sort=1'])
      if (path === '/about') return pageWith('About')
      const day = /^\/calendar\/day-(\d+)$/.exec(path)?.[1]
      if (day !== undefined) return emptyPage('No events.', `/calendar/day-${Number(day) + 1}`)
      if (path.startsWith('/in/')) return emptyPage('Nothing in here.', `${path}deeper/`)
      if (url.pathname === '/list')
        return emptyPage('A list.', `/list?sort=${Number(url.searchParams.get('sort')) + 1}`)
      return undefined
    })
    const { paths, status, warning } = await map({ url: site.url })
    assert.equal(status, 200)
    assert.equal(warning, undefined)
    assert.ok(paths.includes('/about') && paths.includes('/list'))
    assert.ok(site.paths.length < 80, `${site.paths.length} requests`)
  })
})

describe('a map takes its options from the request', () => {
  const files = (root: string) => ({ '/sitemap.xml': urlset(root, ['/listed']) })
  const pages = { '/': ['/linked'], '/linked': [], '/listed': [] }

  it('sitemap: only, skip and include', async () => {
    await using site = await withSitemaps(files, pages)
    const of = async (sitemap: string) =>
      (await map({ url: site.url, sitemap, useIndex: false })).paths.toSorted()
    assert.deepEqual(await of('only'), ['/listed'])
    assert.deepEqual(await of('skip'), ['/', '/linked'])
    assert.deepEqual(await of('include'), ['/', '/linked', '/listed'])
  })

  it('sitemap: only, on the host that the start redirects to', async () => {
    await using target = await startCrawlSite(
      (path, { origin }) =>
        path === '/maps/own.xml'
          ? urlset(origin, ['/en/a', '/en/b'])
          : path === '/robots.txt'
            ? `Sitemap: ${origin}/maps/own.xml\n`
            : path === '/en/'
              ? pageWith('Home', ['/en/linked'])
              : undefined,
      { host: '127.0.0.2' },
    )
    await using site = await linked(
      {},
      {
        '/': { status: 301, headers: { location: '/moved' } },
        '/moved': { status: 302, headers: { location: `${target.url}/en/` } },
        '/sitemap.xml': urlset('http://127.0.0.1', ['/old']),
      },
    )
    const { status, links, warning } = await map({ url: site.url, sitemap: 'only' })
    assert.deepEqual([status, warning], [200, undefined])
    assert.deepEqual(
      links.map(({ url }) => url),
      [`${target.url}/en/a`, `${target.url}/en/b`],
    )
  })

  it('sitemap: only, where robots.txt forbids the start or the start cannot be read', async () => {
    const listed = (root: string) => ({ '/sitemap.xml': urlset(root, ['/listed']) })
    await using closed = await withSitemaps((root) => ({
      ...listed(root),
      '/robots.txt': 'User-agent: *\nDisallow: /$\n',
    }))
    assert.deepEqual((await map({ url: closed.url, sitemap: 'only' })).paths, ['/listed'])
    assert.ok(!closed.paths.includes('/'))
    await using broken = await withSitemaps(
      (root) => ({ ...listed(root), '/': { status: 301, headers: { location: 'http://127.0.0.1:1/' } } }),
      {},
    )
    const { status, paths, warning } = await map({ url: broken.url, sitemap: 'only' })
    assert.deepEqual([status, paths], [200, ['/listed']])
    assert.match(warning, /The page could not be read/)
  })

  it('filterByPath', async () => {
    await using site = await linked({
      '/docs': ['/docs/a', '/blog/b', '/docsearch'],
      '/docs/a': [],
      '/blog/b': [],
      '/docsearch': [],
    })
    const url = `${site.url}/docs`
    assert.deepEqual((await map({ url })).paths.toSorted(), ['/docs', '/docs/a'])
    assert.deepEqual((await map({ url, filterByPath: false })).paths.toSorted(), [
      '/blog/b',
      '/docs',
      '/docs/a',
      '/docsearch',
    ])
  })

  it('includePaths and excludePaths, and still visits unlisted pages to find more', async () => {
    await using site = await linked({
      '/': ['/lists/1', '/private/x'],
      '/lists/1': ['/items/1', '/items/2'],
      '/items/1': [],
      '/items/2': [],
      '/private/x': ['/items/hidden'],
      '/items/hidden': [],
    })
    const options = { includePaths: ['^/items/'], excludePaths: ['/private/', '/2$'] }
    assert.deepEqual((await map({ url: site.url, ...options })).paths, ['/items/1'])
    assert.ok(!site.paths.includes('/private/x'))
    const whole = { includePaths: [`:${site.port}/items/1$`], regexOnFullURL: true }
    assert.deepEqual((await map({ url: site.url, ...whole })).paths, ['/items/1'])
  })

  it('ignoreQueryParameters', async () => {
    await using site = await linked({
      '/': ['/a?x=1', '/a?x=2&utm_source=mail', '/b'],
      '/a?x=1': ['/found'],
      '/a?x=2': [],
      '/a': [],
      '/b': [],
      '/found': [],
    })
    assert.deepEqual((await map({ url: site.url })).paths.toSorted(), ['/', '/a', '/b', '/found'])
    const apart = await map({ url: site.url, ignoreQueryParameters: false })
    assert.deepEqual(apart.paths.toSorted(), ['/', '/a?x=1', '/a?x=2', '/b', '/found'])
  })

  it('robots.txt, its pauses, and ignoreRobotsTxt', async () => {
    await using site = await linked(
      { '/': ['/open', '/closed/a'], '/open': [], '/closed/a': ['/behind'], '/behind': [] },
      { '/robots.txt': 'User-agent: *\nDisallow: /closed/\nCrawl-delay: 1\n' },
    )
    assert.deepEqual((await map({ url: site.url, sitemap: 'skip' })).paths.toSorted(), ['/', '/open'])
    const [home, open] = ['/', '/open'].map((path) => site.times[site.paths.indexOf(path)]!)
    assert.ok(open! - home! >= 500, `a pause of ${open! - home!} ms`)
    const all = await map({ url: site.url, ignoreRobotsTxt: true, useIndex: false })
    assert.deepEqual(all.paths.toSorted(), ['/', '/behind', '/closed/a', '/open'])
  })

  it('maxDiscoveryDepth', async () => {
    await using site = await linked({ '/': ['/1'], '/1': ['/2'], '/2': ['/3'], '/3': [] })
    const of = async (maxDiscoveryDepth: number) =>
      (await map({ url: site.url, maxDiscoveryDepth, useIndex: false })).paths.toSorted()
    assert.deepEqual(await of(0), ['/'])
    assert.deepEqual(await of(1), ['/', '/1'])
    assert.deepEqual(await of(2), ['/', '/1', '/2'])
  })

  it('maxDiscoveryDepth, which does not limit sitemaps', async () => {
    await using site = await withSitemaps(files, pages)
    const { paths } = await map({ url: site.url, maxDiscoveryDepth: 0, useIndex: false })
    assert.deepEqual(paths.toSorted(), ['/', '/listed'])
  })

  it('crawlEntireDomain', async () => {
    await using site = await linked({ '/docs': ['/blog/b'], '/blog/b': [] })
    const { paths } = await map({ url: `${site.url}/docs`, crawlEntireDomain: true })
    assert.deepEqual(paths.toSorted(), ['/blog/b', '/docs'])
  })

  it('deduplicateSimilarURLs', async () => {
    await using site = await linked({ '/': ['/a', '/a/'], '/a': [], '/a/': [] })
    assert.deepEqual((await map({ url: site.url, useIndex: false })).paths.toSorted(), ['/', '/a'])
    const apart = await map({ url: site.url, deduplicateSimilarURLs: false, useIndex: false })
    assert.deepEqual(apart.paths.toSorted(), ['/', '/a', '/a/'])
  })

  it('delay', async () => {
    await using site = await linked({ '/': ['/a', '/b'], '/a': [], '/b': [] })
    await map({ url: site.url, sitemap: 'skip', delay: 0.3 })
    const [first, second, third] = ['/', '/a', '/b']
      .map((path) => site.times[site.paths.indexOf(path)]!)
      .toSorted()
    assert.ok(second! - first! >= 250, `a pause of ${second! - first!} ms`)
    assert.ok(third! - second! >= 250, `a pause of ${third! - second!} ms`)
  })

  it('allowExternalLinks', async () => {
    await using site = await linked({ '/': ['/a', 'http://other.example/page'], '/a': [] })
    const { paths } = await map({ url: site.url, allowExternalLinks: true })
    assert.deepEqual(paths.toSorted(), ['/', '/a', 'http://other.example/page'])
  })

  it('headers', async () => {
    await using site = await startCrawlSite((_path, _url, { headers }) =>
      headers['x-member'] === 'yes' ? pageWith('Members', ['/inner']) : pageWith('Visitors', ['/outer']),
    )
    const { paths } = await map({ url: site.url, headers: { 'X-Member': 'yes' }, sitemap: 'skip' })
    assert.deepEqual(paths.toSorted(), ['/', '/inner'])
    assert.deepEqual((await map({ url: site.url, sitemap: 'skip' })).paths.toSorted(), ['/', '/outer'])
  })
})

describe('a map knows the pages that its team has scraped', () => {
  const pages = { '/': ['/a'], '/a': [], '/hidden': [] }

  it('and no other team, unless it must search for itself', async () => {
    await using site = await linked(pages)
    const scraped = await app().call('/v2/scrape', { json: { url: `${site.url}/hidden` } })
    assert.equal(scraped.status, 200)
    const { links } = await map({ url: site.url })
    assert.deepEqual(
      links.find(({ url }) => url.endsWith('/hidden')),
      { url: `${site.url}/hidden`, title: 'page /hidden' },
    )
    for (const options of [{ useIndex: false }, { ignoreCache: true }]) {
      assert.deepEqual((await map({ url: site.url, ...options })).paths.toSorted(), ['/', '/a'])
    }
    const other = await app().team()
    assert.deepEqual((await map({ url: site.url }, other.key)).paths.toSorted(), ['/', '/a'])
  })

  it('for a month', async () => {
    await using site = await linked(pages)
    const { db } = app().database
    await app().call('/v2/scrape', { json: { url: `${site.url}/hidden` } })
    assert.ok((await map({ url: site.url })).paths.includes('/hidden'))
    await db.rows(`update seen_pages set seen_at = now() - interval '31 days' where url like $1`, [
      `${site.url}/%`,
    ])
    assert.ok(!(await map({ url: site.url })).paths.includes('/hidden'))
    await deleteExpired(db)
    assert.deepEqual(await db.rows(`select from seen_pages where url = $1`, [`${site.url}/hidden`]), [])
  })

  it('but not pages scraped with zero data retention or own headers, nor missing pages', async () => {
    await using site = await linked({ ...pages, '/hidden2': [] })
    const scrape = (json: object) => app().call('/v2/scrape', { json })
    await scrape({ url: `${site.url}/hidden`, zeroDataRetention: true })
    await scrape({ url: `${site.url}/hidden2`, headers: { 'X-Member': 'yes' } })
    await scrape({ url: `${site.url}/missing` })
    assert.deepEqual((await map({ url: site.url })).paths.toSorted(), ['/', '/a'])
  })
})

describe('a map that finds nothing', () => {
  it('fails with the error of its start', async () => {
    const unresolved = await map({ url: 'http://no-such-host.invalid' })
    assert.deepEqual([unresolved.status, unresolved.body.code], [200, 'SCRAPE_DNS_RESOLUTION_ERROR'])
    const refused = await map({ url: 'http://127.0.0.1:1/' })
    assert.deepEqual([refused.status, refused.body.code], [500, 'SCRAPE_SITE_ERROR'])
  })

  for (const sitemap of ['include', 'skip', 'only']) {
    it(`is an empty list with a warning when the start is 404, with sitemap: ${sitemap}`, async () => {
      await using site = await linked({})
      const { status, body } = await map({ url: site.url, sitemap })
      assert.deepEqual([status, body.success, body.links], [200, true, []])
      assert.match(body.warning, /status 404/)
    })
  }

  it('is an empty list only when no other URL is known for a start that is 404', async () => {
    await using site = await withSitemaps((root) => ({ '/sitemap.xml': urlset(root, ['/a', '/b']) }), {})
    for (const sitemap of ['include', 'only']) {
      const { status, paths, warning } = await map({ url: site.url, sitemap, useIndex: false })
      assert.deepEqual([status, paths], [200, ['/a', '/b']])
      assert.match(warning, /status 404/)
    }
  })

  it('fails when the start has another error status or is closed', async () => {
    await using site = await linked({}, { '/': { status: 503 } })
    const broken = await map({ url: site.url })
    assert.deepEqual([broken.status, broken.body.code], [500, 'MAP_FAILED'])
    assert.match(broken.body.error, /503/)
    await using closed = await linked({ '/': [] }, { '/robots.txt': 'User-agent: *\nDisallow: /\n' })
    const { status, body } = await map({ url: closed.url })
    assert.deepEqual([status, body.code], [500, 'MAP_FAILED'])
    assert.match(body.error, /robots\.txt/)
  })

  it('returns a reason when the options exclude everything', async () => {
    await using site = await linked({ '/': [] })
    const { status, links, warning } = await map({ url: site.url, sitemap: 'only' })
    assert.deepEqual([status, links], [200, []])
    assert.match(warning, /no sitemap/)
    assert.match((await map({ url: site.url, includePaths: ['never'] })).warning, /options of the request/)
  })
})

describe('a map costs one credit', () => {
  it('for any number of URLs, and needs one', async () => {
    await using site = await linked({ '/': ['/a', '/b'], '/a': [], '/b': [] })
    const { key } = await app().team({ credits: 1 })
    const balance = async () =>
      (await app().call('/v2/team/credit-usage', { key })).body.data.remainingCredits
    assert.equal((await map({ url: 'http://127.0.0.1:1/' }, key)).status, 500)
    assert.equal(await balance(), 1)
    assert.equal((await map({ url: site.url }, key)).status, 200)
    assert.equal(await balance(), 0)
    const { status, body } = await map({ url: site.url }, key)
    assert.deepEqual([status, body.code], [402, 'PAYMENT_REQUIRED'])
  })

  it('and every map takes a slot of the team', async () => {
    await using site = await startCrawlSite(async (path) => {
      if (path === '/robots.txt') return undefined
      await delay(20)
      return path === '/' ? pageWith('Home', numbered('/a', 10)) : pageWith(`page ${path}`)
    })
    const { key } = await app().team({ limits: { concurrency: 2 } })
    assert.equal((await map({ url: site.url, sitemap: 'skip' }, key)).links.length, 11)
    assert.ok(site.mostAtOnce <= 2, `${site.mostAtOnce} at once`)
  })
})

function emptyPage(text: string, next: string): string {
  return `<title>${text}</title><main><h1>${text}</h1><p>There is nothing here. Try <a href="${next}">the next one</a>.</p></main>`
}
