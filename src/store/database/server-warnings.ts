import { JOB_CONNECTIONS } from '../../jobs/jobs.ts'
import { POOL_CONNECTIONS } from './database.ts'
import type { Queryable } from './database.ts'
import { DIFFERING_SETTINGS } from './session.ts'

export interface ServerCondition {
  major: number
  version: string
  lostSettings: string[]
  switchedOff: string[]
  connections: number
  processes: number
  encrypted: boolean
  local: boolean
  aheadMs: number
}

/** Warnings for the operator about server settings that cause problems. They contain no secrets. */
export async function serverWarnings(db: Queryable): Promise<string[]> {
  const askedAt = Date.now()
  const [row] = await db.rows<Omit<ServerCondition, 'aheadMs'> & { clockMs: number }>(CONDITION)
  const { clockMs, ...condition } = row!
  const receivedAt = Date.now()
  // The server read its clock at some moment between request and response, so only a larger difference
  // counts.
  const aheadMs = clockMs - Math.min(Math.max(clockMs, askedAt), receivedAt)
  return warningsOf({ ...condition, aheadMs }, new Date(receivedAt))
}

const CONDITION = `
  select current_setting('server_version_num')::int / 10000 as major, current_setting('server_version') as version,
    array(select name from (${DIFFERING_SETTINGS}) as differing) as "lostSettings",
    array(select name from unnest(array['fsync', 'full_page_writes', 'autovacuum']) as name
      where current_setting(name) = 'off') as "switchedOff",
    least(
      current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      nullif(r.rolconnlimit, -1), nullif(d.datconnlimit, -1)
    ) as connections,
    (select count(*) from processes where expires_at > now()) as processes,
    coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as encrypted,
    coalesce(
      inet_client_addr() <<= '127.0.0.0/8' or inet_client_addr() = '::1' or inet_client_addr() = inet_server_addr(), true
    ) as local,
    floor(extract(epoch from clock_timestamp()) * 1000)::bigint as "clockMs"
  from pg_roles r, pg_database d where r.rolname = current_user and d.datname = current_database()`

const CONNECTIONS_PER_PROCESS = POOL_CONNECTIONS + JOB_CONNECTIONS + 1
const MAX_CLOCK_DIFFERENCE_MS = 5_000

const RISKS: Record<string, string> = {
  fsync: 'a crash of the machine can destroy the database',
  full_page_writes: 'a crash of the machine can destroy the database',
  autovacuum: 'tables grow and statements become slower',
}

export function warningsOf(condition: ServerCondition, now: Date): string[] {
  const { major, version, lostSettings, switchedOff, connections, processes, aheadMs } = condition
  const needed = processes * CONNECTIONS_PER_PROCESS
  const warnings = switchedOff.map((name) => `${name} is off in PostgreSQL: ${RISKS[name]}. Set it to on.`)
  if (lostSettings.length > 0)
    warnings.push(
      `PostgreSQL resets these session settings of Winnow: ${lostSettings.join(', ')}. Statements can be slow or wrong. If you use a connection pooler, set it to session pooling, not transaction pooling.`,
    )
  if (connections < needed)
    warnings.push(
      `PostgreSQL allows ${connections} connections, but ${processes === 1 ? 'the running process needs' : `the ${processes} running processes need`} up to ${needed}. Raise max_connections, or the limit of the role or the database.`,
    )
  if (!condition.encrypted && !condition.local)
    warnings.push(
      'The connection to PostgreSQL leaves this machine unencrypted. Add sslmode=verify-full to DATABASE_URL.',
    )
  if (now > endOfSupport(major))
    warnings.push(
      `PostgreSQL ${version} has had no fixes since November ${2012 + major}. Upgrade to a supported version.`,
    )
  if (Math.abs(aheadMs) > MAX_CLOCK_DIFFERENCE_MS)
    warnings.push(
      `The clock of PostgreSQL is ${Math.round(Math.abs(aheadMs) / 1000)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of this process. Expiry times are wrong by as much. Synchronize both clocks.`,
    )
  return warnings
}

/** A major version gets its last fixes in the second week of November, five years after its release. */
function endOfSupport(major: number): Date {
  return new Date(Date.UTC(2012 + major, 10, 15))
}
