import { randomUUID } from 'node:crypto'
import { insufficientCredits } from '../../access/access.ts'
import type { HoldRequest, Ledger, ProcessTable } from '../../access/access.ts'
import { createBatched } from '../database/create-batched.ts'
import { closedTeamFault } from '../database/database.ts'
import type { Queryable, Database } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { endAbandonedSessions } from '../sessions/browser-sessions.ts'

type HoldOutcome = Awaited<ReturnType<Ledger['hold']>>

/**
 * Every statement changes entries, holds and balance together, so the balance equals the sum of its entries.
 */
export function createLedger(db: Queryable, processId: () => string): Ledger {
  const closeBatched = createBatched((items: ClosedHold[]) => closeHolds(db, items))
  const holdBatched = createBatched((items: HoldRequest[]) => openHolds(db, processId(), items))
  const uncertain = createUncertainHolds((holdId) => closeBatched({ holdId, usedCredits: null }))
  const close = (closing: ClosedHold) => uncertain.track(closing.holdId, closeBatched(closing))
  return {
    async hold(request) {
      const outcome = await uncertain.track(request.id, holdBatched(request))
      if (!outcome.held && outcome.balance === CLOSED_TEAM_BALANCE) throw closedTeamFault()
      return outcome
    },
    settle: (holdId, usedCredits) => close({ holdId, usedCredits }),
    release: (holdId) => close({ holdId, usedCredits: null }),
  }
}

/** The database returns this instead of the balance while the data of a team is being erased. */
const CLOSED_TEAM_BALANCE = -1

interface ClosedHold {
  holdId: string
  usedCredits: number | null
}

async function openHolds(db: Queryable, processId: string, items: HoldRequest[]): Promise<HoldOutcome[]> {
  const rows = await db.prepared<{ left_over: number | null }>(sql`
    select open_holds(${processId}, ${items.map((item) => item.id)}, ${items.map((item) => item.teamId)},
      ${items.map((item) => item.keyId)}, ${items.map((item) => item.credits)},
      ${items.map((item) => item.reason)}) as left_over`)
  return rows.map((row) =>
    row.left_over === null ? { held: true } : { held: false, balance: row.left_over },
  )
}

async function closeHolds(db: Queryable, items: ClosedHold[]): Promise<boolean[]> {
  const rows = await db.prepared<{ closed: boolean }>(sql`
    select close_holds(${items.map((item) => item.holdId)},
      ${items.map((item) => item.usedCredits)}) as closed`)
  return rows.map((row) => row.closed)
}

/** Releases the holds of dead processes. Holds of browser sessions are charged when the session ends. */
export async function releaseAbandonedHolds(db: Queryable): Promise<number> {
  const abandoned = await db.rows<{ id: string }>(`select h.id from holds h
    where not process_is_alive(h.process_id)
      and not exists (select from browser_sessions s where s.id = h.id and s.ended_at is null)
    limit 10000`)
  if (abandoned.length === 0) return 0
  const closed = await closeHolds(
    db,
    abandoned.map(({ id }) => ({ holdId: id, usedCredits: null })),
  )
  return closed.filter(Boolean).length
}

/** Infinite for an unlimited team. */
export async function balanceOf(tx: Queryable, teamId: string): Promise<number> {
  const [row] = await tx.rows<{ amount: number; unlimited: boolean }>(sql`
    select amount, unlimited from balances where team_id = ${teamId}`)
  return row!.unlimited ? Infinity : row!.amount
}

export async function takeCredits(
  tx: Queryable,
  processId: string,
  { teamId, keyId, credits, reason }: Omit<HoldRequest, 'id'>,
): Promise<void> {
  if (credits === 0) return
  const id = randomUUID()
  const [row] = await tx.rows<{ left_over: number | null }>(sql`
    select open_holds(${processId}, array[${id}::uuid], array[${teamId}::uuid], array[${keyId}::uuid],
      array[${credits}::bigint], array[${reason}]) as left_over`)
  if (row!.left_over === CLOSED_TEAM_BALANCE) throw closedTeamFault()
  if (row!.left_over !== null) throw insufficientCredits(credits, row!.left_over)
  await tx.rows(sql`select close_holds(array[${id}::uuid], array[${credits}::bigint])`)
  // A hold alone need not be flushed to disk, but the rest of the transaction must be.
  await tx.rows(`select set_config('synchronous_commit', 'on', true)`)
}

/** It is unknown whether a failed statement took effect. A second release changes nothing. */
export function createUncertainHolds(release: (holdId: string) => Promise<unknown>) {
  const ids = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function resolve(): Promise<void> {
    const settled = await Promise.allSettled([...ids].map((id) => release(id).then(() => ids.delete(id))))
    timer = undefined
    if (settled.some(({ status }) => status === 'rejected') || ids.size > 0) schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(() => void resolve(), RETRY_MS).unref()
  }

  return {
    async track<Result>(holdId: string, statement: Promise<Result>): Promise<Result> {
      try {
        return await statement
      } catch (failure) {
        ids.add(holdId)
        schedule()
        throw failure
      }
    },
  }
}

const RETRY_MS = 1_000

export function createProcesses(db: Database): ProcessTable {
  return {
    async register(processId, role, leaseMs) {
      await db.rows(sql`
        insert into processes (id, role, expires_at) values (${processId}, ${role},
          now() + ${leaseMs} * interval '1 millisecond')`)
    },
    renew: async (processId, leaseMs) => (await db.queryUrgently(RENEW, [processId, leaseMs])).length > 0,
    async remove(processId) {
      await db.rows(sql`delete from slots where process_id = ${processId}`)
      await db.rows(sql`delete from processes where id = ${processId}`)
      await releaseAbandoned(db)
    },
    sweep: () => releaseAbandoned(db),
  }
}

/**
 * Renews the lease of one process and removes processes with an expired lease. A row that its own process is
 * renewing is locked, and skipped. A process whose own lease was late removes none: the cause (a stopped
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

/** The data directory is locked, so every registered process belongs to an earlier run and is dead. */
export async function removeAllProcesses(db: Queryable): Promise<number> {
  await db.rows(`delete from processes`)
  await db.rows(`delete from slots`)
  return releaseAbandoned(db)
}

/** The hold of a browser session equals its price and is charged. All others are released. */
async function releaseAbandoned(db: Queryable): Promise<number> {
  await endAbandonedSessions(db)
  return releaseAbandonedHolds(db)
}
