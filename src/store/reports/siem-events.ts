import type { Backlog, SiemEvent } from '../../siem/siem.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'

/** Events that wait for their collectors. Those of jobs are written by the database itself, when a job ends. */
export function createSiemBacklog(db: Database): Backlog {
  const record = batched((events: SiemEvent[]) => insert(db, events))
  return {
    record,

    async next(organizationId, most) {
      const rows = await db.prepared<{ seq: number; refusals: number; event: string }>(
        `select seq, refusals, event from siem_events where organization_id = $1 order by seq limit $2`,
        [organizationId, most],
      )
      const [organization] = await db.prepared<{ siem: unknown }>(
        `select siem from organizations where id = $1`,
        [organizationId],
      )
      const waiting = rows.map(({ seq, refusals, event }) => ({
        seq,
        refusals,
        size: event.length,
        event: JSON.parse(event) as SiemEvent,
      }))
      return { siem: organization?.siem ?? {}, waiting }
    },

    async remove(seqs) {
      await db.prepared(`delete from siem_events where seq = any ($1)`, [seqs])
    },

    async countRefusal(seqs) {
      await db.prepared(`update siem_events set refusals = refusals + 1 where seq = any ($1)`, [seqs])
    },

    async organizations() {
      const rows = await db.rows<{ organization_id: string }>(
        `select distinct organization_id from siem_events`,
      )
      return rows.map((row) => row.organization_id)
    },

    trim: (bounds) => trim(db, bounds),

    async counts() {
      const [row] = await db.rows<{ waiting: number; oldest: number | null }>(
        `select count(*) as waiting, extract(epoch from now() - min(created_at))::float8 as oldest from siem_events`,
      )
      return { waiting: row!.waiting, oldestSeconds: row!.oldest ?? 0 }
    },

    listen: (hear) => db.listen('siem_events', hear, () => hear(undefined)),
  }
}

async function insert(db: Queryable, events: readonly SiemEvent[]): Promise<undefined[]> {
  await db.prepared(
    `insert into siem_events (id, organization_id, event)
     select * from unnest($1::uuid[], $2::uuid[], $3::text[])`,
    [
      events.map(({ id }) => id),
      events.map(({ organizationId }) => organizationId),
      events.map((event) => JSON.stringify(event)),
    ],
  )
  return events.map(() => undefined)
}

async function trim(
  db: Queryable,
  { days, mostEvents }: { days: number; mostEvents: number },
): Promise<{ organizationId: string; dropped: number }[]> {
  const rows = await db.rows<{ organization_id: string; dropped: number }>(
    `with bound as (
       select o.organization_id, (
         select k.seq from siem_events k where k.organization_id = o.organization_id order by k.seq desc offset $2 limit 1
       ) as seq
       from (select distinct organization_id from siem_events) o
     ), gone as (
       delete from siem_events e using bound b
       where e.organization_id = b.organization_id
         and (e.created_at < now() - $1 * interval '1 day' or e.seq <= b.seq)
       returning e.organization_id
     )
     select organization_id, count(*) as dropped from gone group by organization_id`,
    [days, mostEvents],
  )
  return rows.map((row) => ({ organizationId: row.organization_id, dropped: row.dropped }))
}
