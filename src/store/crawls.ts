import { insufficient } from '../access/access.ts'
import type { Seal } from '../access/access.ts'
import type {
  ActiveCrawl,
  CrawlKind,
  CrawlPlan,
  CrawlProgress,
  CrawlState,
  Crawls,
  FoundPage,
  NewCrawl,
} from '../crawl/crawl.ts'
import { Fault } from '../fault.ts'
import type { Database, Queryable } from './database.ts'
import { announceWork, entriesOf } from './frontier.ts'
import { newId } from './keyset.ts'
import type { Sweep } from './sweep.ts'
import { registerWebhook } from './webhooks.ts'

/** Crawls and batches as those who started them see them. `firstPages` makes of addresses what is visited first. */
export function createCrawls(db: Database, needs: CrawlsNeeds): Crawls {
  return {
    start: (crawl) => db.transaction((tx) => start(tx, crawl, needs)),
    append: (id, teamId, urls) =>
      db.transaction((tx) => append(tx, id, teamId, needs.firstPages('batch', urls))),

    async find(id, teamId, kind) {
      const [row] = await db.prepared<ProgressRow>(
        `${PROGRESS} where id = $1 and team_id = $2 and kind = $3 and (state = 'scraping' or expires_at > now())`,
        [id, teamId, kind],
      )
      return row && toProgress(row)
    },

    async progressOf(ids) {
      const rows = await db.prepared<ProgressRow>(`${PROGRESS} where id = any ($1)`, [ids])
      return rows.map(toProgress)
    },

    async documents(id, { skip, limit, maxBytes, known }) {
      const last = Math.min(skip + limit, known)
      const rows = await db.prepared<{ seq: number; document: string }>(WINDOW, [id, skip, last, maxBytes])
      return { documents: rows.map(({ document }) => document), next: rows.at(-1)?.seq ?? skip }
    },

    async troubles(id) {
      const rows = await db.rows<TroubleRow>(
        `select state, url, claim_id, settled_at, error_code, error from crawl_pages
         where crawl_id = $1 and state in ('failed', 'blocked') order by place limit ${MOST_TROUBLES}`,
        [id],
      )
      const failed = rows.filter(({ state }) => state === 'failed')
      return {
        errors: failed.map((row) => ({
          id: row.claim_id,
          timestamp: row.settled_at,
          url: row.url,
          code: row.error_code ?? undefined,
          error: row.error ?? '',
        })),
        robotsBlocked: rows.filter(({ state }) => state === 'blocked').map(({ url }) => url),
      }
    },

    async active(teamId) {
      const rows = await db.rows<{ id: string; url: string; created_at: Date; request: string }>(
        `select id, url, created_at, request from crawls
         where team_id = $1 and kind = 'crawl' and state = 'scraping' order by id`,
        [teamId],
      )
      return rows.map((row): ActiveCrawl => ({
        id: row.id,
        url: row.url,
        createdAt: row.created_at,
        plan: JSON.parse(row.request) as CrawlPlan,
      }))
    },

    async cancel(id, teamId, kind) {
      const [row] = await db.rows<{ before: CrawlState | null }>(
        `select cancel_crawl($1, $2, $3) as before`,
        [id, teamId, kind],
      )
      return row!.before ?? undefined
    },
  }
}

export interface CrawlsNeeds {
  firstPages: (kind: CrawlKind, urls: readonly string[]) => FoundPage[]
  /** What closes where a job reports to. */
  targetSeal: Seal
}

/** More than anybody reads; a site that fails everywhere must not make an answer of any size. */
const MOST_TROUBLES = 10_000

