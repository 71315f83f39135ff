import { setTimeout as delay } from 'node:timers/promises'
import type { Erased } from '../access/access.ts'
import { Fault } from '../fault.ts'
import type { Database, Queryable } from './database.ts'
import { createSweep } from './sweep.ts'
import { TEAM_CONTENT } from './team-content.ts'

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
export async function eraseTeam(
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
