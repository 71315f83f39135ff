import assert from 'node:assert/strict'
import { gzipSync } from 'node:zlib'
import { describe, it } from 'node:test'
import { useSharedApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { SitePage } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'

const app = useSharedApp()

/** A site of pages that link to each other; what is not among them is a 404. */
function linked(links: Record<string, string[]>, others: Record<string, SitePage> = {}) {
  return startCrawlSite(
    (path) => others[path] ?? (links[path] ? pageWith(`page ${path}`, links[path]) : undefined),
  )
}

describe('a crawl finds every page once', () => {
  it('whatever ways of writing its address lead to it, and counts exactly', async () => {
    const links: Record<string, string[]> = {
      '/': ['/a', '/b/', '/c?x=1', '#top', 'mailto:a@example.com'],
      '/a': ['/', '/a#part', '/A', '/b', '/index.html'],
      '/A': [],
      '/b/': ['/b/one.html', '/picture.png'],
      '/b/one.html': ['/c?x=1&utm_source=mail', '/c?y=2&x=3', '/c?x=3&y=2'],
      '/c?x=1': ['/c?x=2', 'http://other.example/'],
      '/c?x=2': ['/a?PHPSESSID=0123456789abcdef0123456789abcdef'],
      '/c?y=2&x=3': [],
    }
    await using site = await linked(links)
    const { status, paths, body } = await runCrawl(app(), { url: site.url })
    assert.equal(status, 'completed', JSON.stringify(body))
    assert.deepEqual(paths, Object.keys(links).toSorted())
    assert.deepEqual([body.completed, body.total, body.creditsUsed], [8, 8, 8])
  })

  it('behind redirects, which are folded into where they lead', async () => {
    const to = (location: string): SitePage => ({ status: 302, headers: { location } })
    await using site = await linked(
      { '/': ['/old', '/older', '/new', '/away', '/loop'], '/new': ['/only-old'], '/moved': [] },
      {
        '/old': to('/new'),
        '/older': to('/old'),
        '/only-old': to('/moved'),
        '/away': to('http://127.0.0.1:1/elsewhere'),
        '/loop': to('/loop'),
      },
    )
    const { paths, body, id } = await runCrawl(app(), { url: site.url })
    assert.deepEqual(paths, ['/', '/moved', '/new'])
    const { errors } = (await app().call(`/v2/crawl/${id}/errors`)).body
    assert.deepEqual(errors.map(({ url }: { url: string }) => url.slice(site.url.length)).toSorted(), [
      '/away',
      '/loop',
    ])
    assert.equal(body.creditsUsed, 3)
    assert.equal(body.completed, body.total)
  })

  it('when the start leads elsewhere on the site', async () => {
    await using site = await linked(
      { '/en/': ['/en/a', '/de/b'], '/en/a': [], '/de/b': [] },
      { '/': { status: 301, headers: { location: '/en/' } } },
    )
    assert.deepEqual((await runCrawl(app(), { url: site.url })).paths, ['/de/b', '/en/', '/en/a'])
  })

  it('under the address that it names itself by, unless that is another page', async () => {
    const canonical = (href: string) => `<link rel="canonical" href="${href}">`
    await using site = await startCrawlSite((path) => {
      if (path === '/') return pageWith('home', ['/a?view=print', '/a', '/list?page=2', '/x', '/y', '/z'])
      if (path.startsWith('/a')) return pageWith('the a', ['/'], canonical('/a'))
      if (path === '/list') return pageWith('the first list', [])
      if (path === '/list?page=2') return pageWith('the second part of it', [], canonical('/list'))
      // Each says that it is a copy of the other.
      if (path === '/x') return pageWith('the same', [], canonical('/y'))
      if (path === '/y') return pageWith('the same', [], canonical('/x'))
      if (path === '/z') return pageWith('the z', ['/from-z'], canonical('/'))
      if (path === '/from-z') return pageWith('only the z leads here')
      return undefined
    })
    const { paths, body } = await runCrawl(app(), { url: site.url })
    assert.equal(paths.length, 7, paths.join(' '))
    assert.ok(paths.includes('/a') && !paths.includes('/a?view=print'), paths.join(' '))
    assert.deepEqual(
      paths.filter((path) => /^\/(list|z|$)/.test(path)),
      ['/', '/list', '/list?page=2', '/z'],
    )
    assert.ok(paths.includes('/from-z'))
    assert.equal(body.total, 7)
  })

  it('and says of a page with the text of another which one that is', async () => {
    const page =
      '<title>Mill</title><main><h1>The mill</h1><p>It grinds rye, wheat and barley all year.</p></main>'
    await using site = await startCrawlSite((path) => {
      if (path === '/') return pageWith('home', ['/one', '/two'])
      return path === '/one' || path === '/two' ? page : undefined
    })
    const { paths, body } = await runCrawl(app(), { url: site.url, maxConcurrency: 1 })
    assert.deepEqual(paths, ['/', '/one', '/two'])
    const named = body.data.map(
      ({ metadata }: { metadata: { duplicateOf?: string } }) => metadata.duplicateOf,
    )
    assert.deepEqual(named, [undefined, undefined, `${site.url}/one`])
  })

  it('in a paginated catalogue, by numbers or by rel=next', async () => {
    await using site = await startCrawlSite((path, url) => {
      const page = Number(url.searchParams.get('page') ?? 1)
      if (url.pathname === '/') {
        const items = Array.from({ length: 5 }, (_, place) => `/item/${page * 5 + place}`)
        return pageWith(`catalogue ${page}`, page < 30 ? [...items, `/?page=${page + 1}`] : items)
      }
      if (url.pathname.startsWith('/item/')) return pageWith(`item ${words(Number(path.slice(6)))}`, ['/'])
      return undefined
    })
    const { paths } = await runCrawl(app(), { url: site.url })
    assert.equal(paths.length, 30 + 150)
  })

  it('on a site that puts an unknown session id into every link', async () => {
    let sessions = 0
    await using site = await startCrawlSite((_path, url) => {
      const number = Number(url.pathname.slice(1) || '0')
      if (!(number <= 12)) return undefined
      const links = Array.from({ length: 12 }, (_, place) => `/${place + 1}?visit=${++sessions}x`)
      const items = [...links, `/?visit=${++sessions}x`].map((href) => `<a href="${href}">go on</a>`)
      return `<title>Part</title><main><h1>Part ${words(number)}</h1><p>Its text.</p>${items.join(' ')}</main>`
    })
    const { paths, body } = await runCrawl(app(), { url: site.url, limit: 100 })
    assert.equal(body.status, 'completed')
    assert.deepEqual(new Set(paths.map((path) => path.split('?')[0])).size, 13)
    assert.equal(paths.length, 13, paths.join(' '))
    assert.ok(site.paths.length < 150, `${site.paths.length} requests`)
  })
})

describe('a crawl leaves a trap', () => {
  it('that is a calendar without end', async () => {
    await using site = await startCrawlSite((path, url) => {
      if (path === '/') return pageWith('home', ['/about', '/calendar?day=1'])
      if (path === '/about') return pageWith('about', [])
      const day = Number(url.searchParams.get('day'))
      return url.pathname === '/calendar' ? emptyDay(day) : undefined
    })
    const { status, paths, body } = await runCrawl(app(), { url: site.url, limit: 60 })
    assert.deepEqual([status, body.total], ['completed', 60])
    assert.ok(paths.includes('/about'))
  })

  it('that branches, after everything else was visited', async () => {
    await using site = await startCrawlSite((path) => {
      if (path === '/') return pageWith('home', ['/maze/a', '/real/'])
      if (path === '/real/')
        return pageWith(
          'all of them',
          Array.from({ length: 30 }, (_, place) => `/real/${place}`),
        )
      if (path.startsWith('/real/')) return pageWith(`the real ${words(Number(path.slice(6)))}`)
      return `<title>Maze</title><main><p>A fork in the way.</p><a href="${path}/b">left</a> <a href="${path}/c">right</a></main>`
    })
    const { status, paths, body } = await runCrawl(app(), { url: site.url, limit: 100 })
    assert.equal(status, 'completed')
    assert.equal(paths.filter((path) => path.startsWith('/real/')).length, 31)
    assert.ok(body.data.length <= 100)
  })

  it('that is a path without end', async () => {
    await using site = await startCrawlSite((path) =>
      path === '/' ? pageWith('home', ['/in/']) : emptyFolder(`${path}deeper/`),
    )
    const { status, paths } = await runCrawl(app(), { url: site.url, limit: 500 })
    assert.equal(status, 'completed')
    assert.ok(paths.length < 40, `${paths.length} pages`)
  })

  it('but not a long list of pages that differ in a number', async () => {
    await using site = await startCrawlSite((path) => {
      const number = Number(path.slice(1) || '0')
      return number <= 300
        ? `<title>Page</title><p>Page ${number}</p><a href="/${number + 1}">next</a>`
        : undefined
    })
    const { status, paths } = await runCrawl(app(), { url: site.url, sitemap: 'skip', ignoreRobotsTxt: true })
    assert.deepEqual([status, paths.length], ['completed', 301])
  })

  it('at its limit, when nothing tells it from an honest site', async () => {
    let next = 0
    await using site = await startCrawlSite(() =>
      pageWith(
        `page ${words(++next)}`,
        Array.from({ length: 5 }, () => `/${words(Math.random() * 1e9)}`),
      ),
    )
    const { status, body } = await runCrawl(app(), { url: site.url, limit: 25 })
    assert.deepEqual([status, body.completed, body.total, body.data.length], ['completed', 25, 25, 25])
  })
})

describe('a crawl uses sitemaps', () => {
  const site = () =>
    startCrawlSite((path, { origin }) => {
      const urlset = (...paths: string[]) =>
        `<urlset>${paths.map((one) => `<url><loc>${origin}${one}</loc></url>`).join('')}</urlset>`
      const xml = (body: string | Uint8Array): SitePage => ({
        headers: { 'content-type': 'application/xml' },
        body,
      })
      if (path === '/robots.txt')
        return {
          headers: { 'content-type': 'text/plain' },
          body: `Sitemap: ${origin}/index.xml\nSitemap: ${origin}/list.txt`,
        }
      if (path === '/index.xml')
        return xml(
          `<sitemapindex><sitemap><loc>${origin}/one.xml</loc></sitemap><sitemap><loc>${origin}/two.xml.gz</loc></sitemap></sitemapindex>`,
        )
      if (path === '/one.xml') return xml(urlset('/s1', '/s2', '/'))
      if (path === '/two.xml.gz') return xml(gzipSync(urlset('/s3')))
      if (path === '/list.txt') return { headers: { 'content-type': 'text/plain' }, body: `${origin}/s4\n` }
      if (path === '/') return pageWith('home', ['/linked'])
      return /^\/(s\d|linked)$/.test(path) ? pageWith(`page ${words(path.charCodeAt(2))}`) : undefined
    })

  for (const [sitemap, expected] of [
    ['include', ['/', '/linked', '/s1', '/s2', '/s3', '/s4']],
    ['only', ['/', '/s1', '/s2', '/s3', '/s4']],
    ['skip', ['/', '/linked']],
  ] as const) {
    it(`as asked: ${sitemap}`, async () => {
      await using here = await site()
      assert.deepEqual((await runCrawl(app(), { url: here.url, sitemap })).paths, expected)
    })
  }
})

describe('a crawl stays where it may', () => {
  it('by robots.txt, and says what that kept it from', async () => {
    await using site = await linked(
      { '/': ['/open', '/closed/a', '/closed/b'], '/open': [], '/closed/a': [], '/closed/b': [] },
      {
        '/robots.txt': {
          headers: { 'content-type': 'text/plain' },
          body: 'User-agent: *\nDisallow: /closed/',
        },
      },
    )
    const { paths, id, body } = await runCrawl(app(), { url: site.url })
    assert.deepEqual(paths, ['/', '/open'])
    assert.deepEqual([body.completed, body.total, body.creditsUsed], [2, 2, 2])
    const troubles = (await app().call(`/v2/crawl/${id}/errors`)).body
    assert.deepEqual(troubles.robotsBlocked.toSorted(), [`${site.url}/closed/a`, `${site.url}/closed/b`])
    assert.ok(!site.paths.includes('/closed/a'))
    assert.equal((await runCrawl(app(), { url: site.url, ignoreRobotsTxt: true })).paths.length, 4)
  })

  it('and fails with the reason when robots.txt forbids the start', async () => {
    await using site = await linked(
      { '/': [] },
      { '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nDisallow: /' } },
    )
    const { status, body } = await runCrawl(app(), { url: site.url })
    assert.equal(status, 'failed')
    assert.match(body.warning, /robots\.txt/)
  })

  it('by nofollow, on a link and on a page', async () => {
    await using site = await startCrawlSite((path) => {
      if (path === '/')
        return '<title>home</title><p>Home text.</p><a href="/a">a</a><a rel="nofollow" href="/b">b</a>'
      if (path === '/a') return pageWith('a', ['/c'], '<meta name="robots" content="noindex, nofollow">')
      return path === '/robots.txt' ? undefined : pageWith(`page ${path}`)
    })
    assert.deepEqual((await runCrawl(app(), { url: site.url, sitemap: 'skip' })).paths, ['/', '/a'])
  })

  const tree: Record<string, string[]> = {
    '/docs/': ['/docs/a', '/docs-old', '/blog/x', '/docs/b.html'],
    '/docs/a': ['/docs/a/deep', '/'],
    '/docs/a/deep': [],
    '/docs/b.html': [],
    '/docs-old': [],
    '/blog/x': [],
    '/': [],
  }
  const cases: [string, object, string[]][] = [
    ['below the start', {}, ['/docs/', '/docs/a', '/docs/a/deep', '/docs/b.html']],
    ['on the whole domain', { crawlEntireDomain: true }, Object.keys(tree).toSorted()],
    ['by included paths', { includePaths: ['/a(/|$)'] }, ['/docs/a', '/docs/a/deep']],
    ['by excluded paths', { excludePaths: ['deep', '\\.html$'] }, ['/docs/', '/docs/a']],
    [
      'by patterns on the whole address',
      { includePaths: ['^http://127.*docs/a'], regexOnFullURL: true },
      ['/docs/a', '/docs/a/deep'],
    ],
    ['by look-ahead patterns', { excludePaths: ['^/docs/(?!a)'] }, ['/docs/a', '/docs/a/deep']],
    ['by depth', { maxDiscoveryDepth: 1 }, ['/docs/', '/docs/a', '/docs/b.html']],
    ['at the start', { maxDiscoveryDepth: 0 }, ['/docs/']],
    ['by limit', { limit: 2 }, ['/docs/', '/docs/a']],
  ]
  for (const [name, options, expected] of cases) {
    it(name, async () => {
      await using site = await linked(tree)
      const { paths, body } = await runCrawl(app(), { url: `${site.url}/docs/`, ...options })
      assert.deepEqual(paths, expected)
      assert.deepEqual([body.completed, body.total, body.creditsUsed], Array(3).fill(expected.length))
    })
  }

  it('but goes one step to other sites when it may', async () => {
    await using other = await linked({ '/': ['/further'], '/further': [], '/page': ['/further'] })
    await using site = await linked({ '/': [`${other.url}/page`, '/a'], '/a': [] })
    const { body } = await runCrawl(app(), { url: site.url, allowExternalLinks: true })
    assert.deepEqual(
      body.data.map(({ metadata }: { metadata: { url: string } }) => metadata.url).toSorted(),
      [`${site.url}/`, `${site.url}/a`, `${other.url}/page`].toSorted(),
    )
    assert.equal((await runCrawl(app(), { url: site.url })).paths.length, 2)
  })

  it('taking addresses that differ in their query for one when asked to', async () => {
    await using site = await linked({ '/': ['/a?x=1', '/a?x=2'], '/a': [], '/a?x=1': [], '/a?x=2': [] })
    assert.deepEqual((await runCrawl(app(), { url: site.url, ignoreQueryParameters: true })).paths, [
      '/',
      '/a',
    ])
    assert.deepEqual((await runCrawl(app(), { url: site.url })).paths, ['/', '/a?x=1', '/a?x=2'])
  })

  it('taking every way of writing an address for a page of its own when asked to', async () => {
    await using site = await linked({ '/': ['/a', '/a/'], '/a': [], '/a/': [] })
    assert.deepEqual((await runCrawl(app(), { url: site.url, deduplicateSimilarURLs: false })).paths, [
      '/',
      '/a',
      '/a/',
    ])
  })

  it('and speaks TLS', async () => {
    await using site = await startCrawlSite(
      (path) => (path === '/' ? pageWith('home', ['/a']) : path === '/a' ? pageWith('a') : undefined),
      { secure: true },
    )
    assert.deepEqual((await runCrawl(app(), { url: site.url })).paths, ['/', '/a'])
  })
})

