import type { RateBucket, RateWindow, RateWindows } from '../access/access.ts'
import { batched } from './batched.ts'
import type { Queryable } from './database.ts'

/** Fixed windows of one minute per team and bucket, beginning with the first request after the last one ended. */
export function createRateWindows(db: Queryable): RateWindows {
  const count = batched((items: Item[]) => countAll(db, items))
  return { count: (teamId, bucket) => count({ teamId, bucket }) }
}

interface Item {
  teamId: string
  bucket: RateBucket
}

async function countAll(db: Queryable, items: Item[]): Promise<RateWindow[]> {
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
