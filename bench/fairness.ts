import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { spawnService, temporaryFolder } from '../test/support/service.ts'

const ADMIN_KEY = 'an-admin-key-of-a-bench'
const PARAGRAPH = '<p>One of very many paragraphs, with <a href="/more">a link</a> and some words.</p>'
const LARGE = `<!doctype html><title>Large</title><main>${PARAGRAPH.repeat(Math.ceil(9e6 / PARAGRAPH.length))}</main>`
const SMALL = `<!doctype html><title>Small</title><main>${PARAGRAPH.repeat(100)}</main>`
const SCRAPES = 60
const PAUSE_MS = 50

/**
 * How long one team's small page takes while another team scrapes pages of 9 MB, two at once and eight at once. To
 * compare two checkouts, run it in one right after the other.
 */
export async function benchFairness(): Promise<void> {
  await using folder = await temporaryFolder()
  const site = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
    response.end(request.url!.startsWith('/large') ? LARGE : SMALL)
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
      const done = Array.from({ length: atOnce }, (_, at) =>
        scrapeOn(large, `${origin}/large/${at}`, over.signal),
      )
      await delay(1000)
      const since = performance.now()
      await smallScrapes(small, origin, `beside ${atOnce} large pages at once`)
      over.abort()
      const count = (await Promise.all(done)).reduce((sum, one) => sum + one, 0)
      const seconds = (performance.now() - since) / 1000
      console.log(`  ${count} large pages, ${(count / seconds).toFixed(2)}/s`)
    }
  } finally {
    await service.stop()
    site.closeAllConnections()
    site.close()
  }
}

interface Team {
  scrape(url: string): Promise<void>
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
      await ask('/v2/scrape', apiKey, { url, formats: ['markdown'], maxAge: 0, timeout: 120_000 })
    },
  }
}

/** Scrapes one page after the other until it is over; returns how many were read within their time. */
async function scrapeOn({ scrape }: Team, url: string, over: AbortSignal): Promise<number> {
  let count = 0
  for (let at = 0; !over.aborted; at++) {
    await scrape(`${url}/${at}`).then(
      () => count++,
      (failure: Error) => console.log(`  ${failure.message}`),
    )
  }
  return count
}

async function smallScrapes({ scrape }: Team, origin: string, when: string): Promise<void> {
  const times: number[] = []
  for (let at = 0; at < SCRAPES; at++) {
    const since = performance.now()
    await scrape(`${origin}/small/${when.length}/${at}`)
    times.push(performance.now() - since)
    await delay(PAUSE_MS)
  }
  times.sort((a, b) => a - b)
  const [p50, p95] = [0.5, 0.95].map((share) => times[Math.floor(times.length * share)]!.toFixed(0))
  console.log(
    `small page of another team, ${when}: p50 ${p50} ms, p95 ${p95} ms, longest ${times.at(-1)!.toFixed(0)} ms`,
  )
}
