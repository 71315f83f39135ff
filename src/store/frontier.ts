import type {
  ClaimedPage,
  CrawlJob,
  CrawlPlan,
  FoundPage,
  Frontier,
  Settled,
  Settlement,
} from '../crawl/crawl.ts'
import { batchedBy } from './batched.ts'
import type { Database, Queryable } from './database.ts'
import { refusePages } from './refused-pages.ts'
import { takeCredits } from './take-credits.ts'

export interface FrontierSettings {
  processId: () => string
  /** How many pages of one host are visited at once, over all processes. */
  hostConcurrency: number
}

/** The pages of all crawls that are to be visited. Every change of them is one call of a function in the database. */
export function createFrontier(db: Database, { processId, hostConcurrency }: FrontierSettings): Frontier {
  let pacedUntil = 0
  return {
    async claim(most) {
      const rows = await db.prepared<PageRow>(CLAIM, [processId(), most, hostConcurrency])
      if (rows.some(({ is_paced }) => is_paced)) pacedUntil = performance.now() + PACED_MS
      return rows.map(toClaimedPage)
    },
    async job(id) {
      const [row] = await db.prepared<JobRow>(
        `select id, kind, team_id, request, page_credits, public_url, url from crawls where id = $1`,
        [id],
      )
      return row && toJob(row)
    },
    async running(ids) {
      const rows = await db.prepared<{ id: string }>(
        `select id from crawls where id = any ($1) and state = 'scraping'`,
        [ids],
      )
      return new Set(rows.map(({ id }) => id))
    },
    settle: createSettle(db),
    async grow({ crawlId, key, claimId }, found) {
      const [row] = await db.prepared<{ grown: boolean }>(`select grow_crawl($1, $2, $3, $4) as grown`, [
        crawlId,
        Buffer.from(key, 'hex'),
        claimId,
        entriesOf(found),
      ])
      return row!.grown
    },
    refuse: (crawlId, pages) => refusePages(db, crawlId, pages),
    charge: (crawlId, credits) => db.transaction((tx) => charge(tx, processId(), crawlId, credits)),
    async suspect(crawlId, parameter, path) {
      await db.prepared(`select suspect_crawl_parameter($1, $2, $3)`, [crawlId, parameter, path])
    },
    async slowCrawl(crawlId, delayMs) {
      await db.prepared(`select slow_crawl($1, $2)`, [crawlId, delayMs])
    },
    async slowDown(host, delayMs) {
      await db.prepared(
        `insert into crawl_paces (host, team_id, delay_ms, next_at)
         values ($1, $2, $3::int, now() + $3::int * interval '1 millisecond')
         on conflict (host, team_id) do update set delay_ms = excluded.delay_ms`,
        [host, EVERYBODY, delayMs],
      )
    },
    hasPaces: () => performance.now() < pacedUntil,
    async releaseOthers(claimIds) {
      await db.prepared(`select release_crawl_pages($1, $2)`, [processId(), claimIds])
    },
    async fail(crawlId, error) {
      await db.prepared(`select fail_crawl($1, $2)`, [crawlId, error])
    },
    onWork: (hear) => db.listen(CHANNEL, hear, hear),
  }
}

/** On which processes that visit pages hear of new ones. */
const CHANNEL = 'crawls'

/** Tells all processes that there are pages to visit, when the transaction commits. */
export async function announceWork(tx: Queryable): Promise<void> {
  await tx.rows(`select pg_notify('${CHANNEL}', '')`)
}

/** A page that waits for its pause shows up again by then: longer ones are not asked for. */
const PACED_MS = 65_000
const EVERYBODY = '00000000-0000-0000-0000-000000000000'

const CLAIM = `select * from claim_crawl_pages($1, $2, $3)`

interface PageRow {
  crawl_id: string
  key: string
  kind: FoundPage['kind']
  url: string
  host: string
  rank: number
  depth: number
  chain: number
  parent_likeness: string | null
  attempts: number
  claim_id: string
  base_url: string
  noise: string[]
  is_paced: boolean
  awaited_state: string | null
  awaited_likeness: string | null
}

function toClaimedPage(row: PageRow): ClaimedPage {
  return {
    crawlId: row.crawl_id,
    key: row.key,
    kind: row.kind,
    url: row.url,
    host: row.host,
    rank: row.rank,
    depth: row.depth,
    chain: row.chain,
    parentMark: row.parent_likeness ?? undefined,
    attempts: row.attempts,
    claimId: row.claim_id,
    baseUrl: row.base_url,
    noise: row.noise,
    awaited:
      row.awaited_state === null
        ? undefined
        : { state: row.awaited_state, similar: row.awaited_likeness ?? undefined },
  }
}

interface JobRow {
  id: string
  kind: CrawlJob['kind']
  team_id: string
  request: string
  page_credits: number
  public_url: string
  url: string
}

