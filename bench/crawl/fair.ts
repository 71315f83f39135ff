import { setTimeout as delay } from 'node:timers/promises'
import { startService } from './service.ts'
import type { Service } from './service.ts'
import { sitePages } from './site-pages.ts'
import { startSite } from './site.ts'

const CRAWLED_PAGES = 10_000
const PAGE_MS = 50
const SCRAPES = 20
/** When so many pages are done, the crawl has found enough to go at its full pace. */
const UNDER_WAY = 200

/** How long one team's single scrapes take while another team's large crawl runs, against an idle service. */
export async function benchFairness(): Promise<void> {
  await using crawled = await startSite(CRAWLED_PAGES, { delayMs: PAGE_MS })
  await using scraped = await startSite(200, { delayMs: PAGE_MS, host: '127.0.0.2' })
  await using service = await startService()
  const other = await service.newTeam()
  const urls = [...sitePages(scraped.pages).keys()].map((path) => scraped.url + path)
  await scrapes(service, other, urls.slice(0, SCRAPES))
  const idle = await scrapes(service, other, urls.slice(SCRAPES, 2 * SCRAPES))
  const id = await service.crawl(`${crawled.url}/`)
  while ((await service.progress(id)).completed < UNDER_WAY) await delay(100)
  const before = await service.progress(id)
  const since = performance.now()
  const busy = await scrapes(service, other, urls.slice(2 * SCRAPES, 3 * SCRAPES))
  const after = await service.progress(id)
  const rate = ((after.completed - before.completed) * 1000) / (performance.now() - since)
  console.log(
    `single scrapes of pages that take ${PAGE_MS} ms: ${wordsOf(idle)} on an idle service, ${wordsOf(busy)} while another team's crawl does ${rate.toFixed(0)} pages/s (state ${after.status})`,
  )
  console.log(
    `delayed by ${(middle(busy) - middle(idle)).toFixed(0)} ms (aim: at most the page's own ${middle(idle).toFixed(0)} ms)`,
  )
}

async function scrapes(service: Service, key: string, urls: readonly string[]): Promise<number[]> {
  const times: number[] = []
  for (const url of urls) {
    const since = performance.now()
    await service.scrape(url, key)
    times.push(performance.now() - since)
  }
  return times.toSorted((a, b) => a - b)
}

function middle(times: readonly number[]): number {
  return times[Math.floor(times.length / 2)]!
}

function wordsOf(times: readonly number[]): string {
  return `median ${middle(times).toFixed(0)} ms, worst ${times.at(-1)!.toFixed(0)} ms`
}