describe('a crawl is polite', () => {
  it('visits one page at a time with the pause that was asked for', async () => {
    await using site = await linked({ '/': ['/a', '/b'], '/a': [], '/b': [] })
    await runCrawl(app(), { url: site.url, delay: 0.3, sitemap: 'skip', ignoreRobotsTxt: true })
    assert.equal(site.mostAtOnce, 1)
    const pauses = site.times.slice(1).map((time, place) => time - site.times[place]!)
    assert.equal(pauses.length, 2)
    assert.ok(
      pauses.every((pauseMs) => pauseMs >= 250),
      pauses.join(' '),
    )
  })

  it('keeps the pause that the site asks for', async () => {
    await using site = await linked(
      { '/': ['/a', '/b'], '/a': [], '/b': [] },
      {
        '/robots.txt': { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 0.4' },
      },
    )
    await runCrawl(app(), { url: site.url, sitemap: 'skip' })
    const times = site.times.filter((_, place) => site.paths[place] !== '/robots.txt')
    assert.ok(times[2]! - times[1]! >= 350, `${times[2]! - times[1]!}`)
  })

  it('caps the pause that the site asks for at a minute, and says so once', async () => {
    const robots = { headers: { 'content-type': 'text/plain' }, body: 'User-agent: *\nCrawl-delay: 3600' }
    const note = /^The site's robots\.txt asks for a Crawl-delay of 3600 seconds; [^.]* 60 seconds\.$/
    for (const [wish, warning] of [
      [{}, note],
      [{ robotsUserAgent: 'other' }, note],
      [{ ignoreRobotsTxt: true }, /^none$/],
    ] as const) {
      // A site of its own for each: all crawls of a host share its pauses.
      await using site = await linked({ '/': [] }, { '/robots.txt': robots })
      const { status, body } = await runCrawl(app(), { url: site.url, sitemap: 'skip', limit: 1, ...wish })
      assert.deepEqual([status, body.data.length], ['completed', 1])
      assert.match(body.warning ?? 'none', warning)
    }
  })

  it('visits no more pages at once than it was told', async () => {
    await using site = await startCrawlSite(async (path) => {
      await new Promise((resolve) => setImmediate(resolve))
      return path === '/'
        ? pageWith(
            'home',
            Array.from({ length: 20 }, (_, place) => `/${place}`),
          )
        : pageWith(`p ${path}`)
    })
    await runCrawl(app(), { url: site.url, maxConcurrency: 2, sitemap: 'skip', ignoreRobotsTxt: true })
    assert.ok(site.mostAtOnce <= 2, `${site.mostAtOnce}`)
  })

  it('comes back to a site that has enough for now', async () => {
    let asked = 0
    await using site = await startCrawlSite((path) => {
      if (path === '/') return pageWith('home', ['/busy'])
      if (path !== '/busy') return undefined
      return ++asked === 1 ? { status: 429, body: 'Enough.' } : pageWith('busy')
    })
    const { body } = await runCrawl(app(), { url: site.url, sitemap: 'skip' })
    const codes = body.data.map(({ metadata }: { metadata: { statusCode: number } }) => metadata.statusCode)
    assert.deepEqual(codes, [200, 200])
    assert.equal(body.creditsUsed, 2)
  })
})

/** Words that differ for every number, because numbers alone do not make pages differ. */
function words(number: number): string {
  return [...Math.floor(number).toString()].map((digit) => NAMES[Number(digit)]).join('-')
}

const NAMES = ['null', 'eins', 'zwei', 'drei', 'vier', 'acht', 'neun', 'zehn', 'elf', 'zwolf']

function emptyDay(day: number): string {
  return `<title>Calendar</title><main><h1>Day ${day}</h1><p>Nothing happens on day ${day}.</p>
<a href="/calendar?day=${day + 1}">the day after</a></main>`
}

function emptyFolder(deeper: string): string {
  return `<title>Folder</title><main><h1>A folder</h1><p>This folder is empty.</p><a href="${deeper}">deeper</a></main>`
}
