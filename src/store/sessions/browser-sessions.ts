import type { KnownSession, SessionTable } from '../../interact/interact.ts'
import { storable, withoutNulls } from '../database/database.ts'
import type { Queryable } from '../database/database.ts'
import { UUID } from '../database/keyset.ts'
import { raw, sql } from '../database/sql.ts'

/** The live browser sessions of all processes. Every change of them is one call of a function in the database. */
export function createBrowserSessions(
  db: Queryable,
  { processId }: { processId: () => string },
): SessionTable {
  const select = () => sql`
    select s.id, s.team_id as "teamId", s.scrape_id as "scrapeId", s.stream_web_view as "streamWebView",
      s.activity_ttl_seconds as "activityTtlSeconds", s.created_at as "createdAt", s.last_activity_at as "lastActivity",
      s.expires_at as "expiresAt", s.end_cause as cause, s.end_note as note, s.duration_ms as "durationMs",
      s.credits_billed as "creditsBilled", case when not process_is_alive(s.process_id) then 'nowhere'
      when s.process_id = ${processId()} then 'here' else 'elsewhere' end as place
    from browser_sessions s`
  const find = async (id: string) => {
    if (!UUID.test(id)) return undefined
    const [row] = await db.prepared<Row>(sql`${select()} where s.id = ${id} and ${raw(IS_KNOWN)}`)
    return row && toKnown(row)
  }
  return {
    async enter({ id, scrapeId, streamWebView, ttlSeconds, activityTtlSeconds }) {
      const [row] = await db.prepared<{ result: 'entered' | 'taken' | 'gone' }>(sql`
        select enter_browser_session(${id}, ${scrapeId}, ${streamWebView}, ${ttlSeconds},
          ${activityTtlSeconds}) as result`)
      return row!.result
    },
    async hold(id, credits) {
      const [row] = await db.prepared<{ balance: number | null }>(sql`
        select hold_for_browser_session(${id}, ${credits}) as balance`)
      const { balance } = row!
      if (balance === null) return { state: 'held' }
      return balance === NO_SESSION ? { state: 'gone' } : { state: 'insufficient', balance }
    },
    async keep(alive) {
      const rows = await db.prepared<{ id: string }>(sql`
        select keep_browser_sessions(${processId()}, ${alive.map(({ id }) => id)},
          ${alive.map(({ idleMs }) => Math.round(idleMs))}) as id`)
      return rows.map(({ id }) => id)
    },
    async end(id, { cause, note, durationMs }) {
      await db.prepared(sql`
        select end_browser_sessions(array[${id}::uuid], ${cause}, ${durationMs}, ${note && storable(note)})`)
      const ending = (await find(id))?.ending
      return ending && { durationMs: ending.durationMs, creditsBilled: ending.creditsBilled }
    },
    find,
    async findByScrape(scrapeId) {
      const [row] = await db.prepared<Row>(sql`
        ${select()} where s.scrape_id = ${scrapeId} and ${raw(IS_KNOWN)} order by s.created_at desc limit 1`)
      return row && toKnown(row)
    },
    async list(teamId, status, most) {
      const rows = await db.prepared<Row>(sql`
        ${select()} where s.team_id = ${teamId} and ${raw(IS_KNOWN)} ${raw(status ? HAS_STATUS[status] : '')}
        order by s.created_at desc, s.id limit ${most}`)
      return rows.map(toKnown)
    },
  }
}

const KNOWN = `interval '24 hours'`
const IS_KNOWN = `(s.ended_at is null or s.ended_at > now() - ${KNOWN})`

const NO_SESSION = -1

const HAS_STATUS = {
  active: 'and s.ended_at is null and process_is_alive(s.process_id)',
  destroyed: 'and (s.ended_at is not null or not process_is_alive(s.process_id))',
}

type Row = Omit<KnownSession, 'status' | 'ending'> & Partial<NonNullable<KnownSession['ending']>>

function toKnown(row: Row): KnownSession {
  const { cause, note, durationMs, creditsBilled, ...session } = withoutNulls<Row>(row)
  return {
    ...session,
    status: cause === undefined && row.place !== 'nowhere' ? 'active' : 'destroyed',
    ending:
      cause === undefined
        ? undefined
        : { cause, note, durationMs: durationMs!, creditsBilled: creditsBilled! },
  }
}

export async function endAbandonedSessions(db: Queryable): Promise<void> {
  await db.rows(`select end_abandoned_browser_sessions()`)
}
