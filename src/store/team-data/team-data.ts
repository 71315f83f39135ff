import { setTimeout as delay } from 'node:timers/promises'
import type { Actor, Erased, TeamData } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import type { Database, Queryable } from '../database/database.ts'
import { createSweep } from '../housekeeping/sweep.ts'
import { recordChange } from '../teams/audit-trail.ts'
import { TEAM_CONTENT } from './holdings.ts'
import { createTeamExport } from './team-export.ts'

/** All that is kept for teams, wherever it is. What is done with it goes on record. */
export function createTeamData(db: Database): TeamData {
  const read = createTeamExport(db)

  return {
    async export(teamId, signal, by = 'command line') {
      const team = await find(db, teamId)
      if (!team) return undefined
      const lines = await read(teamId, signal)
      await record(db, by, 'team.export', team)
      return lines
    },

    async erase(teamId, by = 'command line') {
      const team = await find(db, teamId)
      return (
        team && (await eraseTeam(db, teamId, (tx, erased) => record(tx, by, 'team.erase', team, { erased })))
      )
    },

    async remove(teamId, by = 'command line') {
      const team = await find(db, teamId)
      if (!team) return undefined
      if (team.is_built_in)
        throw new Fault('CONFLICT', 'The service itself needs this team: it cannot be deleted.')
      return await eraseTeam(db, teamId, async (tx, erased) => {
        await record(tx, by, 'team.delete', team, { erased })
        await removeTeam(tx, team, by)
      })
    },
  }
}

interface TeamRow {
  id: string
  organization_id: string
  is_built_in: boolean
}

/** A team that a setting names is one that the service made for itself. */
async function find(db: Queryable, teamId: string): Promise<TeamRow | undefined> {
  const [row] = await db.rows<TeamRow>(
    `select id, organization_id, exists (
       select from settings where name like '%TeamId' and value = to_jsonb(t.id::text)
     ) as is_built_in from teams t where id = $1`,
    [teamId],
  )
  return row
}

function record(
  db: Queryable,
  by: Actor,
  action: string,
  team: TeamRow,
  details: object = {},
): Promise<void> {
  return recordChange(db, by, {
    action,
    organizationId: team.organization_id,
    teamId: team.id,
    target: team.id,
    details,
  })
}

/**
 * Its keys, balance and memberships go with it. Users that belong to no other team are of no use to anybody, and neither is
 * the organization that a partner's team has for itself, which bears the user's address. One whose events still wait stays.
 * Users are locked before it is looked at what else they belong to, because a partner may be making a team for one of them.
 */
async function removeTeam(tx: Queryable, { id, organization_id }: TeamRow, by: Actor): Promise<void> {
  const users = await tx.rows<{ id: string; email: string }>(
    `select u.id, u.email from users u join memberships m on m.user_id = u.id where m.team_id = $1
     order by u.id for update of u`,
    [id],
  )
  await tx.rows(`delete from teams where id = $1`, [id])
  await tx.rows(
    `delete from users u where u.id = any ($1) and not exists (select from memberships m where m.user_id = u.id)`,
    [users.map((user) => user.id)],
  )
  const [organization] = await tx.rows<{ id: string }>(
    `delete from organizations o where o.id = $1 and o.name = any ($2)
       and not exists (select from teams t where t.organization_id = o.id)
       and not exists (select from siem_events e where e.organization_id = o.id)
     returning o.id`,
    [organization_id, users.map(({ email }) => email)],
  )
  if (organization)
    await recordChange(tx, by, {
      action: 'organization.delete',
      target: organization.id,
      organizationId: organization.id,
    })
}

/** How long a team stays closed when whoever erases its data is gone; it is said again and again until then. */
const CLOSED = `interval '10 minutes'`
/** Longer than any work goes on for which nobody waits any more. */
const FORGETS = `interval '15 minutes'`
/** What was under way has so long to end. */
const DRAIN_MS = 120_000
const POLL_MS = 50

/**
 * Removes all content of a team, then does `finish` in the transaction that ends the erasure. Meanwhile the team can begin
 * nothing. What is under way holds credits or a slot: that is waited for, and what it wrote in the meantime removed too. What
 * nobody waits for only writes into what is remembered of pages, which forgets the team for a quarter of an hour.
 */
