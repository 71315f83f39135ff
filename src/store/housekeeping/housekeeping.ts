import { jobKind } from '../../jobs/jobs.ts'
import type { Queryable } from '../database/database.ts'

export const HOUSEKEEPING = jobKind({
  name: 'housekeeping',
  parse: () => ({}),
  unique: true,
  timeoutSeconds: 600,
})

/**
 * Deletes expired rows in batches; the next run continues after a timeout. `test/flows/retention.test.ts`
 * lists for every table why it is here or not.
 */
export async function deleteExpired(
  db: Queryable,
  { searchDays = 30, signal }: { searchDays?: number; signal?: AbortSignal } = {},
): Promise<void> {
  const sweep = createSweep(db, signal)
  for (const [table, condition] of EXPIRED_ROWS) await sweep(table, condition)
  await sweep('search_pages', `seen_at < now() - $1 * interval '1 day'`, [searchDays])
  await db.rows(`select forget_job_keys(array(select job_id from job_keys))`)
}

const HAS_EXPIRED = `expires_at <= now()`
const OF_DEAD_PROCESS = `not process_is_alive(process_id)`

/**
 * A crawl can have hundreds of thousands of rows in other tables. Each table is handled separately, the crawl
 * itself last.
 */
const ENDED_CRAWL = `state <> 'scraping' and ${HAS_EXPIRED}`
const OF_ENDED_CRAWL = `crawl_id in (select id from crawls where ${ENDED_CRAWL})`
const ENDED_TASK = `state <> 'processing' and ${HAS_EXPIRED}`

const EXPIRED_ROWS: readonly (readonly [table: string, condition: string])[] = [
  ['rate_windows', `started_at < now() - interval '1 hour'`],
  ['flights', `landed_at < now() - interval '1 hour'`],
  ['flights', `outcome is null and ${OF_DEAD_PROCESS}`],
  ['slots', OF_DEAD_PROCESS],
  ['erasures', `greatest(closed_until, forgets_until) < now()`],
  ['page_memos', `copy_id in (select id from page_copies where ${HAS_EXPIRED})`],
  ['page_copies', HAS_EXPIRED],
  ['blobs', HAS_EXPIRED],
  ['keyless_days', `day < (now() at time zone 'UTC')::date`],
  ['keyless_holds', OF_DEAD_PROCESS],
  ['scrapes', HAS_EXPIRED],
  ['searches', HAS_EXPIRED],
  ['feedback', `created_at < now() - interval '90 days'`],
  ['crawl_documents', OF_ENDED_CRAWL],
  ['crawl_pages', OF_ENDED_CRAWL],
  ['crawl_marks', OF_ENDED_CRAWL],
  ['crawls', `${ENDED_CRAWL} and not exists (select from crawl_marks m where m.crawl_id = crawls.id)`],
  ['idempotency_keys', `created_at < now() - interval '7 days'`],
  ['crawl_paces', `next_at < now() - interval '1 hour'`],
  ['agent_steps', `task_id in (select id from agent_tasks where ${ENDED_TASK})`],
  ['agent_tasks', ENDED_TASK],
  ['browser_sessions', `ended_at <= now() - interval '24 hours'`],
  ['recordings', HAS_EXPIRED],
  ['seen_pages', `seen_at < now() - interval '30 days'`],
  ['page_traces', `seen_at < now() - interval '30 days'`],
  ['snapshots', `taken_at < now() - interval '1 year'`],
  ['webhook_deliveries', `ended_at < now() - interval '7 days'`],
  // No job can still be running: a crawl of ten thousand pages a minute apart takes a week.
  [
    'webhooks',
    `created_at < now() - interval '30 days' and not exists (
       select from webhook_deliveries d where d.job_id = webhooks.job_id and d.state = 'waiting'
     )`,
  ],
  // First the bytes of uploads that are no longer accessible, then rows that no longer count.
  [
    'upload_pieces',
    `upload_id in (
       select id from uploads where (expires_at < now() or state = 'parsed') and created_at < now() - interval '30 minutes'
     )`,
  ],
  ['uploads', `created_at < now() - interval '1 day'`],
  ['oauth_records', HAS_EXPIRED],
  ['oauth_grants', HAS_EXPIRED],
  ['sign_in_codes', HAS_EXPIRED],
  ['oauth_windows', `started_at < now() - interval '1 hour'`],
  // Clients that got no access within a day, or had none for three months.
  [
    'oauth_clients',
    `(used_at is null and created_at < now() - interval '1 day') or (used_at < now() - interval '90 days'
       and not exists (select from oauth_grants g where sha256(g.client_id::bytea) = oauth_clients.id))`,
  ],
]

type Sweep = (table: string, condition: string, values?: readonly unknown[]) => Promise<number>

/** Small enough that locks are held only briefly, even with dependent rows. */
const BATCH_SIZE = 1_000

/** Deletes in batches, each in its own transaction, until no row is left or the time is over. */
export function createSweep(db: Queryable, signal?: AbortSignal): Sweep {
  return async (table, condition, values = []) => {
    let total = 0
    for (;;) {
      signal?.throwIfAborted()
      const [row] = await db.rows<{ removed: number }>(
        `with removed as (
           delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${BATCH_SIZE}))
           returning 1
         ) select count(*) as removed from removed`,
        values,
      )
      total += row!.removed
      if (row!.removed === 0) return total
    }
  }
}