function toJob(row: JobRow): CrawlJob {
  return {
    id: row.id,
    kind: row.kind,
    teamId: row.team_id,
    plan: JSON.parse(row.request) as CrawlPlan,
    pageCredits: row.page_credits,
    publicUrl: row.public_url,
    startUrl: row.url,
  }
}

async function charge(tx: Queryable, processId: string, crawlId: string, credits: number): Promise<void> {
  const [row] = await tx.rows<{ team_id: string; api_key_id: string | null; kind: string }>(
    `update crawls set credits_used = credits_used + $2 where id = $1 and state = 'scraping'
     returning team_id, api_key_id, kind`,
    [crawlId, credits],
  )
  if (row)
    await takeCredits(tx, processId, {
      teamId: row.team_id,
      keyId: row.api_key_id,
      credits,
      reason: row.kind,
    })
}

/** What the database raises when the credits of a page are no longer held: its process was taken for dead. */
const HOLD_IS_GONE = 'WN001'

interface Settling {
  page: ClaimedPage
  settlement: Settlement
}

/**
 * Settlements of one crawl that come at the same time share a statement: they would wait for each other anyway. When it
 * fails, each is tried on its own, so that none suffers for another.
 */
function createSettle(db: Queryable): Frontier['settle'] {
  const together = batchedBy<Settling, PromiseSettledResult<Settled>>(
    ({ page }) => page.crawlId,
    async (some) => {
      if (some.length > 1) {
        const [all] = await Promise.allSettled([settleAll(db, some)])
        if (all.status === 'fulfilled')
          return all.value.map((value) => ({ status: 'fulfilled' as const, value }))
      }
      return await Promise.allSettled(some.map((one) => settleOne(db, one)))
    },
    MOST_TOGETHER,
  )
  return async (page, settlement) => {
    const isLarge = settlement.outcome === 'done' && settlement.document.length > LARGE_CHARS
    if (isLarge) return await settleOne(db, { page, settlement })
    const end = await together({ page, settlement })
    if (end.status === 'rejected') throw end.reason
    return end.value
  }
}

const MOST_TOGETHER = 8
const LARGE_CHARS = 256 * 1024

async function settleOne(db: Queryable, one: Settling): Promise<Settled> {
  try {
    return (await settleAll(db, [one]))[0]!
  } catch (failure) {
    if (codeOf(failure) === HOLD_IS_GONE) return { result: 'gone', twin: undefined }
    throw failure
  }
}

async function settleAll(db: Queryable, all: readonly Settling[]): Promise<Settled[]> {
  const rows = await db.prepared<{ result: Settled['result']; twin: string | null }>(
    SETTLE[all.length - 1]!,
    all.flatMap(valuesOf),
  )
  return rows.map(({ result, twin }) => ({ result, twin: twin ?? undefined }))
}

/** What becomes of a page, by the parameters of `settle_crawl_page`. */
const PARAMETERS = 18

/** For each number of pages one statement, which settles them in order and then hands their places on. */
const SETTLE = Array.from({ length: MOST_TOGETHER }, (_, most) =>
  Array.from({ length: most + 1 }, (_page, place) => {
    const parameters = Array.from({ length: PARAMETERS }, (_value, nr) => `$${place * PARAMETERS + nr + 1}`)
    const handOn = place === most ? 'hand_on_crawl_places($1)' : 'null'
    return `select result, twin, ${handOn}::text from settle_crawl_page(${parameters.join(', ')})`
  }).join(' union all '),
)

function valuesOf({ page, settlement }: Settling): unknown[] {
  const done = settlement.outcome === 'done' ? settlement : undefined
  const later = settlement.outcome === 'later' ? settlement : undefined
  const failed = settlement.outcome === 'failed' ? settlement : undefined
  return [
    page.crawlId,
    Buffer.from(page.key, 'hex'),
    page.claimId,
    settlement.outcome,
    'credits' in settlement ? settlement.credits : 0,
    done?.document ?? null,
    done?.scrapeId ?? null,
    done?.copy ?? null,
    done?.exact ?? null,
    done?.near ?? null,
    done?.similar ?? null,
    failed?.code ?? null,
    ('error' in settlement ? settlement.error : undefined) ?? null,
    done?.target ? JSON.stringify({ k: done.target.key, u: done.target.url, h: done.target.host }) : null,
    ('baseUrl' in settlement ? settlement.baseUrl : undefined) ?? null,
    later?.laterMs ?? 0,
    later?.awaited === undefined ? null : Buffer.from(later.awaited, 'hex'),
    settlement.links.length > 0 ? entriesOf(settlement.links) : null,
  ]
}

function codeOf(failure: unknown): unknown {
  const { code, cause } = failure as { code?: unknown; cause?: { code?: unknown } }
  return cause?.code ?? code
}

/** As the functions of the database read it. */
export function entriesOf(found: readonly FoundPage[]): string {
  return JSON.stringify(
    found.map(({ key, url, host, kind, rank, depth, chain, parentMark }) => ({
      k: key,
      u: url,
      h: host,
      kind,
      r: rank,
      d: depth,
      c: chain,
      s: parentMark,
    })),
  )
}
