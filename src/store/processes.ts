import type { ProcessTable } from '../access/access.ts'
import { endAbandonedSessions } from './browser-sessions.ts'
import type { Queryable } from './database.ts'
import { releaseAbandonedHolds } from './ledger.ts'

/** Which processes are alive, by the database's clock. */
export function createProcesses(db: Queryable): ProcessTable {
  return {
    async register(processId, role, leaseMs) {
      await db.rows(
        `insert into processes (id, role, expires_at) values ($1, $2, now() + $3 * interval '1 millisecond')`,
        [processId, role, leaseMs],
      )
    },
    async renew(processId, leaseMs) {
      const rows = await db.prepared(
        `update processes set expires_at = now() + $2 * interval '1 millisecond'
         where id = $1 and expires_at > now() returning id`,
        [processId, leaseMs],
      )
      return rows.length > 0
    },
    async remove(processId) {
      await db.rows(`delete from slots where process_id = $1`, [processId])
      await db.rows(`delete from processes where id = $1`, [processId])
      await releaseAbandoned(db)
    },
    sweep: () => releaseAbandoned(db),
  }
}

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
