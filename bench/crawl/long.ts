import { setTimeout as delay } from 'node:timers/promises'
import { startService } from '../service.ts'
import type { BenchService } from '../service.ts'
import { waitForCrawl, distinctPages, progressOf, startCrawl, startMeter, treeCpuMs } from './crawling.ts'
import type { Usage } from './crawling.ts'
import { startSite } from './site.ts'

const LONG = 10_000
const SHORT = 1000

/** Whether memory stays flat and a page costs the same however large the crawl is. */
export async function benchLongCrawl(): Promise<void> {
  const short = await crawl(SHORT)
  const long = await crawl(LONG)
  const settled = long.samples.slice(Math.ceil(long.samples.length / 3))
  console.log(
    `memory after the first third: ${slopeMbPerMinute(settled).toFixed(2)} MiB/min (aim: below 1), at most ${long.peakMb.toFixed(0)} MB (sum of PSS)`,
  )
  console.log(
    `CPU per page: ${long.cpuPerPage.toFixed(2)} ms of ${LONG}, ${short.cpuPerPage.toFixed(2)} ms of ${SHORT}: ${(long.cpuPerPage / short.cpuPerPage).toFixed(2)} times (aim: at most 1.15)`,
  )
}

async function crawl(pages: number) {
  await using site = await startSite(pages)
  await using service = await startService()
  using meter = startMeter(service.pid)
  const id = await startCrawl(service, `${site.url}/`)
  const [end, thousands] = await Promise.all([waitForCrawl(service, id), costByThousand(service, id)])
  const usage = meter.read()
  const found = await distinctPages(service, id)
  console.log(
    `${found} distinct pages of ${pages} in ${(usage.wallMs / 1000).toFixed(1)} s, ${((1000 * found) / usage.wallMs).toFixed(1)}/s, ${end.creditsUsed} credits; CPU per page by thousand: ${thousands.map((cost) => cost.toFixed(1)).join(' ')} ms`,
  )
  return { ...usage, cpuPerPage: usage.cpuMs / found }
}

/** CPU per page of each thousand pages in turn: a cost that grows shows here first. */
async function costByThousand(service: BenchService, id: string): Promise<number[]> {
  const costs: number[] = []
  let mark = { pages: 0, cpuMs: treeCpuMs(service.pid) }
  for (;;) {
    const { status, completed } = await progressOf(service, id)
    if (completed - mark.pages >= SHORT) {
      const cpuMs = treeCpuMs(service.pid)
      costs.push((cpuMs - mark.cpuMs) / (completed - mark.pages))
      mark = { pages: completed, cpuMs }
    }
    if (status !== 'scraping') return costs
    await delay(1_000)
  }
}

/** How fast memory grows, by least squares. */
function slopeMbPerMinute(samples: Usage['samples']): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const minutes = samples.map(({ atMs }) => atMs / 60_000)
  const middle = mean(minutes)
  const memory = mean(samples.map((one) => one.memoryMb))
  const together = samples.reduce(
    (sum, one, place) => sum + (minutes[place]! - middle) * (one.memoryMb - memory),
    0,
  )
  return together / minutes.reduce((sum, minute) => sum + (minute - middle) ** 2, 0)
}
