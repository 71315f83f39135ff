import type { Connection, Connections } from '../access/access.ts'
import { recordChange } from './audit-trail.ts'
import type { Database } from './database.ts'
import { pageStart, toPage } from './keyset.ts'

/** Which programs act in the name of a team, as the operator sees and ends it. */
export function createConnections(db: Database): Connections {
  return {
    async list(teamId, page) {
      const rows = await db.rows<Row>(
        `select g.connection_id as id, g.client_name, g.client_id, u.email, g.created_at, g.expires_at
         from oauth_grants g left join users u on u.id = g.user_id
         where g.team_id = $1 and g.connection_id > $2 and g.expires_at > now()
         order by g.connection_id limit $3`,
        [teamId, pageStart(page), page.limit + 1],
      )
      return toPage(rows.map(toConnection), page)
    },
    end: (teamId, id, by = 'command line') =>
      db.transaction(async (tx) => {
        const [ended] = await tx.rows<{ client_name: string; organization_id: string }>(
          `delete from oauth_grants g using teams t
           where t.id = g.team_id and g.team_id = $1 and g.connection_id = $2
           returning g.client_name, t.organization_id`,
          [teamId, id],
        )
        if (ended === undefined) return false
        await recordChange(tx, by, {
          action: 'connection.end',
          target: id,
          teamId,
          organizationId: ended.organization_id,
          details: { clientName: ended.client_name },
        })
        return true
      }),
  }
}

interface Row {
  id: string
  client_name: string
  client_id: string
  email: string | null
  created_at: Date
  expires_at: Date
}

function toConnection(row: Row): Connection {
  return {
    id: row.id,
    clientName: row.client_name,
    clientId: row.client_id,
    email: row.email,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  }
}
