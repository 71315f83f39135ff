import { setTimeout as delay } from 'node:timers/promises'
import { printRows, quantile } from './figures.ts'
import type { Rows } from './figures.ts'
import { servePages, startService } from './service.ts'
import type { BenchService } from './service.ts'

const PARAGRAPH = '<p>One of very many paragraphs, with <a href="/more">a link</a> and some words.</p>'
const SMALL_BYTES = 10_000
const SCRAPES = 60
const PAUSE_MS = 50

/**
 * Duration of one team's small page while another team scrapes large pages, two and eight at once. To compare
 * two checkouts, run it in one right after the other.
 */
export async function benchFairness(megabytes = '9'): Promise<void> {
  const [largePage, smallPage] = [pageOf(Number(megabytes) * 1e6), pageOf(SMALL_BYTES)]
  await using site = await servePages((path) => (path.startsWith('/large') ? largePage : smallPage))
  await using service = await startService({ WINNOW_HOST_CONCURRENCY: '64' })
  const [large, small] = [await newTeam(service), await newTeam(service)]
  await small(`${site.url}/small/first`)
  const rows: Rows = { alone: await smallScrapes(small, `${site.url}/small/alone`) }
  for (const atOnce of [2, 8]) {
    const over = new AbortController()
    const since = performance.now()
    const done = Array.from({ length: atOnce }, (_, at) =>
      scrapeOn(large, `${site.url}/large/${at}`, over.signal),
    )
    await delay(1000)
    const figures = await smallScrapes(small, `${site.url}/small/${atOnce}`)
    over.abort()
    const count = (await Promise.all(done)).reduce((sum, one) => sum + one, 0)
    const perSecond = count / ((performance.now() - since) / 1000)
    rows[`beside ${atOnce} pages of ${megabytes} MB`] = { ...figures, 'large per second': perSecond }
  }
  printRows('small page of another team, ms', rows)
}

function pageOf(sizeBytes: number): string {
  const paragraphs = PARAGRAPH.repeat(Math.ceil(sizeBytes / PARAGRAPH.length))
  return `<!doctype html><title>A page</title><main>${paragraphs}</main>`
}

/** Scrapes for a team; false when it failed, for example because a large page timed out on a busy machine. */
type Scrape = (url: string) => Promise<boolean>

async function newTeam(service: BenchService): Promise<Scrape> {
  const key = await service.newTeam()
  return (url) =>
    service.ask('/v2/scrape', { url, formats: ['markdown'], maxAge: 0, timeout: 120_000 }, key).then(
      () => true,
      () => false,
    )
}

/** Scrapes one page after the other until aborted; returns how many succeeded. */
async function scrapeOn(scrape: Scrape, url: string, over: AbortSignal): Promise<number> {
  let count = 0
  for (let at = 0; !over.aborted; at++) count += Number(await scrape(`${url}/${at}`))
  return count
}

async function smallScrapes(scrape: Scrape, url: string): Promise<Rows[string]> {
  const times: number[] = []
  let failed = 0
  for (let at = 0; at < SCRAPES; at++) {
    const since = performance.now()
    if (!(await scrape(`${url}/${at}`))) failed++
    times.push(performance.now() - since)
    await delay(PAUSE_MS)
  }
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(0))
  return { p50, p95, longest, failed }
}
