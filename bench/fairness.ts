import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnService, temporaryFolder } from '../test/support/service.ts'

const ADMIN_KEY = 'an-admin-key-of-a-bench'
const PARAGRAPH = '<p>One of very many paragraphs, with <a href="/more">a link</a> and some words.</p>'
const SMALL_BYTES = 10_000
const SCRAPES = 60
const PAUSE_MS = 50

/**
 * How long one team's small page takes while another team scrapes large pages, two at once and eight at once. To
 * compare two checkouts, run it in one right after the other.
 */
export async function benchFairness(megabytes = '9'): Promise<void> {
  const [largePage, smallPage] = [pageOf(Number(megabytes) * 1e6), pageOf(SMALL_BYTES)]
  await using folder = await temporaryFolder()
  const site = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(request.url!.startsWith('/large') ? largePage : smallPage)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  const service = await spawnService({
    env: {
      WINNOW_DATA_DIR: join(folder.path, 'data'),
      WINNOW_ADMIN_KEY: ADMIN_KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
      WINNOW_HOST_CONCURRENCY: '64',
      LOG_LEVEL: 'warn',
    },
  })
  try {
    const origin = `http://127.0.0.1:${(site.address() as AddressInfo).port}`
    const [large, small] = [await newTeam(service.url, 'large'), await newTeam(service.url, 'small')]
    await small.scrape(`${origin}/small/first`)
    await smallScrapes(small, origin, 'alone')
    for (const atOnce of [2, 8]) {
      const over = new AbortController()
      const since = performance.now()
      const done = Array.from({ length: atOnce }, (_, at) =>
        scrapeOn(large, `${origin}/large/${at}`, over.signal),
      )
      await delay(1000)
      await smallScrapes(small, origin, `beside ${atOnce} pages of ${megabytes} MB at once`)
      over.abort()
      const count = (await Promise.all(done)).reduce((sum, one) => sum + one, 0)
      console.log(`  ${((count / (performance.now() - since)) * 1000).toFixed(2)} large pages per second`)
    }
  } finally {
    await service.stop()
    site.closeAllConnections()
    site.close()
  }
}

function pageOf(sizeBytes: number): string {
  const paragraphs = PARAGRAPH.repeat(Math.ceil(sizeBytes / PARAGRAPH.length))
  return `<!doctype html><title>A page</title><main>${paragraphs}</main>`
}

interface Team {
  /** False when it failed, as a large page does that takes too long on a busy machine. */
  scrape(url: string): Promise<boolean>
}

async function newTeam(serviceUrl: string, name: string): Promise<Team> {
  const ask = async (path: string, key: string, body: object) => {
    const response = await fetch(serviceUrl + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = (await response.json()) as { id: string; apiKey: string }
    if (!response.ok) throw new Error(`${response.status} ${JSON.stringify(answer)}`)
    return answer
  }
  const { id } = await ask('/admin/v1/teams', ADMIN_KEY, { name })
  const { apiKey } = await ask(`/admin/v1/teams/${id}/api-keys`, ADMIN_KEY, {})
  return {
    async scrape(url) {
      const wish = { url, formats: ['markdown'], maxAge: 0, timeout: 120_000 }
      return await ask('/v2/scrape', apiKey, wish).then(
        () => true,
        () => false,
      )
    },
  }
}

/** Scrapes one page after the other until it is over; returns how many were read within their time. */
async function scrapeOn({ scrape }: Team, url: string, over: AbortSignal): Promise<number> {
  let count = 0
  for (let at = 0; !over.aborted; at++) count += Number(await scrape(`${url}/${at}`))
  return count
}

async function smallScrapes({ scrape }: Team, origin: string, when: string): Promise<void> {
  const times: number[] = []
  let failures = 0
  for (let at = 0; at < SCRAPES; at++) {
    const since = performance.now()
    if (!(await scrape(`${origin}/small/${when}/${at}`))) failures++
    times.push(performance.now() - since)
    await delay(PAUSE_MS)
  }
  times.sort((a, b) => a - b)
  const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]!.toFixed(0))
  console.log(
    `small page of another team, ${when}: p50 ${p50} ms, p95 ${p95} ms, longest ${times.at(-1)!.toFixed(0)} ms, ${failures} failed`,
  )
}
