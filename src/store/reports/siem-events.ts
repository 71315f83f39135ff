import type { Backlog, SiemEvent } from '../../siem/siem.ts'
import { createBatched } from '../database/create-batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'

/** Events waiting for their collectors. The database itself writes the events of jobs when a job ends. */
export function createSiemBacklog(db: Database): Backlog {
  const record = createBatched((events: SiemEvent[]) => insert(db, events))
  return {
    record,

    async next(organizationId, most) {
      const rows = await db.prepared<{ seq: number; refusals: number; event: string }>(sql`
        select seq, refusals, event from siem_events where organization_id = ${organizationId} order by seq
          limit ${most}`)
      const [organization] = await db.prepared<{ siem: unknown }>(sql`
        select siem from organizations where id = ${organizationId}`)
      const waiting = rows.map(({ seq, refusals, event }) => ({
        seq,
        refusals,
        size: event.length,
        event: JSON.parse(event) as SiemEvent,
      }))
      return { siem: organization?.siem ?? {}, waiting }
    },

    async remove(seqs) {
      await db.prepared(sql`delete from siem_events where seq = any (${seqs})`)
    },

    async countRefusal(seqs) {
      await db.prepared(sql`update siem_events set refusals = refusals + 1 where seq = any (${seqs})`)
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

    listen: (onEvent) => db.listen('siem_events', onEvent, () => onEvent(undefined)),
  }
}

async function insert(db: Queryable, events: readonly SiemEvent[]): Promise<void> {
  await db.prepared(sql`insert into siem_events (id, organization_id, event)
    select * from unnest(${events.map(({ id }) => id)}::uuid[],
      ${events.map(({ organizationId }) => organizationId)}::uuid[],
      ${events.map((event) => JSON.stringify(event))}::text[])`)
}

async function trim(db: Queryable, { days, mostEvents }: { days: number; mostEvents: number }) {
  const rows = await db.rows<{ organization_id: string; dropped: number }>(sql`with bound as (
      select o.organization_id, (
        select k.seq from siem_events k where k.organization_id = o.organization_id
          order by k.seq desc offset ${mostEvents} limit 1
      ) as seq
      from (select distinct organization_id from siem_events) o
    ), gone as (
      delete from siem_events e using bound b
      where e.organization_id = b.organization_id
        and (e.created_at < now() - ${days} * interval '1 day' or e.seq <= b.seq)
      returning e.organization_id
    )
    select organization_id, count(*) as dropped from gone group by organization_id`)
  return rows.map((row) => ({ organizationId: row.organization_id, dropped: row.dropped }))
}
