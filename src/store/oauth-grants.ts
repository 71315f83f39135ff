import { hashKey } from '../access/access.ts'
import type { Seal } from '../access/access.ts'
import type { OAuthClients, OAuthGrants } from '../oauth/oauth.ts'
import type { Database } from './database.ts'
import { newId } from './keyset.ts'
import { openSealed } from './oauth-records.ts'
import type { Sweep } from './sweep.ts'

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

/** What has expired; programs that nobody gave access within a day, or of which nothing is left for three months. */
export async function forgetConnections(sweep: Sweep): Promise<void> {
  await sweep('oauth_records', `expires_at <= now()`)
  await sweep('oauth_grants', `expires_at <= now()`)
  await sweep('sign_in_codes', `expires_at <= now()`)
  await sweep('oauth_windows', `started_at < now() - interval '1 hour'`)
  await sweep(
    'oauth_clients',
    `(used_at is null and created_at < now() - interval '1 day') or (used_at < now() - interval '90 days'
       and not exists (select from oauth_grants g where sha256(g.client_id::bytea) = oauth_clients.id))`,
  )
}
