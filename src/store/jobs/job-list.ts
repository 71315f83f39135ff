import { DEAD_LETTERS } from '../../jobs/jobs.ts'
import type { DeadLetter, JobCounts, JobList, JobPage, JobRecord, JobState } from '../../jobs/jobs.ts'
import type { Queryable } from '../database/database.ts'
import { pageUntil, readCursor } from '../database/keyset.ts'

/** Reads the tables of the job queue for the operator. Writes go through `jobs/`. */
export function createJobList(db: Pick<Queryable, 'rows'>): JobList {
  return {
    async page({ limit, cursor, kind, state }) {
      const rows = await db.rows<JobRecord & WithPosition>(PAGE, [
        ...position(cursor),
        limit + 1,
        kind ?? null,
        STATES[state ?? 'any'],
      ])
      return toPage(rows, limit)
    },
    async deadLetters({ limit, cursor, kind }) {
      const rows = await db.rows<DeadLetter & WithPosition>(DEAD_LETTER_PAGE, [
        ...position(cursor),
        limit + 1,
        kind ?? null,
      ])
      return toPage(rows, limit)
    },
    counts: () => db.rows<JobCounts>(COUNTS),
  }
}

const STATES: Record<JobState | 'any', string[]> = {
  queued: ['created', 'retry'],
  active: ['active'],
  completed: ['completed'],
  cancelled: ['cancelled'],
  failed: ['failed'],
  any: ['created', 'retry', 'active', 'completed', 'cancelled', 'failed'],
}

const NOT_A_KIND = `(name = '${DEAD_LETTERS}' or name like '\\_\\_pgboss%')`

const AFTER = `($1::timestamptz is null or (created_on, id) < ($1, $2::uuid))
  order by created_on desc, id desc limit $3`

/** A failed run stores its message; the library's own sweep stores it one level deeper. */
const message = (column: string) => `coalesce(${column}->>'message', ${column}->'value'->>'message')`

const PAGE = `
  select id, name as kind, case when state in ('created', 'retry') then 'queued' else state::text end as state,
    case when started_on is null then 0 else retry_count + 1 end as attempts, created_on as "createdAt",
    started_on as "startedAt", completed_on as "completedAt", ${message('output')} as error, created_on::text as position
  from pgboss.job
  where not ${NOT_A_KIND} and ($4::text is null or name = $4) and state = any($5::pgboss.job_state[]) and ${AFTER}`

const DEAD_LETTER_PAGE = `
  select id, source_id as "jobId", source_name as kind, source_retry_count + 1 as attempts,
    source_created_on as "createdAt", created_on as "failedAt", ${message('source_output')} as error,
    created_on::text as position
  from pgboss.job
  where name = '${DEAD_LETTERS}' and state < 'active' and ($4::text is null or source_name = $4) and ${AFTER}`

const COUNTS = `
  with jobs as (
    select name,
      count(*) filter (where state < 'active') as queued,
      count(*) filter (where state = 'active') as active,
      count(*) filter (where state = 'failed') as failed
    from pgboss.job where state not in ('completed', 'cancelled') group by name
  ), letters as (
    select source_name as name, count(*) as waiting
    from pgboss.job where name = '${DEAD_LETTERS}' and state < 'active' group by source_name
  )
  select name as kind, coalesce(queued, 0)::int as queued, coalesce(active, 0)::int as active,
    coalesce(failed, 0)::int as failed, coalesce(waiting, 0)::int as "deadLetters"
  from pgboss.queue left join jobs using (name) left join letters using (name)
  where not ${NOT_A_KIND} order by name`

interface WithPosition {
  id: string
  /** The creation time in full: a JavaScript date would lose the microseconds, and pages would skip rows. */
  position: string
}

function toPage<Item extends { id: string }>(rows: (Item & WithPosition)[], limit: number): JobPage<Item> {
  const { items, nextCursor } = pageUntil(rows, limit, (last) => `${last.position}|${last.id}`)
  return { items: items.map(withoutPosition), nextCursor }
}

function withoutPosition<Item>(row: Item & WithPosition): Item {
  const { position: _, ...item } = row
  return item as unknown as Item
}

const CURSOR =
  /^(\d{4,}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d+)?[+-][\d:]+)\|([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

function position(cursor: string | undefined): (string | null)[] {
  return cursor === undefined ? [null, null] : readCursor(cursor, CURSOR).slice(1)
}
