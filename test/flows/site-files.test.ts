import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { describe, it } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { OpenUrl } from '../../src/crawl/open-url.ts'
import { createRobots } from '../../src/crawl/robots/robots.ts'
import { readSitemap } from '../../src/crawl/sitemap/read-sitemap.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { openOverHttp } from '../../src/scrape/fetch/http.ts'
import { watchMemory } from '../support/hostile/memory.ts'
import { startWebSite } from '../support/hostile/web-site.ts'
import type { WebRoute } from '../support/hostile/web-site.ts'
import { isFault } from '../support/is-fault.ts'
import { COMPRESSED } from '../support/site-samples.ts'
import { startSite } from '../support/site.ts'
import { waitUntil } from '../support/wait-until.ts'

const AGENT = 'Mozilla/5.0 (compatible; Winnow/1.0)'
const MIB = 1024 * 1024

function soon(): AbortSignal {
  return AbortSignal.timeout(20_000)
}

/** The egress to loopback, as crawls use it. */
function openWayOut() {
  const egress = createEgress({ allowedTargets: parseAllowedTargets('127.0.0.1/32') })
  const plain = { headers: {}, userAgent: AGENT, languages: [], skipTlsVerification: false }
  const openUrl: OpenUrl = (url, signal) =>
    openOverHttp({ ...plain, url, way: { kind: 'basic', country: 'US' } }, egress.request, signal)
  return { openUrl, [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose]() }
}

async function textOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of body) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

describe('opening a URL', () => {
  it('follows redirects, and keeps their cookies', async () => {
    await using site = await startSite()
    await using out = openWayOut()
    await using opened = await out.openUrl(`${site.url}/cookies/set`, soon())
    assert.equal(opened.url, `${site.url}/cookies/show`)
    assert.equal(opened.status, 200)
    assert.equal(opened.headers['content-type'], 'text/plain; charset=utf-8')
    assert.equal(await textOf(opened.body), 'bend=left; depth=2')
  })

  const failures: [path: string, code: Parameters<typeof isFault>[0]][] = [
    ['/redirect/loop', 'SCRAPE_SITE_ERROR'],
    ['/redirect/broken', 'SCRAPE_SITE_ERROR'],
    ['/redirect/private', 'FORBIDDEN'],
    ['/redirect/file', 'FORBIDDEN'],
    ['/broken/reset', 'SCRAPE_SITE_ERROR'],
  ]
  for (const [path, code] of failures) {
    it(`fails for ${path}`, async () => {
      await using site = await startSite()
      await using out = openWayOut()
      await assert.rejects(out.openUrl(site.url + path, soon()), isFault(code))
    })
  }

  it('is requested again when the gateway has no upstream', async () => {
    const statuses = [503, 502, 200]
    await using site = await startWebSite({
      '/'({ response }) {
        const status = statuses.shift()!
        response.writeHead(status).write('there')
        if (status === 200) response.end()
      },
    })
    await using out = openWayOut()
    await using opened = await out.openUrl(site.url, soon())
    assert.equal(opened.status, 200)
    assert.equal(await textOf(opened.body), 'there')
    assert.equal(site.requests('/').length, 3)
    await waitUntil(() => site.open <= 1)
  })

  for (const name of ['gzip', 'br', 'deflate', 'deflate-raw', 'zstd', 'twice', 'gzip-lie']) {
    it(`is decompressed: ${name}`, async () => {
      const { encoding, compress } = COMPRESSED[name]!
      const text = 'rivers bend '.repeat(10_000)
      await using site = await startWebSite({
        '/': ({ response }) =>
          void response.writeHead(200, { 'content-encoding': encoding }).end(compress(Buffer.from(text))),
      })
      await using out = openWayOut()
      await using opened = await out.openUrl(site.url, soon())
      assert.equal(await textOf(opened.body), text)
    })
  }

  it('can be stopped in the middle without waiting for the rest, and its connection is released', async () => {
    const half = gzipSync(Buffer.from(Array.from({ length: 50_000 }, (_, n) => `${n * 7919}`).join()))
    for (const headers of [{}, { 'content-encoding': 'gzip' }]) {
      await using site = await startWebSite({
        '/': ({ response }) => void response.writeHead(200, headers).write(half.subarray(0, half.length / 2)),
      })
      await using out = openWayOut()
      {
        await using opened = await out.openUrl(site.url, soon())
        for await (const chunk of opened.body) {
          assert.ok(chunk.length > 0)
          break
        }
      }
      await waitUntil(() => site.open === 0)
    }
  })

  it('can be released unread', async () => {
    await using site = await startWebSite({
      '/': ({ response }) => void response.writeHead(200).write('half'),
    })
    await using out = openWayOut()
    {
      await using opened = await out.openUrl(site.url, soon())
      assert.equal(opened.status, 200)
    }
    await waitUntil(() => site.open === 0)
  })

  it('stops when the signal aborts', async () => {
    await using site = await startWebSite({
      '/': ({ response }) => void response.writeHead(200).write('half'),
    })
    await using out = openWayOut()
    const leaving = new AbortController()
    await using opened = await out.openUrl(site.url, leaving.signal)
    const reading = async () => {
      for await (const _ of opened.body) leaving.abort()
    }
    await assert.rejects(reading(), isFault('SCRAPE_JOB_CANCELLED'))
  })
})

