import type { KnownSession, SessionTable } from '../../interact/interact.ts'
import { storable } from '../agents/agent-steps.ts'
import type { Queryable } from '../database/database.ts'
import { UUID } from '../database/keyset.ts'

/** The live browser sessions of all processes. Every change of them is one call of a function in the database. */
export function createBrowserSessions(
  db: Queryable,
  { processId }: { processId: () => string },
): SessionTable {
  const find = async (id: string) => {
    if (!UUID.test(id)) return undefined
    const [row] = await db.prepared<Row>(`${SELECT} where s.id = $2 and ${IS_KNOWN}`, [processId(), id])
    return row && toKnown(row)
  }
  return {
    async enter({ id, scrapeId, streamWebView, ttlSeconds, activityTtlSeconds }) {
      const [row] = await db.prepared<{ result: 'entered' | 'taken' | 'gone' }>(
        `select enter_browser_session($1, $2, $3, $4, $5) as result`,
        [id, scrapeId, streamWebView, ttlSeconds, activityTtlSeconds],
      )
      return row!.result
    },
    async hold(id, credits) {
      const [row] = await db.prepared<{ balance: number | null }>(
        `select hold_for_browser_session($1, $2) as balance`,
        [id, credits],
      )
      const { balance } = row!
      if (balance === null) return { state: 'held' }
      return balance === NO_SESSION ? { state: 'gone' } : { state: 'insufficient', balance }
    },
    async keep(alive) {
      const rows = await db.prepared<{ id: string }>(`select keep_browser_sessions($1, $2, $3) as id`, [
        processId(),
        alive.map(({ id }) => id),
        alive.map(({ idleMs }) => Math.round(idleMs)),
      ])
      return rows.map(({ id }) => id)
    },
    async end(id, { cause, note, durationMs }) {
      await db.prepared(`select end_browser_sessions(array[$1::uuid], $2, $3, $4)`, [
        id,
        cause,
        durationMs,
        storable(note),
      ])
      const ending = (await find(id))?.ending
      return ending && { durationMs: ending.durationMs, creditsBilled: ending.creditsBilled }
    },
    find,
    async ofScrape(scrapeId) {
      const [row] = await db.prepared<Row>(
        `${SELECT} where s.scrape_id = $2 and ${IS_KNOWN} order by s.created_at desc limit 1`,
        [processId(), scrapeId],
      )
      return row && toKnown(row)
    },
    async list(teamId, status, most) {
      const rows = await db.prepared<Row>(LISTS[status ?? 'all'], [processId(), teamId, most])
      return rows.map(toKnown)
    },
  }
}

/** How long it is known of a session that it has ended, and why. */
const KNOWN = `interval '24 hours'`
const IS_KNOWN = `(s.ended_at is null or s.ended_at > now() - ${KNOWN})`

/** What the database says where there is nothing to hold for. */
const NO_SESSION = -1

const SELECT = `
  select s.*, case when not process_is_alive(s.process_id) then 'nowhere'
    when s.process_id = $1 then 'here' else 'elsewhere' end as place
  from browser_sessions s`

const listOf = (condition: string) =>
  `${SELECT} where s.team_id = $2 and ${IS_KNOWN} ${condition} order by s.created_at desc, s.id limit $3`

const LISTS = {
  all: listOf(''),
  active: listOf('and s.ended_at is null and process_is_alive(s.process_id)'),
  destroyed: listOf('and (s.ended_at is not null or not process_is_alive(s.process_id))'),
}

interface Row {
  id: string
  team_id: string
  scrape_id: string | null
  stream_web_view: boolean
  activity_ttl_seconds: number
  created_at: Date
  expires_at: Date
  last_activity_at: Date
  end_cause: NonNullable<KnownSession['ending']>['cause'] | null
  end_note: string | null
  duration_ms: number
  credits_billed: number
  place: KnownSession['place']
}

function toKnown(row: Row): KnownSession {
  return {
    id: row.id,
    teamId: row.team_id,
    scrapeId: row.scrape_id ?? undefined,
    status: row.end_cause === null && row.place !== 'nowhere' ? 'active' : 'destroyed',
    streamWebView: row.stream_web_view,
    activityTtlSeconds: row.activity_ttl_seconds,
    createdAt: row.created_at,
    lastActivity: row.last_activity_at,
    expiresAt: row.expires_at,
    place: row.place,
    ending:
      row.end_cause === null
        ? undefined
        : {
            cause: row.end_cause,
            note: row.end_note ?? undefined,
            durationMs: row.duration_ms,
            creditsBilled: row.credits_billed,
          },
  }
}

/** Ends and bills what processes left behind that are gone. */
export async function endAbandonedSessions(db: Queryable): Promise<void> {
  await db.rows(`select end_abandoned_browser_sessions()`)
}
