import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '../../src/store/database/database.ts'
import { pageWith, startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { waitUntil } from '../support/wait-until.ts'
import { ask } from './fixture.ts'
import type { ChaosFixture } from './fixture.ts'

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
export async function progressOf(db: Queryable, id: string): Promise<{ isRunning: boolean; done: number }> {
  const [row] = await db.rows<{ state: string; settled: number }>(
    `select state, settled from crawls where id = $1`,
    [id],
  )
  return { isRunning: row!.state === 'scraping', done: row!.settled }
}

/** Everything is there and paid once, and nothing is held any more. */
export async function checkCrawl(
  { serviceUrl, db, team, credits }: ChaosFixture,
  id: string,
  pages: number,
): Promise<void> {
  checkWhole(await readCrawl(serviceUrl, team.key, id), pages)
  await waitUntil(async () => (await leftovers(db)).length === 0, 30_000)
  assert.deepEqual(await ledgerOf(db, team.id), { used: pages, balance: credits - pages })
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
