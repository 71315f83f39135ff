import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pino } from 'pino'
import { ScrapeRequest } from '../../src/contract/scrape.ts'
import { testDatabase } from '../support/database.ts'
import { ENCODED } from '../support/site-samples.ts'
import { isFault } from '../support/is-fault.ts'
import { testLine } from '../support/line.ts'
import { startSite } from '../support/site.ts'

const shared = new AsyncDisposableStack()
const logged: Record<string, unknown>[] = []
let scrapePage: Awaited<ReturnType<typeof testLine>>['scrapePage']
const THREADS = 2

before(async () => {
  const log = pino({ base: null }, { write: (line) => void logged.push(JSON.parse(line)) })
  const parts = { threads: { threads: THREADS, timeMs: 120_000 }, log }
  ;({ scrapePage } = await testLine(shared.use(await testDatabase()), parts, shared))
})
after(() => shared.disposeAsync())

/** A separate site, and a scrape pipeline for one team. */
async function openLine(teamId = '00000000-0000-4000-8000-000000000001') {
  const site = await startSite()
  const contextOf = (signal: AbortSignal) => ({
    teamId,
    takeTurn: async () => signal,
    linkTo: (blobId: string) => blobId,
  })
  return {
    site,
    scrape: (path: string, options: Record<string, unknown> = {}, signal = AbortSignal.timeout(20_000)) =>
      scrapePage(ScrapeRequest.parse({ url: site.url + path, maxAge: 0, ...options }), contextOf(signal)),
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

function credentialsIn(headers: NodeJS.Dict<string | string[]>) {
  return [headers['authorization'], headers['x-api-key'], headers['x-plain']]
}

describe('the log', () => {
  const timingsOf = async (scrape: () => Promise<unknown>) => {
    const seen = logged.length
    await scrape().catch(() => {})
    return logged.slice(seen).filter(({ msg }) => msg === 'scrape')
  }

  it('has one event per scrape with the time of each stage', async () => {
    await using line = await openLine()
    const [timing, ...rest] = await timingsOf(() => line.scrape('/article'))
    assert.deepEqual(rest, [])
    assert.equal(timing!.source, 'http')
    assert.match(String(timing!.scrapeId), /^[0-9a-f-]{36}$/)
    const stages = timing!.stages as Record<string, number>
    assert.deepEqual(
      Object.keys(stages).toSorted(),
      'admit answer document fetch fetch:host fetch:http fetch:look keep slot understand'.split(' '),
    )
    assert.ok(Object.values(stages).every((ms) => ms <= Number(timing!.ms)))
    assert.ok(stages.fetch! >= stages['fetch:http']!)
    assert.ok(!JSON.stringify(timing).includes(line.site.url))
  })

  it('reports that a page came from the cache, without a fetch', async () => {
    await using line = await openLine()
    await line.scrape('/article')
    const [timing] = await timingsOf(() => line.scrape('/article', { maxAge: 60_000 }))
    assert.equal(timing!.source, 'cache')
    const stages = ['admit', 'cache', 'understand', 'answer', 'keep', 'document']
    assert.deepEqual(Object.keys(timing!.stages as object), stages)
  })

  it('has the code of a scrape that failed, and the stages up to the failure', async () => {
    await using line = await openLine()
    const [timing] = await timingsOf(() => line.scrape('/article', { lockdown: true }))
    assert.equal(timing!.code, 'SCRAPE_LOCKDOWN_CACHE_MISS')
    assert.deepEqual(Object.keys(timing!.stages as object), ['admit'])
  })
})

describe('a page', () => {
  it('is returned as Markdown with its metadata', async () => {
    await using line = await openLine()
    const { markdown, metadata, ...rest } = await line.scrape('/article')
    assert.deepEqual(Object.keys(rest), [])
    assert.match(
      markdown!,
      /^# How rivers bend\n\nA river that flows over \*soft\* ground begins to \*\*wander\*\*\./,
    )
    assert.ok(markdown!.includes(`[oxbow lakes](${line.site.url}/article/oxbow?from=bend#lake)`))
    assert.ok(markdown!.includes(`![A meander seen from above](${line.site.url}/images/river.jpg)`))
    assert.ok(markdown!.includes('- outer bank: erosion\n- inner bank: deposition'))
    assert.ok(markdown!.includes('```python\ndef bend(width):\n    return width * 11\n```'))
    assert.ok(markdown!.includes('| River | Length |\n| --- | --- |\n| Rhine | 1,230 km |'))
    assert.ok(!/Home|Imprint|script/.test(markdown!))

    const { scrapeId, ...known } = metadata!
    assert.match(scrapeId!, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
    assert.deepEqual(known, {
      title: 'How rivers bend',
      description: 'Why a river never stays straight.',
      keywords: 'rivers, meanders',
      robots: 'index,follow',
      language: 'en',
      favicon: `${line.site.url}/favicon.png`,
      ogTitle: 'How rivers bend (og)',
      ogImage: `${line.site.url}/images/river.jpg`,
      ogLocaleAlternate: ['de_DE', 'fr_FR'],
      publishedTime: '2024-05-01T08:00:00Z',
      dcTermsCreated: '2024-04-30',
      url: `${line.site.url}/article`,
      sourceURL: `${line.site.url}/article`,
      statusCode: 200,
      contentType: 'text/html; charset=utf-8',
      creditsUsed: 1,
      proxyUsed: 'basic',
      cacheState: 'miss',
      fetchedBy: 'http',
    })
  })

  it('is returned whole when the main content is not extracted', async () => {
    await using line = await openLine()
    const { markdown } = await line.scrape('/article', { onlyMainContent: false })
    assert.match(markdown!, /Home/)
    assert.match(markdown!, /Copyright 2024 & later\./)
  })

  it('is returned in every format of one request, fetched once', async () => {
    await using line = await openLine()
    const document = await line.scrape('/article', {
      formats: ['markdown', 'html', 'rawHtml', 'links', 'images'],
    })
    assert.match(document.html!, /^<main>/)
    assert.match(document.rawHtml!, /^<!doctype html>/)
    assert.ok(document.links!.includes(`${line.site.url}/imprint`))
    assert.deepEqual(document.images, [`${line.site.url}/images/river.jpg`])
    assert.equal(line.site.requests.length, 1)
  })

  for (const status of [403, 404, 500, 503]) {
    it(`with status ${status} is a result that says so`, async () => {
      await using line = await openLine()
      const { markdown, metadata } = await line.scrape(`/status/${status}`)
      assert.match(markdown!, new RegExp(`# Status ${status}`))
      assert.equal(metadata!.statusCode, status)
      assert.match(metadata!.error!, new RegExp(`${status}`))
    })
  }

  it('that needs a browser has a warning', async () => {
    await using line = await openLine()
    const { markdown, warning } = await line.scrape('/script-only')
    assert.equal(markdown, '')
    assert.match(warning!, /browser/)
  })

  it('without a body has a warning', async () => {
    await using line = await openLine()
    assert.match((await line.scrape('/empty')).warning!, /no content/)
  })

  it('is not fetched when a requested feature is unsupported', async () => {
    await using line = await openLine()
    await assert.rejects(
      line.scrape('/article', { onlyCleanContent: true }),
      isFault('NOT_IMPLEMENTED', /onlyCleanContent/),
    )
    await assert.rejects(line.scrape('/article', { lockdown: true }), isFault('SCRAPE_LOCKDOWN_CACHE_MISS'))
    await assert.rejects(
      line.scrape('/article', { formats: ['branding'] }),
      isFault('SCRAPE_BRANDING_NOT_SUPPORTED', /branding.*none/),
    )
    await assert.rejects(line.scrape('/article', { waitFor: 100 }), isFault('UNAVAILABLE', /waitFor.*none/))
    await assert.rejects(
      line.scrape('/article', { actions: [{ type: 'scrape' }] }),
      isFault('SCRAPE_ACTIONS_NOT_SUPPORTED', /none/),
    )
    assert.equal(line.site.connections, 0)
  })
})

describe('small pages of one team', () => {
  it('are read while large pages of another have all threads', async () => {
    await using large = await openLine()
    await using small = await openLine('00000000-0000-4000-8000-000000000002')
    const leaving = new AbortController()
    let ended = 0
    const tangled = Array.from({ length: THREADS + 2 }, (_, at) =>
      large.scrape(`/tangled?${at}`, { timeout: 120_000 }, leaving.signal).finally(() => ended++),
    )
    const { signal } = new AbortController()
    for (let at = 0; at < 5; at++) {
      const { markdown } = await small.scrape(`/article?${at}`, { timeout: 120_000 }, signal)
      assert.match(markdown!, /^# How rivers bend/)
    }
    assert.equal(ended, 0)
    leaving.abort()
    await Promise.allSettled(tangled)
  })
})

describe('redirects', () => {
  it('are followed to the page, whose URL is then reported', async () => {
    await using line = await openLine()
    const { metadata } = await line.scrape('/redirect/chain/20')
    assert.equal(metadata!.url, `${line.site.url}/article`)
    assert.equal(metadata!.sourceURL, `${line.site.url}/redirect/chain/20`)
    assert.equal(line.site.requests.length, 21)
  })

  it('may be relative', async () => {
    await using line = await openLine()
    assert.equal((await line.scrape('/redirect/relative/deep')).metadata!.url, `${line.site.url}/article`)
  })

  for (const path of ['/redirect/chain/21', '/redirect/loop', '/redirect/ping']) {
    it(`end after twenty: ${path}`, async () => {
      await using line = await openLine()
      await assert.rejects(line.scrape(path), isFault('SCRAPE_SITE_ERROR', /20/))
      assert.equal(line.site.requests.length, 21)
    })
  }

  it('to a private address are refused', async () => {
    await using line = await openLine()
    await assert.rejects(line.scrape('/redirect/private'), isFault('FORBIDDEN', /WINNOW_ALLOWED_TARGETS/))
  })

  it('to an internal name are refused without a packet', async () => {
    await using line = await openLine()
    const inside = encodeURIComponent(`http://localhost:${line.site.port}/article`)
    await assert.rejects(line.scrape(`/redirect/to?url=${inside}`), isFault('FORBIDDEN'))
    assert.equal(line.site.requests.length, 1)
  })

  it('to a file are refused', async () => {
    await using line = await openLine()
    await assert.rejects(line.scrape('/redirect/file'), isFault('FORBIDDEN', /http and https/))
  })

  it('to an invalid URL fail', async () => {
    await using line = await openLine()
    await assert.rejects(line.scrape('/redirect/broken'), isFault('SCRAPE_SITE_ERROR', /invalid URL/))
  })

  it('to nowhere are a page', async () => {
    await using line = await openLine()
    const { markdown, metadata } = await line.scrape('/redirect/nowhere')
    assert.equal(markdown, 'Stay.')
    assert.equal(metadata!.statusCode, 302)
  })

  it('keep the cookies of the chain', async () => {
    await using line = await openLine()
    assert.equal((await line.scrape('/cookies/set')).markdown, 'bend=left; depth=2')
    assert.equal((await line.scrape('/cookies/show')).markdown, 'no cookie', 'and forget them after it')
  })

  it('carry the caller’s own headers within a host only', async () => {
    await using line = await openLine()
    await using other = await startSite()
    const headers = { Authorization: 'Bearer x', 'X-Api-Key': 'y', 'X-Plain': 'z' }
    await line.scrape('/redirect/to?url=/echo', { headers })
    await line.scrape(`/redirect/to?url=${encodeURIComponent(`${other.url}/echo`)}`, { headers })
    assert.deepEqual(credentialsIn(line.site.requests[1]!.headers), ['Bearer x', 'y', 'z'])
    assert.deepEqual(credentialsIn(other.requests[0]!.headers), [undefined, undefined, undefined])
  })
})

describe('encodings', () => {
  for (const [name, { text }] of Object.entries(ENCODED)) {
    it(`${name} is decoded correctly`, async () => {
      await using line = await openLine()
      assert.equal((await line.scrape(`/encoding/${name}`)).markdown, text)
    })
  }

  for (const name of ['gzip', 'br', 'deflate', 'deflate-raw', 'zstd', 'twice', 'gzip-lie']) {
    it(`${name} is decompressed`, async () => {
      await using line = await openLine()
      assert.match((await line.scrape(`/compressed/${name}`)).markdown!, /^# How rivers bend/)
    })
  }

  for (const name of ['gzip-cut', 'unknown', 'often']) {
    it(`${name} is an error and not half a page`, async () => {
      await using line = await openLine()
      await assert.rejects(line.scrape(`/compressed/${name}`), isFault('SCRAPE_SITE_ERROR', /cannot be read/))
    })
  }

  for (const name of ['gzip', 'br', 'zstd']) {
    it(`a ${name} bomb stops at the limit`, async () => {
      await using line = await openLine()
      await assert.rejects(line.scrape(`/bomb/${name}`), isFault('SCRAPE_UNSUPPORTED_FILE_ERROR', /50 MB/))
    })
  }

  it('a body beyond the limit is not read on', async () => {
    await using line = await openLine()
    await assert.rejects(line.scrape('/large'), isFault('SCRAPE_UNSUPPORTED_FILE_ERROR', /50 MB/))
  })
})

describe('content that is not HTML', () => {
  const texts: [string, RegExp][] = [
    ['notes.txt', /^Bend 1: 40 m\nBend 2: 55 m \*estimated\*$/],
    ['data.json', /^```json\n\{"river":"Rhine","km":1230\}\n```$/],
    ['table.csv', /^\| river \| km \|\n/],
    ['report.pdf', /^# Rivers\n\nThe Rhine[^]*canals, which are shorter\.$/],
    ['feed.xml', /^# News$/],
    ['untyped', /^Found out by looking\.$/],
  ]
  for (const [name, expected] of texts) {
    it(`${name} is returned as text`, async () => {
      await using line = await openLine()
      assert.match((await line.scrape(`/documents/${name}`)).markdown!, expected)
    })
  }

  for (const [name, kind] of [['file.pdf', /PDF is damaged/]] as const) {
    it(`${name} is rejected by its type`, async () => {
      await using line = await openLine()
      await assert.rejects(line.scrape(`/documents/${name}`), isFault('SCRAPE_UNSUPPORTED_FILE_ERROR', kind))
    })
  }
})

describe('a request', () => {
  it('names our user agent, and carries the given headers', async () => {
    await using line = await openLine()
    await line.scrape('/echo', { headers: { 'Accept-Language': 'de', Host: 'other.test' } })
    const { headers } = line.site.requests[0]!
    assert.match(headers['user-agent']!, /Winnow/)
    assert.equal(headers['accept-language'], 'de')
    assert.equal(headers.host, `127.0.0.1:${line.site.port}`)
  })

  for (const path of ['/slow/never', '/slow/stalls', '/slow/headers?ms=10000']) {
    it(`ends at its time limit: ${path}`, async () => {
      await using line = await openLine()
      await assert.rejects(line.scrape(path, {}, AbortSignal.timeout(100)), isFault('SCRAPE_TIMEOUT'))
    })
  }

  it('waits for a slow page within its time limit', async () => {
    await using line = await openLine()
    assert.match((await line.scrape('/slow/body?ms=50')).markdown!, /Elbe/)
  })

  it('ends when its caller disconnects', async () => {
    await using line = await openLine()
    const caller = new AbortController()
    const arrived = line.site.next('/slow/never')
    const scraping = assert.rejects(
      line.scrape('/slow/never', {}, caller.signal),
      isFault('SCRAPE_JOB_CANCELLED'),
    )
    await arrived
    caller.abort()
    await scraping
  })

  it('fails as a whole when the body breaks off', async () => {
    await using line = await openLine()
    await assert.rejects(line.scrape('/broken/half'), isFault('SCRAPE_SITE_ERROR'))
    await assert.rejects(line.scrape('/broken/reset'), isFault('SCRAPE_SITE_ERROR'))
  })
})
