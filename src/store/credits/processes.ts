import type { ProcessTable } from '../../access/access.ts'
import type { Database, Queryable } from '../database/database.ts'
import { endAbandonedSessions } from '../sessions/browser-sessions.ts'
import { releaseAbandonedHolds } from './ledger.ts'

/** Which processes are alive. */
export function createProcesses(db: Database): ProcessTable {
  return {
    async register(processId, role, leaseMs) {
      await db.rows(
        `insert into processes (id, role, expires_at) values ($1, $2, now() + $3 * interval '1 millisecond')`,
        [processId, role, leaseMs],
      )
    },
    renew: async (processId, leaseMs) => (await db.promptly(RENEW, [processId, leaseMs])).length > 0,
    async remove(processId) {
      await db.rows(`delete from slots where process_id = $1`, [processId])
      await db.rows(`delete from processes where id = $1`, [processId])
      await releaseAbandoned(db)
    },
    sweep: () => releaseAbandoned(db),
  }
}

/**
 * Renews one process and removes others whose lease has run out. A row that its own process renews at this moment is
 * locked and is skipped; had the removal come first, the renewal would find no row. All parts of the statement see the
 * rows as they were before it: a process that was late itself removes nobody, because what delayed it (a stopped
 * machine, an unreachable database) may have delayed the others too.
 */
const RENEW = `
  with expired as (
    select id from processes where expires_at <= now() and id <> $1
      and exists (select from processes where id = $1 and expires_at > now()) for update skip locked
  ), removed as (
    delete from processes where id in (select id from expired)
  )
  update processes set expires_at = now() + $2 * interval '1 millisecond' where id = $1 returning id`

/** With the data directory locked, whoever is registered belongs to an earlier run and is dead for certain. */
export async function forgetProcesses(db: Queryable): Promise<number> {
  await db.rows(`delete from processes`)
  await db.rows(`delete from slots`)
  return releaseAbandoned(db)
}

/** What is held for a browser session is what it owes, so that is taken; everything else is given back. */
async function releaseAbandoned(db: Queryable): Promise<number> {
  await endAbandonedSessions(db)
  return releaseAbandonedHolds(db)
}
