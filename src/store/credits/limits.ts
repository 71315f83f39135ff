import type {
  KeylessDays,
  KeylessLimits,
  KeylessOutcome,
  KeylessRequest,
  RateBucket,
  RateWindow,
  RateWindows,
} from '../../access/access.ts'
import { createBatched } from '../database/create-batched.ts'
import type { Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { createUncertainHolds } from './ledger.ts'

/**
 * Fixed windows of one minute per team and bucket, beginning with the first request after the previous window
 * ended.
 */
export function createRateWindows(db: Queryable): RateWindows {
  const count = createBatched((items: CountedRequest[]) => countAll(db, items))
  return { count: (teamId, bucket) => count({ teamId, bucket }) }
}

interface CountedRequest {
  teamId: string
  bucket: RateBucket
}

async function countAll(db: Queryable, items: CountedRequest[]): Promise<RateWindow[]> {
  const rows = await db.prepared<CountedRequest & { used: number; endsAt: Date; now: Date }>(COUNT, [
    items.map((item) => item.teamId),
    items.map((item) => item.bucket),
  ])
  const windows = new Map(rows.map((row) => [`${row.teamId} ${row.bucket}`, row]))
  // The window's count includes the whole batch, so the last item has the last number.
  return items
    .toReversed()
    .map(({ teamId, bucket }) => {
      const window = windows.get(`${teamId} ${bucket}`)!
      return { count: window.used--, endsAt: window.endsAt, now: window.now }
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
  returning team_id as "teamId", bucket, used, started_at + interval '60 seconds' as "endsAt", now() as now`

export function createKeylessDays(
  db: Queryable,
  limits: KeylessLimits,
  processId: () => string,
): KeylessDays {
  const take = createBatched((requests: KeylessRequest[]) => takeAll(db, limits, processId(), requests))
  const close = createBatched((holds: ClosedHold[]) => closeAll(db, holds))
  const uncertain = createUncertainHolds((holdId) => close({ holdId, usedCredits: 0 }))
  return {
    take: (request) => (request.hold ? uncertain.track(request.hold.id, take(request)) : take(request)),
    preview: (address) => previewDay(db, limits, address),
    close: (holdId, usedCredits) => uncertain.track(holdId, close({ holdId, usedCredits })),
  }
}

interface ClosedHold {
  holdId: string
  usedCredits: number
}

interface KeylessRow {
  reason: keyof KeylessLimits | null
  leftCredits: number
  secondsLeft: number
}

async function takeAll(db: Queryable, limits: KeylessLimits, processId: string, requests: KeylessRequest[]) {
  const rows = await db.prepared<KeylessRow>(sql`
    select refusal as reason, left_credits as "leftCredits", seconds_left as "secondsLeft"
    from take_keyless(${processId}, ${requests.map(({ address }) => address)},
      ${requests.map(({ requests = 0 }) => requests)}, ${requests.map(({ hold }) => hold?.id ?? null)},
      ${requests.map(({ hold }) => hold?.credits ?? 0)}, ${limits.requests}, ${limits.credits})`)
  return rows.map(outcomeOf)
}

async function previewDay(db: Queryable, limits: KeylessLimits, address: string): Promise<KeylessOutcome> {
  const [day] = await db.prepared<{ requests: number; leftCredits: number; secondsLeft: number }>(
    `select coalesce(d.requests, 0) as requests,
       $2::bigint - coalesce(d.credits, 0) - coalesce((
         select sum(h.credits) from keyless_holds h
         where h.day = t.today and h.address = $1 and process_is_alive(h.process_id)
       ), 0)::bigint as "leftCredits",
       ceil(extract(epoch from (t.today + 1)::timestamp - (now() at time zone 'UTC')))::int as "secondsLeft"
     from (select (now() at time zone 'UTC')::date as today) as t
     left join keyless_days d on d.day = t.today and d.address = $1`,
    [address, limits.credits],
  )
  const { requests, ...left } = day!
  const reason = requests >= limits.requests ? 'requests' : left.leftCredits < 1 ? 'credits' : null
  return outcomeOf({ reason, ...left })
}

function outcomeOf({ reason, ...left }: KeylessRow): KeylessOutcome {
  return reason === null ? { taken: true } : { taken: false, reason, ...left }
}

async function closeAll(db: Queryable, holds: ClosedHold[]): Promise<void> {
  await db.prepared(sql`
    select close_keyless(${holds.map(({ holdId }) => holdId)},
      ${holds.map(({ usedCredits }) => usedCredits)})`)
}
