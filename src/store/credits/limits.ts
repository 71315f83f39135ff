import type {
  KeylessDays,
  KeylessLimits,
  KeylessOutcome,
  KeylessWish,
  RateBucket,
  RateWindow,
  RateWindows,
} from '../../access/access.ts'
import { batched } from '../database/batched.ts'
import type { Queryable } from '../database/database.ts'
import { createDoubtfulHolds } from './ledger.ts'

/** Fixed windows of one minute per team and bucket, beginning with the first request after the last one ended. */
export function createRateWindows(db: Queryable): RateWindows {
  const count = batched((items: Counted[]) => countAll(db, items))
  return { count: (teamId, bucket) => count({ teamId, bucket }) }
}

interface Counted {
  teamId: string
  bucket: RateBucket
}

async function countAll(db: Queryable, items: Counted[]): Promise<RateWindow[]> {
  const rows = await db.prepared<{ team_id: string; bucket: string; used: number; ends_at: Date; now: Date }>(
    COUNT,
    [items.map((item) => item.teamId), items.map((item) => item.bucket)],
  )
  const windows = new Map(rows.map((row) => [`${row.team_id} ${row.bucket}`, { ...row }]))
  // The window's count includes the whole batch: the last item has the last place.
  return items
    .toReversed()
    .map(({ teamId, bucket }) => {
      const window = windows.get(`${teamId} ${bucket}`)!
      return { place: window.used--, endsAt: window.ends_at, now: window.now }
    })
    .toReversed()
}

const COUNT = `
  insert into rate_windows as w (team_id, bucket, started_at, used)
    select team_id, bucket, now(), count(*) from unnest($1::uuid[], $2::text[]) as a (team_id, bucket)
    group by team_id, bucket order by team_id, bucket
  on conflict (team_id, bucket) do update set
    started_at = case when w.started_at <= now() - interval '60 seconds' then now() else w.started_at end,
    used = case when w.started_at <= now() - interval '60 seconds' then excluded.used else w.used + excluded.used end
  returning team_id, bucket, used, started_at + interval '60 seconds' as ends_at, now() as now`

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