async function start(tx: Queryable, crawl: NewCrawl, needs: CrawlsNeeds): Promise<string> {
  if (crawl.idempotencyKey !== undefined) await useOnce(tx, crawl.teamId, crawl.idempotencyKey)
  const pages = needs.firstPages(crawl.kind, crawl.urls)
  const limit = crawl.kind === 'batch' ? pages.length : crawl.limit
  const reach = await affordable(tx, crawl, limit)
  const id = newId()
  await tx.rows(
    `insert into crawls (
       id, team_id, api_key_id, kind, url, base_url, request, public_url, page_credits, page_limit, concurrency, delay_ms,
       warning
     ) values ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      id,
      crawl.teamId,
      crawl.keyId,
      crawl.kind,
      crawl.urls[0],
      JSON.stringify(crawl.plan),
      crawl.publicUrl,
      crawl.pageCredits,
      Math.min(limit, reach),
      crawl.concurrency ?? null,
      crawl.delayMs,
      reach < limit ? `The team has credits for ${reach} pages, so no more are visited.` : null,
    ],
  )
  await tx.rows(`select add_crawl_pages($1, $2)`, [id, entriesOf(pages)])
  await reportTo(tx, id, crawl, needs)
  await announceWork(tx)
  return id
}

/** From its start on, a job reports what happens to it. */
async function reportTo(
  tx: Queryable,
  jobId: string,
  { kind, teamId, webhook }: NewCrawl,
  { targetSeal }: CrawlsNeeds,
): Promise<void> {
  if (!webhook) return
  await registerWebhook(tx, targetSeal, { jobId, teamId, hook: webhook })
  const type = kind === 'crawl' ? 'crawl.started' : 'batch_scrape.started'
  await tx.rows(`select tell_webhook($1, $2, true, '[]', null, null)`, [jobId, type])
}

async function useOnce(tx: Queryable, teamId: string, key: string): Promise<void> {
  const rows = await tx.rows(
    `insert into idempotency_keys (team_id, key) values ($1, $2) on conflict do nothing returning key`,
    [teamId, key],
  )
  if (rows.length === 0) throw new Fault('CONFLICT', 'A request with this x-idempotency-key was made before.')
}

/**
 * How many pages the team has credits for. A crawl goes as far as they reach, because nobody knows beforehand how many
 * pages a site has; a batch is taken whole or not at all.
 */
async function affordable(
  tx: Queryable,
  crawl: Pick<NewCrawl, 'kind' | 'teamId' | 'pageCredits'>,
  wanted: number,
): Promise<number> {
  const [row] = await tx.rows<{ amount: number; unlimited: boolean }>(
    `select amount, unlimited from balances where team_id = $1`,
    [crawl.teamId],
  )
  if (row!.unlimited) return wanted
  const pages = Math.floor(row!.amount / crawl.pageCredits)
  const needed = crawl.kind === 'batch' ? wanted : 1
  if (pages < needed) throw insufficient(needed * crawl.pageCredits, row!.amount)
  return pages
}

async function append(tx: Queryable, id: string, teamId: string, pages: FoundPage[]) {
  const [row] = await tx.rows<{ state: CrawlState; page_credits: number; open: number }>(
    `select state, page_credits, known - settled as open from crawls where id = $1 and team_id = $2 and kind = 'batch' and (state = 'scraping' or expires_at > now()) for update`,
    [id, teamId],
  )
  if (row === undefined) return 'unknown'
  if (row.state !== 'scraping') return 'ended'
  await affordable(tx, { kind: 'batch', teamId, pageCredits: row.page_credits }, row.open + pages.length)
  await tx.rows(`update crawls set page_limit = page_limit + $2 where id = $1`, [id, pages.length])
  await tx.rows(`select add_crawl_pages($1, $2)`, [id, entriesOf(pages)])
  await announceWork(tx)
  return 'added'
}

const PROGRESS = `select id, state, settled, known, documents, credits_used, created_at, ended_at, error, warning,
    case state when 'scraping' then now() + result_lifetime() else expires_at end as expires_at from crawls`

interface ProgressRow {
  id: string
  state: CrawlState
  settled: number
  known: number
  documents: number
  credits_used: number
  created_at: Date
  ended_at: Date | null
  expires_at: Date
  error: string | null
  warning: string | null
}

function toProgress(row: ProgressRow): CrawlProgress {
  return {
    id: row.id,
    state: row.state,
    completed: row.settled,
    total: row.known,
    documents: row.documents,
    creditsUsed: row.credits_used,
    createdAt: row.created_at,
    endedAt: row.ended_at ?? undefined,
    expiresAt: row.expires_at,
    error: row.error ?? undefined,
    warning: row.warning ?? undefined,
  }
}

interface TroubleRow {
  state: 'failed' | 'blocked'
  url: string
  claim_id: string
  settled_at: Date
  error_code: string | null
  error: string | null
}

/** Sizes are summed up before any document is read. */
const WINDOW = `
  select d.seq, d.document from crawl_documents d
  where d.crawl_id = $1 and d.seq > $2 and d.seq <= (
    select coalesce(max(s.seq), 0) from (
      select seq, sum(size) over (order by seq) - size as before from crawl_documents
      where crawl_id = $1 and seq > $2 and seq <= $3
    ) s where s.before < $4
  ) order by d.seq`

/** A crawl is a row with up to hundreds of thousands of others; each table goes by itself, the crawl last. */
const OF_EXPIRED = `crawl_id in (select id from crawls where state <> 'scraping' and expires_at <= now())`

/** Removes crawls whose documents are no longer kept, and what was remembered of repeats. */
export async function forgetCrawls(sweep: Sweep): Promise<void> {
  await sweep('crawl_documents', OF_EXPIRED)
  await sweep('crawl_pages', OF_EXPIRED)
  await sweep('crawl_marks', OF_EXPIRED)
  await sweep(
    'crawls',
    `state <> 'scraping' and expires_at <= now() and not exists (
    select from crawl_marks m where m.crawl_id = crawls.id)`,
  )
  await sweep('idempotency_keys', `created_at < now() - interval '7 days'`)
  await sweep('crawl_paces', `next_at < now() - interval '1 hour'`)
}
