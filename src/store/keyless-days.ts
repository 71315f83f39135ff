import type { KeylessDays, KeylessLimits, KeylessOutcome, KeylessWish } from '../access/access.ts'
import { batched } from './batched.ts'
import type { Queryable } from './database.ts'
import type { Sweep } from './sweep.ts'
import { createDoubtfulHolds } from './doubtful-holds.ts'

/** What addresses have used today without a key. */
export function createKeylessDays(
  db: Queryable,
  limits: KeylessLimits,
  processId: () => string,
): KeylessDays {
  const take = batched((wishes: KeylessWish[]) => takeAll(db, limits, processId(), wishes))
  const close = batched((closings: Closing[]) => closeAll(db, closings))
  const doubtful = createDoubtfulHolds((holdId) => close({ holdId, usedCredits: 0 }))
  return {
    take: (wish) => (wish.hold ? doubtful.watch(wish.hold.id, take(wish)) : take(wish)),
    look: (address) => lookAt(db, limits, address),
    close: (holdId, usedCredits) => doubtful.watch(holdId, close({ holdId, usedCredits })),
  }
}

interface Closing {
  holdId: string
  usedCredits: number
}

interface Row {
  refusal: keyof KeylessLimits | null
  left_credits: number
  seconds_left: number
}

async function takeAll(
  db: Queryable,
  limits: KeylessLimits,
  processId: string,
  wishes: KeylessWish[],
): Promise<KeylessOutcome[]> {
  const rows = await db.prepared<Row>(`select * from take_keyless($1, $2, $3, $4, $5, $6, $7)`, [
    processId,
    wishes.map(({ address }) => address),
    wishes.map(({ requests = 0 }) => requests),
    wishes.map(({ hold }) => hold?.id ?? null),
    wishes.map(({ hold }) => hold?.credits ?? 0),
    limits.requests,
    limits.credits,
  ])
  return rows.map(({ refusal, left_credits: leftCredits, seconds_left: secondsLeft }) =>
    refusal === null ? { taken: true } : { taken: false, reason: refusal, leftCredits, secondsLeft },
  )
}

async function lookAt(db: Queryable, limits: KeylessLimits, address: string): Promise<KeylessOutcome> {
  const [day] = await db.prepared<{ requests: number; left_credits: number; seconds_left: number }>(
    `select coalesce(d.requests, 0) as requests,
       $2::bigint - coalesce(d.credits, 0) - coalesce((
         select sum(h.credits) from keyless_holds h
         where h.day = t.today and h.address = $1 and process_is_alive(h.process_id)
       ), 0)::bigint as left_credits,
       ceil(extract(epoch from (t.today + 1)::timestamp - (now() at time zone 'UTC')))::int as seconds_left
     from (select (now() at time zone 'UTC')::date as today) as t
     left join keyless_days d on d.day = t.today and d.address = $1`,
    [address, limits.credits],
  )
  const { requests, left_credits: leftCredits, seconds_left: secondsLeft } = day!
  if (requests >= limits.requests) return { taken: false, reason: 'requests', leftCredits, secondsLeft }
  if (leftCredits < 1) return { taken: false, reason: 'credits', leftCredits, secondsLeft }
  return { taken: true }
}

async function closeAll(db: Queryable, closings: Closing[]): Promise<undefined[]> {
  await db.prepared(`select close_keyless($1, $2)`, [
    closings.map(({ holdId }) => holdId),
    closings.map(({ usedCredits }) => usedCredits),
  ])
  return closings.map(() => undefined)
}

/** Removes days that are over, and what processes held that are gone. */
export async function forgetKeylessDays(sweep: Sweep): Promise<void> {
  await sweep('keyless_days', `day < (now() at time zone 'UTC')::date`)
  await sweep('keyless_holds', `not process_is_alive(process_id)`)
}
