import { setTimeout as delay } from 'node:timers/promises'
import type { Actor, Erased, TeamData } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import { queryable } from '../database/database.ts'
import type { Database, Queryable } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { createSweep } from '../housekeeping/housekeeping.ts'
import { recordChange } from '../teams/audit-trail.ts'
import { TEAM_CONTENT_TABLES, toCamelCase, TEAM_ACCOUNT_TABLES } from './team-tables.ts'
import type { TeamTable } from './team-tables.ts'
import type { PoolClient } from 'pg'
import { decompress } from '../database/compress.ts'
import { hideCredentials } from '../pages/target-credentials.ts'

/** All data of teams, in all tables. Exports and erasures are recorded in the audit trail. */
export function createTeamData(db: Database): TeamData {
  const read = createTeamExport(db)

  return {
    async export(teamId, signal, by = 'command line') {
      const team = await findTeam(db, teamId)
      if (!team) return undefined
      const lines = await read(teamId, signal)
      await recordTeamChange(db, by, 'team.export', team)
      return lines
    },

    async erase(teamId, by = 'command line') {
      const team = await findTeam(db, teamId)
      return (
        team &&
        (await eraseTeam(db, teamId, (tx, erased) =>
          recordTeamChange(tx, by, 'team.erase', team, { erased }),
        ))
      )
    },

    async remove(teamId, by = 'command line') {
      const team = await findTeam(db, teamId)
      if (!team) return undefined
      if (team.isBuiltIn)
        throw new Fault('CONFLICT', 'The service itself needs this team. It cannot be deleted.')
      return await eraseTeam(db, teamId, async (tx, erased) => {
        await recordTeamChange(tx, by, 'team.delete', team, { erased })
        await removeTeam(tx, team, by)
      })
    },
  }
}

interface TeamRow {
  id: string
  organizationId: string
  isBuiltIn: boolean
}

/** A team named in a setting was created by the service for itself. */
async function findTeam(db: Queryable, teamId: string): Promise<TeamRow | undefined> {
  const [row] = await db.rows<TeamRow>(sql`select id, organization_id as "organizationId", exists (
      select from settings where name like '%TeamId' and value = to_jsonb(t.id::text)
    ) as "isBuiltIn" from teams t where id = ${teamId}`)
  return row
}

function recordTeamChange(db: Queryable, by: Actor, action: string, team: TeamRow, details: object = {}) {
  return recordChange(db, by, {
    action,
    organizationId: team.organizationId,
    teamId: team.id,
    target: team.id,
    details,
  })
}

/**
 * Also deletes users without another team, and the organization that a partner's team has to itself. Users
 * are locked first, because a partner may be creating a team for one of them.
 */
async function removeTeam(tx: Queryable, { id, organizationId }: TeamRow, by: Actor): Promise<void> {
  const users = await tx.rows<{ id: string; email: string }>(sql`
    select u.id, u.email from users u join memberships m on m.user_id = u.id where m.team_id = ${id}
    order by u.id for update of u`)
  await tx.rows(sql`delete from teams where id = ${id}`)
  await tx.rows(sql`
    delete from users u where u.id = any (${users.map((user) => user.id)})
      and not exists (select from memberships m where m.user_id = u.id)`)
  const [organization] = await tx.rows<{ id: string }>(sql`
    delete from organizations o where o.id = ${organizationId}
      and o.name = any (${users.map(({ email }) => email)})
      and not exists (select from teams t where t.organization_id = o.id)
      and not exists (select from siem_events e where e.organization_id = o.id)
    returning o.id`)
  if (organization)
    await recordChange(tx, by, {
      action: 'organization.delete',
      target: organization.id,
      organizationId: organization.id,
    })
}

/** How long a team stays closed after the erasing process has died. Renewed regularly during the erasure. */
const CLOSED_FOR = `interval '10 minutes'`
/** Longer than any work that runs after its caller has left. */
const FORGETS_FOR = `interval '15 minutes'`
const DRAIN_MS = 120_000
const POLL_MS = 50

