import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '../../src/store/database.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'

const API_KEY = `fc-${'c4'.repeat(16)}`

/** What every process of a crawl that is killed is started with: nothing but the processes themselves limits it. */
export const ENVIRONMENT = {
  WINNOW_API_KEY: API_KEY,
  WINNOW_ADMIN_KEY: 'an-admin-key-for-crashes',
  WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
  // Pages of a killed process count until its lease has run out; others must have room besides them.
  WINNOW_HOST_CONCURRENCY: '500',
  WINNOW_CRAWL_PAGES: '8',
}

const LINKS = 8

/** A site of so many pages that say different things, each of which takes a while. */
export function startSlowSite(pages: number, longestMs: number): Promise<CrawlSite> {
  return startCrawlSite(async (path) => {
    const number = path === '/' ? 0 : Number(/^\/page-(\d+)$/.exec(path)?.[1] ?? Number.NaN)
    if (!(number < pages)) return undefined
    await delay(randomInt(longestMs))
    const links = Array.from({ length: LINKS }, (_, place) => number * LINKS + place + 1)
    return pageWith(
      `matter number ${number}`,
      links.filter((link) => link < pages).map((link) => `/page-${link}`),
    )
  })
}

/** A crawler of a team of its own, whose credits and concurrency are known. */
export async function newTeam(serviceUrl: string, credits: number): Promise<{ id: string; key: string }> {
  const admin = { key: ENVIRONMENT.WINNOW_ADMIN_KEY }
  const team = await ask(`${serviceUrl}/admin/v1/teams`, {
    ...admin,
    json: { name: 'Crashing', credits, limits: { concurrency: 500 } },
  })
  const { apiKey } = await ask(`${serviceUrl}/admin/v1/teams/${team.id}/api-keys`, { ...admin, json: {} })
  return { id: team.id, key: apiKey }
}

export async function startCrawl(serviceUrl: string, key: string, url: string): Promise<string> {
  const json = { url, limit: 10_000, scrapeOptions: { formats: ['markdown'] } }
  return (await ask(`${serviceUrl}/v2/crawl`, { key, json })).id
}

interface CrawlStatus {
  status: string
  completed: number
  total: number
  creditsUsed: number
}

/** How far the caller is told that a crawl is. */
export function statusOf(serviceUrl: string, key: string, id: string): Promise<CrawlStatus> {
  return ask(`${serviceUrl}/v2/crawl/${id}?limit=1`, { key })
}

interface CrawlReading extends CrawlStatus {
  /** Of all documents, in their order. */
  addresses: string[]
}

/** What the caller sees of a crawl, all documents included. */
export async function readCrawl(serviceUrl: string, key: string, id: string): Promise<CrawlReading> {
  const addresses: string[] = []
  let url: string | undefined = `${serviceUrl}/v2/crawl/${id}?limit=500`
  for (;;) {
    const page = await ask(url, { key })
    addresses.push(...page.data.map((one: { metadata: { url: string } }) => one.metadata.url))
    url = page.next
    if (url === undefined || page.data.length === 0) return { ...page, addresses }
  }
}

/** Whether a crawl is still under way, and how many pages it has settled. */
export async function progressOf(
  db: Queryable,
  id: string,
): Promise<{ isRunning: boolean; settled: number }> {
  const [row] = await db.rows<{ state: string; settled: number }>(
    `select state, settled from crawls where id = $1`,
    [id],
  )
  return { isRunning: row!.state === 'scraping', settled: row!.settled }
}

/** The caller sees every page once and pays for each once. */
export function checkWhole(crawl: CrawlReading, pages: number): void {
  assert.deepEqual(
    {
      status: crawl.status,
      completed: crawl.completed,
      total: crawl.total,
      creditsUsed: crawl.creditsUsed,
      documents: crawl.addresses.length,
      addresses: new Set(crawl.addresses).size,
    },
    {
      status: 'completed',
      completed: pages,
      total: pages,
      creditsUsed: pages,
      documents: pages,
      addresses: pages,
    },
  )
}

interface Ledger {
  /** What the settled entries of the team come to. */
  used: number
  balance: number
}

export async function ledgerOf(db: Queryable, teamId: string): Promise<Ledger> {
  const [row] = await db.rows<Ledger>(
    `select (select coalesce(sum(used), 0)::bigint from credit_entries where team_id = $1 and kind = 'settle') as used,
       (select amount from balances where team_id = $1) as balance`,
    [teamId],
  )
  return row!
}

/** What is still held, by kind. */
export async function leftovers(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ what: string }>(
    `select 'hold' as what from holds union all select 'slot' from slots
     union all select 'page' from crawl_pages where state in ('queued', 'claimed', 'spare')`,
  )
  return rows.map(({ what }) => what)
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
async function ask(url: string, { key, json }: { key: string; json?: object }): Promise<any> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  })
  assert.equal(response.status, 200, `${url}: ${response.status}`)
  return await response.json()
}
