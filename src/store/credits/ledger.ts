import { randomUUID } from 'node:crypto'
import { insufficient } from '../../access/access.ts'
import type { HoldRequest, Ledger } from '../../access/access.ts'
import { batched } from '../database/batched.ts'
import { closedTeam } from '../database/database.ts'
import type { Queryable } from '../database/database.ts'

type HoldOutcome = Awaited<ReturnType<Ledger['hold']>>

/**
 * The credits ledger. Every statement moves entries, open holds and balance together, so each commit leaves the balance
 * equal to the sum of its entries.
 */
export function createLedger(db: Queryable, processId: () => string): Ledger {
  const tryClose = batched((items: Closing[]) => closeHolds(db, items))
  const tryHold = batched((items: HoldRequest[]) => openHolds(db, processId(), items))
  const doubtful = createDoubtfulHolds((holdId) => tryClose({ holdId, usedCredits: null }))
  const close = (closing: Closing) => doubtful.watch(closing.holdId, tryClose(closing))
  return {
    async hold(request) {
      const outcome = await doubtful.watch(request.id, tryHold(request))
      if (!outcome.held && outcome.balance === OF_CLOSED_TEAM) throw closedTeam()
      return outcome
    },
    settle: (holdId, usedCredits) => close({ holdId, usedCredits }),
    release: (holdId) => close({ holdId, usedCredits: null }),
  }
}

/** What the database says instead of what is left while the data of a team is being erased. */
const OF_CLOSED_TEAM = -1

interface Closing {
  holdId: string
  /** Null gives the whole hold back. */
  usedCredits: number | null
}

async function openHolds(db: Queryable, processId: string, items: HoldRequest[]): Promise<HoldOutcome[]> {
  const rows = await db.prepared<{ left_over: number | null }>(
    `select open_holds($1, $2, $3, $4, $5, $6) as left_over`,
    [
      processId,
      items.map((item) => item.id),
      items.map((item) => item.teamId),
      items.map((item) => item.keyId),
      items.map((item) => item.credits),
      items.map((item) => item.reason),
    ],
  )
  return rows.map((row) =>
    row.left_over === null ? { held: true } : { held: false, balance: row.left_over },
  )
}

async function closeHolds(db: Queryable, items: Closing[]): Promise<boolean[]> {
  const rows = await db.prepared<{ closed: boolean }>(`select close_holds($1, $2) as closed`, [
    items.map((item) => item.holdId),
    items.map((item) => item.usedCredits),
  ])
  return rows.map((row) => row.closed)
}

/**
 * Releases every hold of a process that is not alive any more, but for what browser sessions owe: that is taken with the
 * end of the session.
 */
export async function releaseAbandonedHolds(db: Queryable): Promise<number> {
  const abandoned = await db.rows<{ id: string }>(
    `select h.id from holds h
     where not process_is_alive(h.process_id)
       and not exists (select from browser_sessions s where s.id = h.id and s.ended_at is null)
     limit 10000`,
  )
  if (abandoned.length === 0) return 0
  const closed = await closeHolds(
    db,
    abandoned.map(({ id }) => ({ holdId: id, usedCredits: null })),
  )
  return closed.filter(Boolean).length
}

/** Takes credits together with whatever else the transaction does; refused with 402 when the team has fewer. */
export async function takeCredits(
  tx: Queryable,
  processId: string,
  { teamId, keyId, credits, reason }: Omit<HoldRequest, 'id'>,
): Promise<void> {
  if (credits === 0) return
  const id = randomUUID()
  const [row] = await tx.rows<{ left_over: number | null }>(
    `select open_holds($1, array[$2::uuid], array[$3::uuid], array[$4::uuid], array[$5::bigint], array[$6]) as left_over`,
    [processId, id, teamId, keyId, credits, reason],
  )
  if (row!.left_over === OF_CLOSED_TEAM) throw closedTeam()
  if (row!.left_over !== null) throw insufficient(credits, row!.left_over)
  await tx.rows(`select close_holds(array[$1::uuid], array[$2::bigint])`, [id, credits])
  // A hold by itself is not worth waiting for the disk; what is told of the transaction is.
  await tx.rows(`select set_config('synchronous_commit', 'on', true)`)
}

/**
 * Holds whose statement failed: whether it took effect is not known, and whoever asked was told that it failed. They
 * are released until that succeeds; releasing what is not held changes nothing.
 */
export function createDoubtfulHolds(release: (holdId: string) => Promise<unknown>) {
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
    async watch<Answer>(holdId: string, statement: Promise<Answer>): Promise<Answer> {
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
