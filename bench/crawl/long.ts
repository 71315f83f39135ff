import { setTimeout as delay } from 'node:timers/promises'
import { slopeMbPerMinute, startMeter, treeCpuMs } from './meter.ts'
import { startService } from './service.ts'
import type { Service } from './service.ts'
import { startSite } from './site.ts'

const LONG = 10_000
const SHORT = 1000

/** Whether memory stays flat and a page costs the same however large the crawl is. */
export async function benchLong(): Promise<void> {
  const short = await crawl(SHORT)
  const long = await crawl(LONG)
  console.log(
    `memory after the first third: ${slopeMbPerMinute(long.samples.slice(Math.ceil(long.samples.length / 3))).toFixed(2)} MiB/min (aim: below 1), at most ${long.peakMb.toFixed(0)} MB (sum of PSS)`,
  )
  console.log(
    `CPU per page: ${long.cpuPerPage.toFixed(2)} ms of ${LONG}, ${short.cpuPerPage.toFixed(2)} ms of ${SHORT}: ${(long.cpuPerPage / short.cpuPerPage).toFixed(2)} times (aim: at most 1.15)`,
  )
}

async function crawl(pages: number) {
  await using site = await startSite(pages)
  await using service = await startService()
  using meter = startMeter(service.pid)
  const id = await service.crawl(`${site.url}/`)
  const [end, thousands] = await Promise.all([service.ended(id), costByThousand(service, id)])
  const usage = meter.read()
  const found = new Set(await service.addresses(id)).size
  console.log(
    `${found} distinct pages of ${pages} in ${(usage.wallMs / 1000).toFixed(1)} s, ${((1000 * found) / usage.wallMs).toFixed(1)}/s, ${end.creditsUsed} credits; CPU per page by thousand: ${thousands.map((cost) => cost.toFixed(1)).join(' ')} ms`,
  )
  return { ...usage, cpuPerPage: usage.cpuMs / found }
}

/** CPU per page of each thousand pages in turn: a cost that grows shows here first. */
async function costByThousand(service: Service, id: string): Promise<number[]> {
  const costs: number[] = []
  let mark = { pages: 0, cpuMs: treeCpuMs(service.pid) }
  for (;;) {
    const { status, completed } = await service.progress(id)
    if (completed - mark.pages >= SHORT) {
      const cpuMs = treeCpuMs(service.pid)
      costs.push((cpuMs - mark.cpuMs) / (completed - mark.pages))
      mark = { pages: completed, cpuMs }
    }
    if (status !== 'scraping') return costs
    await delay(1_000)
  }
}
