import { randomUUID } from 'node:crypto'
import { insufficient } from '../access/access.ts'
import type { HoldRequest } from '../access/access.ts'
import { closedTeam } from './closed-team.ts'
import type { Queryable } from './database.ts'
import { OF_CLOSED_TEAM } from './ledger.ts'

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