/** A site with this robots.txt, and its reader. */
async function openSite(route: WebRoute, options: { now?: () => number; limitMs?: number } = {}) {
  const held = new AsyncDisposableStack()
  const site = held.use(await startWebSite({ '/robots.txt': route }))
  const robots = createRobots({ openUrl: held.use(openWayOut()).openUrl, ...options })
  return {
    site,
    asked: () => site.requests('/robots.txt').length,
    rules: (signal = soon(), agent = AGENT) => robots.rulesFor(site.url, agent, signal),
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

function robotsTxt(text: string | Buffer, headers: Record<string, string> = {}, status = 200): WebRoute {
  return ({ response }) =>
    void response.writeHead(status, { 'content-type': 'text/plain', ...headers }).end(text)
}

const PRIVATE =
  'User-agent: *\nDisallow: /private\nCrawl-delay: 2\nSitemap: /map.xml\nSitemap: http://b.test/b.xml\n'

describe('robots.txt', () => {
  it('returns the allowed paths, the pause, and the sitemaps', async () => {
    await using here = await openSite(robotsTxt(PRIVATE))
    const { allows, delayMs, sitemaps, unavailable } = await here.rules()
    const { url, port } = here.site
    assert.equal(allows(`${url}/private/x`), false)
    assert.equal(allows(`${url}/%70rivate`), false)
    assert.equal(allows(`${url}/public?x=/private`), true)
    assert.equal(allows(`https://127.0.0.1:${port}/private`), true)
    assert.equal(allows(`http://127.0.0.1:1/private`), true)
    assert.equal(delayMs, 2000)
    assert.deepEqual(sitemaps, [`${url}/map.xml`, 'http://b.test/b.xml'])
    assert.equal(unavailable, undefined)
  })

  const readable: [what: string, route: WebRoute][] = [
    ['with a byte order mark', robotsTxt(`\ufeff${PRIVATE}`)],
    ['with CRLF', robotsTxt(PRIVATE.replaceAll('\n', '\r\n'))],
    ['with CR', robotsTxt(PRIVATE.replaceAll('\n', '\r'))],
    ['compressed', robotsTxt(gzipSync(PRIVATE), { 'content-encoding': 'gzip' })],
    ['of the wrong type', robotsTxt(PRIVATE, { 'content-type': 'text/html' })],
    [
      'somewhere else',
      ({ url, response }) =>
        url.search === ''
          ? void response.writeHead(301, { location: '/robots.txt?here' }).end()
          : void response.end(PRIVATE),
    ],
  ]
  for (const [what, route] of readable) {
    it(`is read ${what}`, async () => {
      await using here = await openSite(route)
      const { allows, delayMs } = await here.rules()
      assert.equal(allows(`${here.site.url}/private`), false)
      assert.equal(allows(`${here.site.url}/`), true)
      assert.equal(delayMs, 2000)
    })
  }

  const forbidsAll = 'User-agent: *\nDisallow: /\nCrawl-delay: 9\n'
  const without: [what: string, route: WebRoute][] = [
    ...[400, 401, 403, 404, 410, 429].map((status): [string, WebRoute] => [
      `with status ${status}`,
      robotsTxt(forbidsAll, {}, status),
    ]),
    ['that is a page', robotsTxt(`<!doctype html>\n${forbidsAll}`, { 'content-type': 'text/html' })],
    ['that is empty', robotsTxt('')],
    ['behind a loop', ({ response }) => void response.writeHead(302, { location: '/robots.txt' }).end()],
    ['on a connection that breaks', ({ request }) => void request.socket.resetAndDestroy()],
    ['that cannot be unpacked', robotsTxt(forbidsAll, { 'content-encoding': 'rot13' })],
  ]
  for (const [what, route] of without) {
    it(`${what} forbids nothing`, async () => {
      await using here = await openSite(route)
      const { allows, ...rest } = await here.rules()
      assert.equal(allows(`${here.site.url}/private`), true)
      assert.deepEqual(rest, { delayMs: 0, sitemaps: [] })
    })
  }

  for (const status of [500, 503]) {
    it(`with status ${status} blocks the site, with a warning, and is requested again soon`, async () => {
      let time = 0
      const answers = { status }
      const route: WebRoute = (visit) => robotsTxt(PRIVATE, {}, answers.status)(visit)
      await using here = await openSite(route, { now: () => time })
      const { allows, unavailable } = await here.rules()
      assert.equal(allows(`${here.site.url}/public`), false)
      assert.match(unavailable!, new RegExp(`status ${status}`))

      answers.status = 200
      time = 59_000
      assert.equal((await here.rules()).allows(`${here.site.url}/public`), false)
      time = 61_000
      assert.equal((await here.rules()).allows(`${here.site.url}/public`), true)
    })
  }

  it('that is huge is read up to 500 KiB, and not up to the middle of a line', async () => {
    const start = 'User-agent: *\nDisallow: /private\nDisallow: '
    const line = `/${'x'.repeat(5000)}\nDisallow: `
    const text = start + line.repeat(200)
    await using here = await openSite(robotsTxt(`${text}/\nDisallow: /late\n`))
    const { allows } = await here.rules()
    assert.equal(allows(`${here.site.url}/private`), false)
    assert.equal(allows(`${here.site.url}/late`), true)
    assert.equal(allows(`${here.site.url}/${'x'.repeat(5000)}`), false)
    assert.equal(allows(`${here.site.url}/${'x'.repeat(4999)}`), true)
  })

  it('that never ends is not read to its end', async () => {
    await using here = await openSite(async ({ response }) => {
      const part = `# ${'x'.repeat(65_000)}\n`
      response.write(PRIVATE)
      while (!response.destroyed) if (!response.write(part)) await drained(response)
    })
    assert.equal((await here.rules()).allows(`${here.site.url}/private`), false)
    await waitUntil(() => here.site.open === 0)
  })

  it('that stops in the middle is used as far as it was received', async () => {
    await using here = await openSite(
      ({ response }) => void response.write('User-agent: *\nDisallow: /private\nDisallow: /'),
      { limitMs: 300 },
    )
    const { allows } = await here.rules()
    assert.equal(allows(`${here.site.url}/private`), false)
    assert.equal(allows(`${here.site.url}/public`), true)
  })

  it('that never arrives forbids nothing', async () => {
    await using here = await openSite(() => {}, { limitMs: 300 })
    assert.equal((await here.rules()).allows(`${here.site.url}/`), true)
    await waitUntil(() => here.site.open === 0)
  })
})

async function drained(response: ServerResponse): Promise<void> {
  await Promise.race([once(response, 'drain'), once(response, 'close')])
}

describe('a stored robots.txt', () => {
  it('is used for an hour', async () => {
    let time = 0
    await using here = await openSite(robotsTxt(PRIVATE), { now: () => time })
    await here.rules()
    time = 59 * 60_000
    await here.rules()
    assert.equal(here.asked(), 1)
    time = 61 * 60_000
    await here.rules()
    assert.equal(here.asked(), 2)
  })

  it('is requested again soon after it was not available', async () => {
    let time = 0
    const route: WebRoute = ({ request }) => void request.socket.resetAndDestroy()
    await using here = await openSite(route, { now: () => time })
    await here.rules()
    const first = here.asked()
    await here.rules()
    assert.equal(here.asked(), first)
    time = 61_000
    await here.rules()
    assert.ok(here.asked() > first)
  })

  it('is evaluated per user agent', async () => {
    await using here = await openSite(
      robotsTxt('User-agent: winnow\nDisallow: /a\nUser-agent: other\nDisallow: /b'),
    )
    const ours = await here.rules()
    const theirs = await here.rules(soon(), 'Other')
    const { url } = here.site
    assert.deepEqual([ours.allows(`${url}/a`), ours.allows(`${url}/b`)], [false, true])
    assert.deepEqual([theirs.allows(`${url}/a`), theirs.allows(`${url}/b`)], [true, false])
  })

  it('is fetched once for concurrent callers, and one that disconnects does not stop it for others', async () => {
    const { promise: told, resolve: tell } = Promise.withResolvers<void>()
    await using here = await openSite(async (visit) => {
      await told
      await robotsTxt(PRIVATE)(visit)
    })
    const leaving = new AbortController()
    const first = here.rules(leaving.signal)
    const others = [here.rules(), here.rules()]
    await waitUntil(() => here.asked() === 1)
    leaving.abort(new Error('gone'))
    await assert.rejects(first, /gone/)
    tell()
    for (const { delayMs } of await Promise.all(others)) assert.equal(delayMs, 2000)
    assert.equal(here.asked(), 1)
  })

  it('of the least recently used site is dropped after a thousand', async () => {
    const asked: string[] = []
    const robots = createRobots({
      async openUrl(url) {
        asked.push(url)
        const body = new Response('').body!
        return { url, status: 404, headers: {}, body, async [Symbol.asyncDispose]() {} }
      },
    })
    const ask = (n: number) => robots.rulesFor(`http://s${n}.test`, AGENT, soon())
    for (let n = 0; n <= 999; n++) await ask(n)
    await ask(0)
    assert.equal(asked.length, 1000)
    await ask(1000)
    await ask(0)
    assert.equal(asked.length, 1001)
    await ask(1)
    assert.equal(asked.length, 1002)
  })
})

describe('a large sitemap', () => {
  const head = '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">'
  const portion = Array.from(
    { length: 1000 },
    (_, n) => `<url><loc>https://site.test/p/${n}?a=1&amp;b=2</loc><note>${'x'.repeat(420)}</note></url>`,
  ).join('\n')
  const PORTIONS = 100
  const whole = gzipSync(head + portion.repeat(PORTIONS))

  const ways: [what: string, route: WebRoute][] = [
    ['as a gzip file', robotsTxt(whole, { 'content-type': 'application/gzip' })],
    ['compressed on the way', robotsTxt(whole, { 'content-encoding': 'gzip' })],
  ]
  for (const [what, route] of ways) {
    it(`streams: 50 MB ${what}`, { timeout: 60_000 }, async () => {
      await using site = await startWebSite({ '/sitemap.xml': route })
      await using out = openWayOut()
      await using memory = await watchMemory()
      await using opened = await out.openUrl(`${site.url}/sitemap.xml`, AbortSignal.timeout(60_000))
      let pages = 0
      for await (const { kind } of readSitemap(opened, AbortSignal.timeout(60_000))) {
        if (kind === 'page') pages++
      }
      assert.equal(pages, PORTIONS * 1000)
      assert.ok(portion.length * PORTIONS > 45 * MIB)
      assert.ok(memory.growthMiB() < 100, `${memory.growthMiB()} MiB more`)
    })
  }
})