async function eraseTeam(
  db: Database,
  teamId: string,
  finish: (tx: Queryable, erased: Erased) => Promise<void>,
): Promise<Erased> {
  await close(db, teamId)
  try {
    await writersBefore(db)
    const erased: Erased = {}
    // Receivers are not told what becomes of jobs that are being erased.
    await removeContent(db, teamId, erased, ['webhooks'])
    await stopWork(db, teamId)
    await removeContent(db, teamId, erased)
    await workUnderWay(db, teamId)
    await removeContent(db, teamId, erased)
    await db.transaction(async (tx) => {
      await reopen(tx, teamId)
      await finish(tx, erased)
    })
    return erased
  } catch (failure) {
    await reopen(db, teamId)
    throw failure
  }
}

/** Under the lock of the balance, so that every hold is either seen by us or not opened. */
async function close(db: Database, teamId: string): Promise<void> {
  const isFirst = await db.transaction(async (tx) => {
    await tx.rows(`select from balances where team_id = $1 for update`, [teamId])
    const rows = await tx.rows(
      `insert into erasures (team_id, closed_until, forgets_until) values ($1, now() + ${CLOSED}, now() + ${CLOSED})
       on conflict (team_id) do update set closed_until = excluded.closed_until, forgets_until = excluded.forgets_until
         where erasures.closed_until < now()
       returning team_id`,
      [teamId],
    )
    return rows.length > 0
  })
  if (!isFirst) throw new Fault('CONFLICT', 'The data of this team is being erased already.')
}

async function reopen(db: Queryable, teamId: string): Promise<void> {
  await db.rows(
    `update erasures set closed_until = '-infinity', forgets_until = now() + ${FORGETS} where team_id = $1`,
    [teamId],
  )
}

/** Transactions that may have looked before the team was closed come to their end. */
async function writersBefore(db: Queryable): Promise<void> {
  const [row] = await db.rows<{ last: string }>(
    `select pg_snapshot_xmax(pg_current_snapshot())::text as last`,
  )
  await until(async () => {
    const [now] = await db.rows<{ over: boolean }>(
      `select pg_snapshot_xmin(pg_current_snapshot()) >= $1::text::xid8 as over`,
      [row!.last],
    )
    return now!.over
  })
}

/** Each kind by itself, because each has an order of its own in which it is locked. */
async function stopWork(db: Queryable, teamId: string): Promise<void> {
  await db.rows(
    `select cancel_crawl(c.id, c.team_id, c.kind) from (
       select id, team_id, kind from crawls where team_id = $1 and state = 'scraping' order by id
     ) c`,
    [teamId],
  )
  await db.rows(`select stop_agent_tasks($1)`, [teamId])
  await db.rows(
    `select end_browser_sessions(
       array(select id from browser_sessions where team_id = $1 and ended_at is null), 'stopped', null,
       'The data of the team was erased.'
     )`,
    [teamId],
  )
}

async function workUnderWay(db: Queryable, teamId: string): Promise<void> {
  await until(async () => {
    const [row] = await db.rows<{ over: boolean }>(
      `select not exists (select from holds where team_id = $1 and process_is_alive(process_id))
         and not exists (select from slots where team_id = $1 and process_is_alive(process_id)) as over`,
      [teamId],
    )
    return row!.over
  })
}

async function until(isOver: () => Promise<boolean>): Promise<void> {
  const since = performance.now()
  while (!(await isOver())) {
    if (performance.now() - since > DRAIN_MS) {
      throw new Fault(
        'UNAVAILABLE',
        'Work of this team did not end in time, so that something may be written after it. Erase again when it has ended.',
      )
    }
    await delay(POLL_MS)
  }
}

async function removeContent(db: Queryable, teamId: string, erased: Erased, only?: string[]): Promise<void> {
  const sweep = createSweep(db)
  for (const { table, ofTeam, erasedAs } of TEAM_CONTENT.toReversed()) {
    if (only && !only.includes(table)) continue
    await db.rows(
      `update erasures set closed_until = now() + ${CLOSED}, forgets_until = now() + ${CLOSED} where team_id = $1`,
      [teamId],
    )
    erased[erasedAs] = (erased[erasedAs] ?? 0) + (await sweep(table, ofTeam, [teamId]))
  }
}
