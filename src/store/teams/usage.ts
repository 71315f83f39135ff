import type { Activity, SpanFilter, TeamUsage, Usage, UsagePeriod } from '../../access/access.ts'
import type { Queryable } from '../database/database.ts'
import { pageStart, pageUntil, readCursor, failInvalidCursor, toPage, UUID } from '../database/keyset.ts'
import { sql } from '../database/sql.ts'

/** The text contains only the given filters: `$1 is null or x = $1` would never use an index. */
export function createUsage(db: Queryable): Usage {
  return {
    async months(filter) {
      const { text, values } = monthsQuery(filter)
      const rows = await db.rows<TeamUsage>(text, values)
      return pageUntil(rows, filter.limit, ({ startDate, teamId }) => `${startDate.toISOString()}|${teamId}`)
    },
    async history(teamId, byKey) {
      return await db.rows<UsagePeriod>(historyQuery(byKey), [teamId])
    },
    async activity(teamId, filter) {
      const values: unknown[] = [teamId, filter.limit + 1]
      const conditions: string[] = []
      if (filter.endpoint !== undefined) conditions.push(`and ${ENDPOINT} = $${values.push(filter.endpoint)}`)
      if (filter.cursor !== undefined)
        conditions.push(`and ${BEFORE_CURSOR} $${values.push(pageStart(filter))})`)
      const rows = await db.rows<Activity>(
        `select hold_id as id, ${ENDPOINT} as endpoint, created_at as at from credit_entries
         where team_id = $1 and kind = 'settle' and created_at > now() - interval '24 hours' ${conditions.join(' ')}
         order by created_at desc, credit_entries.id desc limit $2`,
        values,
      )
      return toPage(rows, filter)
    },
    async queue(teamId) {
      const [queue] = await db.rows<Awaited<ReturnType<Usage['queue']>>>(QUEUE, [teamId])
      return queue!
    },
    async credits(teamId) {
      const [row] = await db.prepared<{ amount: number | null }>(sql`
        select case when unlimited then null else amount end as amount from balances where team_id = ${teamId}`)
      return row!.amount
    },
    async balance(teamId) {
      const [balance] = await db.rows<{ credits: number | null; granted: number }>(sql`
        select case when not b.unlimited then b.amount end as credits,
          (select coalesce(sum(e.amount), 0)::bigint from credit_entries e where e.team_id = b.team_id
            and e.kind in ('set', 'grant')) as granted
        from balances b where b.team_id = ${teamId}`)
      return balance!
    },
  }
}

/** A reason may contain more, such as that a task was paid. */
const ENDPOINT = `split_part(reason, ' ', 1)`

/**
 * A cursor is the id of a charge. Charges of one batch share a timestamp, and its microseconds stay in the
 * database.
 */
const BEFORE_CURSOR = `(created_at, credit_entries.id) < (
  select c.created_at, c.id from credit_entries c where c.kind = 'settle' and c.team_id = $1 and c.hold_id =`

/** The calendar months between two timestamps, in UTC. */
const MONTHS_OF_SPAN = `generate_series(
  date_trunc('month', span.first at time zone 'UTC'), span.last at time zone 'UTC', interval '1 month')`
const MONTH_START = `month at time zone 'UTC'`
const MONTH_END = `(month + interval '1 month') at time zone 'UTC'`

/** The months are generated first. Only those of the page are summed, each over its own part of the index. */
function monthsQuery(filter: SpanFilter): { text: string; values: unknown[] } {
  const values: unknown[] = [filter.limit + 1]
  const team = filter.teamId === undefined ? '' : `where t.id = $${values.push(filter.teamId)}`
  const from = filter.from === undefined ? '' : `and created_at >= $${values.push(new Date(filter.from))}`
  const to = filter.to === undefined ? '' : `and created_at < $${values.push(new Date(filter.to))}`
  const last = filter.cursor === undefined ? undefined : parseMonthCursor(filter.cursor)
  const before = last
    ? `and (m.start_date, m.team_id) < ($${values.push(last.start)}::timestamptz, $${values.push(last.teamId)}::uuid)`
    : ''
  const text = `
    select m.team_id as "teamId", m.team_name as "teamName", m.start_date as "startDate",
      case when m.end_date <= now() then m.end_date end as "endDate", u.used as "creditsUsed", u.requests
    from (
      select t.id as team_id, t.name as team_name, ${MONTH_START} as start_date, ${MONTH_END} as end_date
      from teams t cross join lateral (
        select min(created_at) as first, max(created_at) as last from credit_entries
        where team_id = t.id and kind = 'settle' ${from} ${to}
      ) span cross join lateral ${MONTHS_OF_SPAN} as month
      ${team} order by start_date desc, team_id desc
    ) m cross join lateral (
      select sum(used)::bigint as used, count(*) as requests from credit_entries
      where team_id = m.team_id and kind = 'settle' and created_at >= m.start_date and created_at < m.end_date ${from} ${to}
    ) u
    where u.requests > 0 ${before}
    order by m.start_date desc, m.team_id desc limit $1`
  return { text, values }
}

function historyQuery(byKey: boolean): string {
  return `
    select m.start_date as "startDate", case when m.end_date <= now() then m.end_date end as "endDate",
      u.key_id as "keyId", u.used as "creditsUsed"
    from (
      select ${MONTH_START} as start_date, ${MONTH_END} as end_date
      from (select min(created_at) as first, max(created_at) as last from credit_entries where team_id = $1 and kind = 'settle') span
      cross join lateral ${MONTHS_OF_SPAN} as month
    ) m cross join lateral (
      select ${byKey ? 'api_key_id' : 'null::uuid'} as key_id, sum(used)::bigint as used from credit_entries
      where team_id = $1 and kind = 'settle' and created_at >= m.start_date and created_at < m.end_date
      ${byKey ? 'group by api_key_id' : 'having count(*) > 0'}
    ) u order by m.start_date, u.key_id`
}

/**
 * Slots of a dead process are free at once. Pages of crawls count as active during their visit, and as
 * waiting before.
 */
const QUEUE = `
  select own.active + visited.pages as active, own.waiting + greatest(0, crawled.pages - visited.pages) as waiting,
    (t.limits ->> 'concurrency')::bigint as concurrency,
    (select max(created_at) from credit_entries where team_id = t.id and kind = 'settle') as "mostRecentSuccess"
  from teams t
  cross join lateral (
    select count(*) filter (where s.active) as active, count(*) filter (where not s.active) as waiting
    from slots s join processes p on p.id = s.process_id where s.team_id = t.id
  ) own
  cross join lateral (
    select coalesce(sum(c.known - c.settled), 0)::bigint as pages from crawls c
    where c.team_id = t.id and c.state = 'scraping'
  ) crawled
  cross join lateral crawl_places(t.id) as visited (pages)
  where t.id = $1`

function parseMonthCursor(cursor: string): { start: Date; teamId: string } {
  const [, text = '', teamId = ''] = readCursor(cursor, /^([^|]*)\|([^|]*)$/)
  const start = new Date(text)
  const isRead = !Number.isNaN(start.getTime()) && start.toISOString() === text && UUID.test(teamId)
  return isRead ? { start, teamId } : failInvalidCursor()
}