/**
 * Removes all content of a team, then runs `finish` in the transaction that ends the erasure. Meanwhile the
 * team can start no work. Work that holds credits or a slot is awaited, and its output removed too. Other
 * late writes only reach page caches, which reject the team for a quarter of an hour.
 */
async function eraseTeam(
  db: Database,
  teamId: string,
  finish: (tx: Queryable, erased: Erased) => Promise<void>,
): Promise<Erased> {
  await closeTeam(db, teamId)
  try {
    await waitForOlderTransactions(db)
    const erased: Erased = {}
    // Receivers get no events of jobs that are being erased.
    await removeContent(db, teamId, erased, ['webhooks'])
    await stopWork(db, teamId)
    await removeContent(db, teamId, erased)
    await waitForRunningWork(db, teamId)
    await removeContent(db, teamId, erased)
    await db.transaction(async (tx) => {
      await reopenTeam(tx, teamId)
      await finish(tx, erased)
    })
    return erased
  } catch (failure) {
    await reopenTeam(db, teamId)
    throw failure
  }
}

/** Under the lock of the balance, so that every hold is either visible to us or not opened. */
async function closeTeam(db: Database, teamId: string): Promise<void> {
  const isFirst = await db.transaction(async (tx) => {
    await tx.rows(sql`select from balances where team_id = ${teamId} for update`)
    const rows = await tx.rows(sql`
      insert into erasures (team_id, closed_until, forgets_until) values (${teamId}, now() + ${raw(CLOSED_FOR)},
        now() + ${raw(CLOSED_FOR)})
      on conflict (team_id) do update set closed_until = excluded.closed_until,
        forgets_until = excluded.forgets_until
        where erasures.closed_until < now()
      returning team_id`)
    return rows.length > 0
  })
  if (!isFirst) throw new Fault('CONFLICT', 'The data of this team is already being erased.')
}

async function reopenTeam(db: Queryable, teamId: string): Promise<void> {
  await db.rows(sql`
    update erasures set closed_until = '-infinity', forgets_until = now() + ${raw(FORGETS_FOR)}
      where team_id = ${teamId}`)
}

