import { setTimeout as delay } from 'node:timers/promises'
import { median, printRows, quantile, timed } from '../figures.ts'
import { startService } from '../service.ts'
import { progressOf, startCrawl } from './crawling.ts'
import { sitePages } from './site-pages.ts'
import { startSite } from './site.ts'

const CRAWLED_PAGES = 10_000
const PAGE_MS = 50
const SCRAPES = 20
/** At this many pages, the crawl has found enough URLs to run at full speed. */
const UNDER_WAY = 200

/**
 * Duration of one team's single scrapes while another team's large crawl runs, compared with an idle service.
 */
export async function benchFairCrawl(): Promise<void> {
  await using crawled = await startSite(CRAWLED_PAGES, { delayMs: PAGE_MS })
  await using scraped = await startSite(200, { delayMs: PAGE_MS, host: '127.0.0.2' })
  await using service = await startService()
  const other = await service.newTeam()
  const urls = [...sitePages(scraped.pages).keys()].map((path) => scraped.url + path)
  const scrapes = async () => {
    const times: number[] = []
    for (const url of urls.splice(0, SCRAPES)) {
      times.push(await timed(() => service.ask('/v2/scrape', { url, formats: ['markdown'] }, other)))
    }
    return times
  }
  await scrapes()
  const idle = await scrapes()
  const id = await startCrawl(service, `${crawled.url}/`)
  while ((await progressOf(service, id)).completed < UNDER_WAY) await delay(100)
  const before = await progressOf(service, id)
  const since = performance.now()
  const busy = await scrapes()
  const after = await progressOf(service, id)
  const rate = ((after.completed - before.completed) * 1000) / (performance.now() - since)
  printRows(`single scrape of a page that takes ${PAGE_MS} ms, ms`, {
    'idle service': { median: median(idle), longest: quantile(idle, 1) },
    'beside a crawl': { median: median(busy), longest: quantile(busy, 1) },
  })
  console.log(`the crawl did ${rate.toFixed(0)} pages/s meanwhile (state ${after.status})`)
  console.log(
    `delayed by ${(median(busy) - median(idle)).toFixed(0)} ms (aim: at most the page's own ${median(idle).toFixed(0)} ms)`,
  )
}
