import type { TeamUsage, Usage } from '../access/access.ts'
import { Fault } from '../fault.ts'
import type { Queryable } from './database.ts'
import { UUID } from './keyset.ts'

/** What teams used and how busy they are, read from the ledger and the slots. */
export function createUsage(db: Queryable): Usage {
  return {
    async months(filter) {
      const [beforeStart, beforeTeam] = monthCursor(filter.cursor)
      const rows = await db.rows<MonthRow>(MONTHS, [
        filter.teamId,
        filter.from,
        filter.to,
        beforeStart,
        beforeTeam,
        filter.limit + 1,
      ])
      const items = rows.slice(0, filter.limit).map(toTeamUsage)
      const last = items.at(-1)
      const more = rows.length > filter.limit && last !== undefined
      const next = more
        ? Buffer.from(`${last.startDate.toISOString()}|${last.teamId}`).toString('base64url')
        : null
      return { items, nextCursor: next }
    },
    async history(teamId, byKey) {
      const rows = await db.rows<{
        start_date: Date
        end_date: Date | null
        key_id: string | null
        used: number
      }>(
        `select m.start_date, case when m.start_date + interval '1 month' <= now() then m.start_date + interval '1 month' end as end_date,
           m.key_id, m.used
         from (
           select date_trunc('month', created_at at time zone 'UTC') at time zone 'UTC' as start_date,
             case when $2 then api_key_id end as key_id, sum(used)::bigint as used
           from credit_entries where team_id = $1 and kind = 'settle' group by 1, 2
         ) m order by m.start_date, m.key_id`,
        [teamId, byKey],
      )
      return rows.map((row) => ({
        startDate: row.start_date,
        endDate: row.end_date,
        keyId: row.key_id,
        creditsUsed: row.used,
      }))
    },
    async queue(teamId) {
      const [row] = await db.rows<{
        active: number
        waiting: number
        concurrency: number | null
        last: Date | null
      }>(
        `select (select count(*) from slots where team_id = t.id and active) as active,
           (select count(*) from slots where team_id = t.id and not active) as waiting,
           (t.limits ->> 'concurrency')::bigint as concurrency,
           (select max(created_at) from credit_entries where team_id = t.id and kind = 'settle') as last
         from teams t where t.id = $1`,
        [teamId],
      )
      return {
        active: row!.active,
        waiting: row!.waiting,
        concurrency: row!.concurrency,
        mostRecentSuccess: row!.last,
      }
    },
    async balance(teamId) {
      const [row] = await db.rows<{ amount: number; unlimited: boolean; granted: number }>(
        `select b.amount, b.unlimited,
           (select coalesce(sum(e.amount), 0)::bigint from credit_entries e where e.team_id = b.team_id and e.kind in ('set', 'grant')) as granted
         from balances b where b.team_id = $1`,
        [teamId],
      )
      return { credits: row!.unlimited ? null : row!.amount, granted: row!.granted }
    },
  }
}

const MONTHS = `
  select m.*, t.name as team_name, case when m.start_date + interval '1 month' <= now() then m.start_date + interval '1 month' end as end_date
  from (
    select team_id, date_trunc('month', created_at at time zone 'UTC') at time zone 'UTC' as start_date,
      sum(used)::bigint as used, count(*) as requests
    from credit_entries
    where kind = 'settle' and ($1::uuid is null or team_id = $1)
      and ($2::timestamptz is null or created_at >= $2) and ($3::timestamptz is null or created_at < $3)
    group by 1, 2
  ) m join teams t on t.id = m.team_id
  where $4::timestamptz is null or (m.start_date, m.team_id) < ($4, $5::uuid)
  order by m.start_date desc, m.team_id desc limit $6`

interface MonthRow {
  team_id: string
  team_name: string
  start_date: Date
  end_date: Date | null
  used: number
  requests: number
}

function toTeamUsage(row: MonthRow): TeamUsage {
  return {
    teamId: row.team_id,
    teamName: row.team_name,
    startDate: row.start_date,
    endDate: row.end_date,
    creditsUsed: row.used,
    requests: row.requests,
  }
}

function monthCursor(cursor: string | undefined): [string, string] | [null, null] {
  if (cursor === undefined) return [null, null]
  const [start = '', teamId = ''] = Buffer.from(cursor, 'base64url').toString().split('|')
  if (!/^\d{4}-[\d:.TZ-]+$/.test(start) || !UUID.test(teamId)) {
    throw new Fault('BAD_REQUEST', "cursor: takes the 'nextCursor' of an earlier page.")
  }
  return [start, teamId]
}
