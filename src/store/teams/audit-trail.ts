import type { Actor, AuditEvent, AuditTrail } from '../../access/access.ts'
import type { Queryable } from '../database/database.ts'
import { MAX_ID, newId, pageStart, toPage } from '../database/keyset.ts'
import { sql } from '../database/sql.ts'

export function createAuditTrail(db: Queryable): AuditTrail {
  return {
    async list(filter) {
      const values: unknown[] = [pageStart(filter, MAX_ID), filter.limit + 1]
      // Only given filters are in the text: with one plan for all values, optional filters would prevent the
      // use of an index.
      const conditions = [
        filter.organizationId && `and organization_id = $${values.push(filter.organizationId)}`,
        filter.teamId && `and team_id = $${values.push(filter.teamId)}`,
        filter.from && `and created_at >= $${values.push(new Date(filter.from))}`,
        filter.to && `and created_at < $${values.push(new Date(filter.to))}`,
      ]
      const rows = await db.rows<AuditEvent>(
        `select ${EVENT_COLUMNS} from audit_events where id < $1 ${conditions.filter(Boolean).join(' ')} order by id desc limit $2`,
        values,
      )
      return toPage(rows, filter)
    },
  }
}

interface Change {
  action: string
  target: string
  organizationId?: string
  teamId?: string
  details?: object
}

/** Records a change in the transaction that makes it, so that neither exists without the other. */
export async function recordChange(
  tx: Queryable,
  actor: Actor,
  { action, target, organizationId, teamId, details = {} }: Change,
): Promise<void> {
  await tx.rows(sql`insert into audit_events (id, organization_id, team_id, actor, action, target, details)
    values (${newId()}, ${organizationId}, ${teamId}, ${actor}, ${action}, ${target},
      ${JSON.stringify(details)})`)
}

const EVENT_COLUMNS = `id, created_at as at, organization_id as "organizationId", team_id as "teamId", actor, username, action,
  target, details`
