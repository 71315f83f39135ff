import type { ActiveCrawl, CrawlPlan, CrawlProgress, Crawls, CrawlState } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import type { Database } from '../database/database.ts'
import type { JobCipher } from '../jobs/job-keys.ts'
import { hideCredentials } from '../pages/target-credentials.ts'
import { appendToBatch, cipherIn, startCrawl } from './start-crawl.ts'
import type { CrawlsNeeds } from './start-crawl.ts'

/**
 * Crawls and batches as those who started them see them. `firstPages` makes of addresses what is visited first. What holds an
 * address or content passes a cipher on its way in and out.
 */
export function createCrawls(db: Database, needs: CrawlsNeeds): Crawls {
  const cipherOf = (id: string, isSealed: boolean) => cipherIn(needs.jobKeys, id, isSealed)
  const progressOf = async (row: ProgressRow) =>
    toProgress(row, await cipherOf(row.id, row.sealed && row.erased_at === null))
  return {
    start: (crawl) => db.transaction((tx) => startCrawl(tx, crawl, needs)),
    append: (more) => db.transaction((tx) => appendToBatch(tx, more, needs)),

    async find(id, teamId, kind) {
      const [row] = await db.prepared<ProgressRow>(
        `${PROGRESS} where id = $1 and team_id = $2 and kind = $3 and (state = 'scraping' or expires_at > now())`,
        [id, teamId, kind],
      )
      return row && (await progressOf(row))
    },

    async progressOf(ids) {
      const rows = await db.prepared<ProgressRow>(`${PROGRESS} where id = any ($1)`, [ids])
      const read = await Promise.allSettled(rows.map(progressOf))
      return read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    },

    async documents({ id, retention }, { skip, limit, maxBytes, known }) {
      const cipher = await cipherOf(id, retention === 'untilRead')
      const last = Math.min(skip + limit, known)
      const rows = await db.prepared<{ seq: number; document: string }>(WINDOW, [id, skip, last, maxBytes])
      // It was there a moment ago: somebody else has read it to its end, or it has expired.
      if (rows.length === 0 && skip < last)
        throw new Fault('NOT_FOUND', 'What this job found is no longer kept.')
      return {
        documents: rows.map(({ document }) => cipher.openDocument(document)),
        next: rows.at(-1)?.seq ?? skip,
      }
    },

    async handedOut({ id, retention, state }, since, until) {
      if (retention !== 'untilRead' || state === 'scraping') return
      await db.prepared(`select hand_over_crawl($1, $2, $3)`, [id, since, until])
    },

    async troubles({ id, retention }) {
      const cipher = await cipherOf(id, retention === 'untilRead')
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
          url: cipher.open(row.url),
          code: row.error_code ?? undefined,
          error: cipher.open(row.error ?? ''),
        })),
        robotsBlocked: rows.filter(({ state }) => state === 'blocked').map(({ url }) => cipher.open(url)),
      }
    },

    async active(teamId) {
      const rows = await db.rows<ActiveRow>(
        `select id, url, created_at, request, sealed from crawls
         where team_id = $1 and kind = 'crawl' and state = 'scraping' order by id`,
        [teamId],
      )
      return await Promise.all(rows.map(async (row) => toActive(row, await cipherOf(row.id, row.sealed))))
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

/** More than anybody reads; a site that fails everywhere must not make an answer of any size. */
const MOST_TROUBLES = 10_000

const PROGRESS = `select id, state, settled, known, documents, credits_used, created_at, ended_at, error, warning, sealed, erased_at,
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
  sealed: boolean
  erased_at: Date | null
}

function toProgress(row: ProgressRow, cipher: JobCipher): CrawlProgress {
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
    error: row.error === null ? undefined : cipher.open(row.error),
    warning: row.warning === null ? undefined : cipher.open(row.warning),
    retention: row.erased_at ? 'read' : row.sealed ? 'untilRead' : 'kept',
  }
}

interface ActiveRow {
  id: string
  url: string
  created_at: Date
  request: string
  sealed: boolean
}

function toActive(row: ActiveRow, cipher: JobCipher): ActiveCrawl {
  return {
    id: row.id,
    url: cipher.open(row.url),
    createdAt: row.created_at,
    plan: hideCredentials(JSON.parse(cipher.open(row.request)) as CrawlPlan),
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