/** Waits for transactions that may have checked before the team was closed. */
async function waitForOlderTransactions(db: Queryable): Promise<void> {
  const [row] = await db.rows<{ last: string }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as last`,
  )
  await waitUntil(async () => {
    const [now] = await db.rows<{ over: boolean }>(sql`
      select pg_snapshot_xmin(pg_current_snapshot()) >= ${row!.last}::text::xid8 as over`)
    return now!.over
  })
}

/** One kind after the other, because each has its own lock order. */
async function stopWork(db: Queryable, teamId: string): Promise<void> {
  await db.rows(sql`select cancel_crawl(c.id, c.team_id, c.kind) from (
      select id, team_id, kind from crawls where team_id = ${teamId} and state = 'scraping' order by id
    ) c`)
  await db.rows(sql`select stop_agent_tasks(${teamId})`)
  await db.rows(sql`select end_browser_sessions(
      array(select id from browser_sessions where team_id = ${teamId} and ended_at is null), 'stopped', null,
      'The data of the team was erased.'
    )`)
}

async function waitForRunningWork(db: Queryable, teamId: string): Promise<void> {
  await waitUntil(async () => {
    const [row] = await db.rows<{ over: boolean }>(
      `select not exists (select from holds where team_id = $1 and process_is_alive(process_id))
         and not exists (select from slots where team_id = $1 and process_is_alive(process_id)) as over`,
      [teamId],
    )
    return row!.over
  })
}

async function waitUntil(isOver: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await isOver())) {
    if (performance.now() - since > DRAIN_MS) {
      throw new Fault(
        'UNAVAILABLE',
        'Work of this team did not end in time, so it may still write data. Erase again when it has ended.',
      )
    }
    await delay(POLL_MS)
  }
}

async function removeContent(
  db: Queryable,
  teamId: string,
  erased: Erased,
  onlyTables?: string[],
): Promise<void> {
  const sweep = createSweep(db)
  for (const { table, teamCondition, countName } of TEAM_CONTENT_TABLES.toReversed()) {
    if (onlyTables && !onlyTables.includes(table)) continue
    await db.rows(sql`
      update erasures set closed_until = now() + ${raw(CLOSED_FOR)}, forgets_until = now() + ${raw(CLOSED_FOR)}
        where team_id = ${teamId}`)
    erased[countName] = (erased[countName] ?? 0) + (await sweep(table, teamCondition, [teamId]))
  }
}

type Row = Record<string, unknown>

const ROWS_PER_FETCH = 200

/**
 * Reads all data of a team from one snapshot. That blocks vacuum and occupies a connection, so a process runs
 * one export at a time.
 */
function createTeamExport(db: Database) {
  let isBusy = false

  async function* read(client: PoolClient, teamId: string, signal: AbortSignal): AsyncGenerator<string> {
    let isWhole = false
    try {
      const tx = queryable(client)
      await tx.rows('begin isolation level repeatable read, read only')
      await tx.rows('set local idle_in_transaction_session_timeout = 0')
      // The first chunk shows the caller that the snapshot exists.
      yield ''
      const counts: Record<string, number> = {}
      for (const table of [...TEAM_ACCOUNT_TABLES, ...TEAM_CONTENT_TABLES]) {
        const { kind } = table
        if (typeof kind !== 'string') continue
        counts[kind] = 0
        for await (const row of rowsOf(tx, table, teamId)) {
          signal.throwIfAborted()
          counts[kind] += 1
          yield `${JSON.stringify({ kind, ...(await exportedRow(row, table)) })}\n`
        }
      }
      // An export without this line is incomplete.
      yield `${JSON.stringify({ kind: 'end', counts })}\n`
      await tx.rows('commit')
      isWhole = true
    } finally {
      isBusy = false
      client.release(!isWhole)
    }
  }

  return async (teamId: string, signal: AbortSignal): Promise<AsyncIterable<string>> => {
    if (isBusy) throw new Fault('CONFLICT', 'Another export is running. Try again when it has ended.')
    isBusy = true
    try {
      const lines = read(await db.connect(), teamId, signal)
      await lines.next()
      return lines
    } catch (failure) {
      isBusy = false
      throw failure
    }
  }
}

async function* rowsOf(tx: Queryable, teamTable: TeamTable, teamId: string): AsyncGenerator<Row> {
  const { table, teamCondition, exportCondition = 'true', isLarge } = teamTable
  const columns = parseColumns(teamTable).map(({ name }) => name)
  await tx.rows(
    `declare things no scroll cursor for select ${columns.join(', ')} from ${table} where (${teamCondition}) and (${exportCondition})`,
    [teamId],
  )
  for (;;) {
    const rows = await tx.rows<Row>(`fetch ${isLarge ? 1 : ROWS_PER_FETCH} from things`)
    yield* rows
    if (rows.length === 0) break
  }
  await tx.rows('close things')
}

export function parseColumns({ columns = '' }: TeamTable) {
  return columns
    .split(/\s+/)
    .filter(Boolean)
    .map((column) => {
      const [name, form] = column.split(':')
      return { name: name!, form }
    })
}

async function exportedRow(row: Row, table: TeamTable): Promise<Row> {
  const entries = parseColumns(table).map(async ({ name, form }) => {
    const value = row[name]
    const field = name === 'kind' ? 'type' : toCamelCase(name)
    return [field, value === null ? null : await COLUMN_READERS[form ?? 'plain']!(value)]
  })
  return Object.fromEntries(await Promise.all(entries)) as Row
}

const COLUMN_READERS: Record<string, (value: unknown) => unknown> = {
  plain: (value) => (Buffer.isBuffer(value) ? value.toString('base64') : value),
  json: (value) => JSON.parse(value as string) as unknown,
  options: (value) => hideCredentials(JSON.parse(value as string) as unknown),
  packed: async (value) => (await decompress(value as Buffer)).toString(),
  'packed-json': async (value) => JSON.parse((await decompress(value as Buffer)).toString()) as unknown,
  'packed-bytes': async (value) => (await decompress(value as Buffer)).toString('base64'),
}
