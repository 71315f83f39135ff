import type { AuditEvent, AuditTrail } from '../access/access.ts'
import type { Queryable } from './database.ts'
import { AFTER_ALL, newId, pageStart, toPage } from './keyset.ts'

/** What was changed, and by whom. */
export function createAuditTrail(db: Queryable): AuditTrail {
  return {
    async record({ organizationId, teamId, actor, username, action, target, details }) {
      await db.rows(
        `insert into audit_events (id, organization_id, team_id, actor, username, action, target, details)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [newId(), organizationId, teamId, actor, username, action, target, JSON.stringify(details ?? {})],
      )
    },
    async list(filter) {
      const rows = await db.rows<Row>(
        `select * from audit_events
         where id < $1 and ($3::uuid is null or organization_id = $3) and ($4::uuid is null or team_id = $4)
           and ($5::timestamptz is null or created_at >= $5) and ($6::timestamptz is null or created_at < $6)
         order by id desc limit $2`,
        [
          pageStart(filter, AFTER_ALL),
          filter.limit + 1,
          filter.organizationId,
          filter.teamId,
          filter.from,
          filter.to,
        ],
      )
      return toPage(rows.map(toEvent), filter)
    },
  }
}

interface Row {
  id: string
  organization_id: string | null
  team_id: string | null
  actor: string
  username: string | null
  action: string
  target: string | null
  details: Record<string, unknown>
  created_at: Date
}

function toEvent(row: Row): AuditEvent {
  return {
    id: row.id,
    at: row.created_at,
    organizationId: row.organization_id,
    teamId: row.team_id,
    actor: row.actor,
    username: row.username,
    action: row.action,
    target: row.target,
    details: row.details,
  }
}
