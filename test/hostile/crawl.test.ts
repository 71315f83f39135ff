import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useApp } from '../support/app.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import { runCrawl } from '../support/run-crawl.ts'
import { heldMiB, watchMemory } from '../support/hostile/memory.ts'

/** The site of these tests bears more than a stranger's would. */
const app = useApp({ WINNOW_HOST_CONCURRENCY: '64', WINNOW_CRAWL_PAGES: '64' })

const MINUTE_MS = 60_000

describe('sites that are built to hold a crawler', () => {
  it('crawl/trap-calendar', async () => {
    await using site = await startCrawlSite((_, url) => {
      const day = Number(url.searchParams.get('day') ?? '0')
      return pageWith(`What happens on ${new Date(day * 86_400_000).toDateString()} ${letters(day)}`, [
        `/?day=${day + 1}`,
      ])
    })
    const { status, body } = await runCrawl(app(), { url: site.url, limit: 60 })
    assert.equal(status, 'completed')
    assert.ok(body.data.length <= 60)
  })

  it('crawl/trap-session-id', async () => {
    await using site = await startCrawlSite((path) => {
      const id = () => Math.random().toString(36).slice(2)
      return pageWith(
        `page ${path}`,
        Array.from({ length: 10 }, (_, place) => `/${place}?sid=${id()}&token=${id()}`),
      )
    })
    const { status, body } = await runCrawl(app(), { url: site.url, limit: 50 })
    assert.deepEqual([status, body.data.length <= 50, body.total], ['completed', true, body.completed])
  })

  it('crawl/trap-depth', async () => {
    const deeper = (path: string) =>
      pageWith(`folder ${letters(path.length)}`, [`${path.replace(/\/$/, '')}/${letters(path.length)}`])
    await using site = await startCrawlSite((path) => deeper(path))
    const deep = await runCrawl(app(), { url: site.url, maxDiscoveryDepth: 5 })
    assert.deepEqual([deep.status, deep.body.data.length], ['completed', 6])
    const limited = await runCrawl(app(), { url: site.url, limit: 20, scrapeOptions: { maxAge: 0 } })
    assert.deepEqual([limited.status, limited.body.data.length], ['completed', 20])
  })

  it('crawl/fanout-100k', async () => {
    const many = Array.from({ length: 100_000 }, (_, place) => `<a href="/${place}">${place}</a>`).join(' ')
    await using site = await startCrawlSite((path) =>
      path === '/'
        ? `<title>All</title><main><p>All of them.</p>${many}</main>`
        : pageWith(`page ${letters(Number(path.slice(1)))}`),
    )
    const before = heldMiB()
    await using memory = await watchMemory()
    const { status, body } = await runCrawl(app(), { url: site.url, limit: 100, sitemap: 'skip' })
    assert.deepEqual([status, body.data.length, body.total], ['completed', 100, 100])
    assert.ok(memory.growthMiB() < 600, `grew by ${Math.round(memory.growthMiB())} MiB`)
    assert.ok(heldMiB() - before < 60, `${Math.round(heldMiB() - before)} MiB are held`)
    const [{ rows }] = (await app().database.db.rows(`select count(*)::int as rows from crawl_pages`)) as [
      { rows: number },
    ]
    assert.ok(rows < 30_000, `${rows} rows`)
  })

  it('crawl/canonical-loop', async () => {
    await using site = await startCrawlSite((path) => {
      const next = { '/': '/a', '/a': '/b', '/b': '/c', '/c': '/a' }[path]
      return (
        next &&
        pageWith(
          `the page ${letters(path.charCodeAt(1) || 7)}`,
          [next],
          `<link rel="canonical" href="${next}">`,
        )
      )
    })
    const { status, paths } = await runCrawl(app(), { url: site.url })
    assert.deepEqual([status, paths], ['completed', ['/', '/a', '/b', '/c']])
  })

  it('crawl/redos-include', async () => {
    const path = `/${'a'.repeat(1_800)}!`
    await using site = await startCrawlSite(() => pageWith('home', [path, `${path}b`, '/aaa']))
    const before = performance.now()
    for (const pattern of ['^/(a+)+$', '^/(?=a)(a+)+$']) {
      const { status, body } = await runCrawl(app(), {
        url: site.url,
        includePaths: [pattern],
        limit: 5,
        sitemap: 'skip',
      })
      assert.match(status, /completed|failed/)
      if (status === 'failed') assert.match(body.warning, /pattern|expression/i)
    }
    assert.ok(performance.now() - before < MINUTE_MS)
  })

  it('crawl/regex-bad', async () => {
    const answer = await app().call('/v2/crawl', {
      json: { url: 'http://site.example', includePaths: ['*.html'] },
    })
    assert.equal(answer.status, 400)
  })

  it('crawl/slow-10k', { timeout: 15 * MINUTE_MS }, async () => {
    await using site = await startCrawlSite(async (path) => {
      const number = Number(path.slice(1) || '0')
      if (Number.isNaN(number)) return undefined
      await new Promise((resolve) => setTimeout(resolve, 200))
      const links = number < 100 ? Array.from({ length: 100 }, (_, place) => `/${number * 100 + place}`) : []
      return pageWith(`page ${letters(number)}`, links)
    })
    const { key } = await app().team()
    const held: number[] = []
    const sampler = setInterval(() => held.push(heldMiB()), 5_000)
    const { status, body } = await runCrawl(
      app(),
      { url: site.url, limit: 10_000, sitemap: 'skip' },
      key,
      undefined,
      14 * MINUTE_MS,
    )
    clearInterval(sampler)
    assert.deepEqual(
      [status, body.completed, body.total, body.creditsUsed],
      ['completed', 10_000, 10_000, 10_000],
    )
    assert.equal(
      new Set(body.data.map(({ metadata }: { metadata: { url: string } }) => metadata.url)).size,
      10_000,
    )
    const half = Math.floor(held.length / 2)
    const mean = (some: number[]) => some.reduce((sum, one) => sum + one, 0) / some.length
    const growth = mean(held.slice(half)) - mean(held.slice(Math.floor(held.length / 4), half))
    assert.ok(growth < 25, `${Math.round(growth)} MiB more are held in the second half`)
  })
})

/** Numbers in letters, because pages that differ in numbers alone are alike. */
function letters(number: number): string {
  return [...String(number)].map((digit) => 'abcdefghij'[Number(digit)]).join(' and ')
}
