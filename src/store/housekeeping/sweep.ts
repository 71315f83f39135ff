import type { Queryable } from '../database/database.ts'

/** Removes the rows of a table for which a condition holds, and gives how many there were. */
export type Sweep = (table: string, condition: string, values?: readonly unknown[]) => Promise<number>

/** So many rows go at once: few enough to hold their locks for a moment only, whatever hangs on them. */
const PORTION = 1_000

/**
 * Removes in portions, each in a transaction of its own, until none is left or the time is over. What was removed until
 * then stays removed, so whoever tries again has less to do.
 */
export function createSweep(db: Queryable, signal?: AbortSignal): Sweep {
  return async (table, condition, values = []) => {
    let total = 0
    for (;;) {
      signal?.throwIfAborted()
      const [row] = await db.rows<{ removed: number }>(
        `with removed as (
           delete from ${table} where ctid = any (array(select ctid from ${table} where ${condition} limit ${PORTION}))
           returning 1
         ) select count(*) as removed from removed`,
        values,
      )
      total += row!.removed
      // One that was changed at this moment is not removed, but found by the next look.
      if (row!.removed === 0) return total
    }
  }
}
