import { hashKey } from '../../access/access.ts'
import type { Connection, Connections, Seal } from '../../access/access.ts'
import type { OAuthClients, OAuthGrants } from '../../oauth/oauth.ts'
import type { Database } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from '../teams/audit-trail.ts'
import { openSealed } from './oauth-records.ts'

/** Of programs that nobody gave access there are so many at most; the oldest go first. */
const MOST_UNUSED = 10_000

/** Who gave which program access to which team. */
export function createOAuthGrants(db: Database, seal: Seal): OAuthGrants {
  return {
    open: ({ id, teamId, userId, clientId, clientName }, expiresInSeconds) =>
      db.transaction(async (tx) => {
        const rows = await tx.rows(
          `insert into oauth_grants (id, connection_id, team_id, user_id, client_id, client_name, expires_at)
             select $1, $7, t.id, $3, $4, $5, now() + $6::integer * interval '1 second' from teams t
             where t.id = $2 and ($3::uuid is null or exists (
               select from memberships m where m.team_id = t.id and m.user_id = $3
             ))
           returning id`,
          [hashKey(id), teamId, userId, clientId, clientName, expiresInSeconds, newId()],
        )
        await tx.rows(`update oauth_clients set used_at = now() where id = $1`, [hashKey(clientId)])
        return rows.length > 0
      }),
    async write(id, payload) {
      await db.rows(`update oauth_grants set sealed = $2 where id = $1`, [
        hashKey(id),
        seal.close(JSON.stringify(payload)),
      ])
    },
    async extend(id, expiresInSeconds) {
      await db.rows(
        `update oauth_grants set expires_at = now() + $2::integer * interval '1 second' where id = $1`,
        [hashKey(id), expiresInSeconds],
      )
    },
    async find(id) {
      const [row] = await db.prepared<{ sealed: Buffer }>(
        `select sealed from oauth_grants where id = $1 and sealed is not null and expires_at > now()`,
        [hashKey(id)],
      )
      return row && openSealed(seal, row.sealed)
    },
    async remove(id) {
      await db.rows(`delete from oauth_grants where id = $1`, [hashKey(id)])
    },
  }
}

/** Programs that registered themselves. */
export function createOAuthClients(db: Database, seal: Seal): OAuthClients {
  return {
    write: (id, payload) =>
      db.transaction(async (tx) => {
        await tx.rows(
          `insert into oauth_clients (id, sealed) values ($1, $2) on conflict (id) do update set sealed = excluded.sealed`,
          [hashKey(id), seal.close(JSON.stringify(payload))],
        )
        await tx.rows(
          `delete from oauth_clients where used_at is null and created_at < (
             select created_at from oauth_clients where used_at is null order by created_at desc offset $1 limit 1
           )`,
          [MOST_UNUSED],
        )
      }),
    async find(id) {
      const [row] = await db.prepared<{ sealed: Buffer }>(`select sealed from oauth_clients where id = $1`, [
        hashKey(id),
      ])
      return row && openSealed(seal, row.sealed)
    },
    async remove(id) {
      await db.rows(`delete from oauth_clients where id = $1`, [hashKey(id)])
    },
  }
}

/** Which programs act in the name of a team, as the operator sees and ends it. */
export function createConnections(db: Database): Connections {
  return {
    async list(teamId, page) {
      const rows = await db.rows<Connection>(
        `select g.connection_id as id, g.client_name as "clientName", g.client_id as "clientId", u.email,
           g.created_at as "createdAt", g.expires_at as "expiresAt"
         from oauth_grants g left join users u on u.id = g.user_id
         where g.team_id = $1 and g.connection_id > $2 and g.expires_at > now()
         order by g.connection_id limit $3`,
        [teamId, pageStart(page), page.limit + 1],
      )
      return toPage(rows, page)
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
