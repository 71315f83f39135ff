import { hashKey } from '../../access/access.ts'
import type { Cipher, Connection, Connections } from '../../access/access.ts'
import type { StoredRecord, OAuthRecords, OAuthClients, OAuthGrants } from '../../oauth/oauth.ts'
import type { Queryable, Database } from '../database/database.ts'
import { raw, sql } from '../database/sql.ts'
import { tryDecrypt } from '../jobs/job-keys.ts'
import { CALLER_COLUMNS, createCallers } from '../teams/api-keys.ts'
import type { CallerRow } from '../teams/api-keys.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from '../teams/audit-trail.ts'

/**
 * For this long, a client that did not receive the response may repeat the request, unless the new token was
 * used.
 */
const GRACE = `interval '10 seconds'`

/** Anyone can start a sign-in, so the number of unfinished ones is limited; the oldest is deleted first. */
const MAX_INTERACTIONS = 10_000

/**
 * Tokens, codes and sessions. Ids are hashed and payloads encrypted, so a stolen copy of the database
 * contains no usable token.
 */
export function createOAuthRecords(db: Queryable, cipher: Cipher): OAuthRecords {
  const callersOf = createCallers(db)
  const toStoredRecord = (row: RecordRow | undefined): StoredRecord | undefined => {
    const payload = row && decryptPayload(cipher, row.sealed)
    return payload && { payload, consumed: row.consumed }
  }

  return {
    async write(record) {
      const { kind, id, payload, expiresInSeconds, grantId, uid } = record
      const { generation = null, audience = null, scope = null } = record
      const grant = grantId === undefined ? null : hashKey(grantId)
      // The lock ensures that nothing is written for a grant that is being revoked.
      const rows = await db.prepared(sql`
        insert into oauth_records as r (kind, id, grant_id, uid, sealed, generation, audience, scope, expires_at)
          select ${kind}, ${hashKey(id)}, ${grant}, ${uid === undefined ? null : hashKey(uid)},
            ${cipher.encrypt(JSON.stringify(payload))}, ${generation}::integer, ${audience}, ${scope},
            now() + ${expiresInSeconds}::integer * interval '1 second'
          where ${grant}::bytea is null
            or (select count(*) from (select from oauth_grants where id = ${grant} for key share) as g) > 0
        on conflict (kind, id) do update
          set sealed = excluded.sealed, expires_at = excluded.expires_at, uid = excluded.uid
        returning r.kind`)
      if (kind === 'Interaction')
        await db.prepared(sql`
          delete from oauth_records where kind = 'Interaction' and expires_at < (
            select expires_at from oauth_records where kind = 'Interaction'
            order by expires_at desc offset ${MAX_INTERACTIONS} limit 1
          )`)
      return rows.length > 0
    },
    async find(kind, id) {
      const [row] = await db.prepared<RecordRow>(sql`
        ${raw(FIND)} where r.kind = ${kind} and r.id = ${hashKey(id)} and r.expires_at > now()`)
      return toStoredRecord(row)
    },
    async findByUid(kind, uid) {
      const [row] = await db.prepared<RecordRow>(sql`
        ${raw(FIND)} where r.kind = ${kind} and r.uid = ${hashKey(uid)} and r.expires_at > now()`)
      return toStoredRecord(row)
    },
    async consume(kind, id) {
      const rows = await db.prepared(sql`
        update oauth_records set consumed_at = now() where kind = ${kind} and id = ${hashKey(id)}
          and consumed_at is null returning kind`)
      return rows.length > 0
    },
    async remove(kind, id) {
      await db.rows(sql`delete from oauth_records where kind = ${kind} and id = ${hashKey(id)}`)
    },
    async removeByGrant(kind, grantId) {
      await db.rows(sql`delete from oauth_records where kind = ${kind} and grant_id = ${hashKey(grantId)}`)
    },
    async findHolder(accessToken) {
      const [row] = await db.prepared<CallerRow & { audience: string; scope: string }>(sql`
        select r.audience, coalesce(r.scope, '') as scope, ${raw(CALLER_COLUMNS)}
        from oauth_records r join oauth_grants g on g.id = r.grant_id
        join teams t on t.id = g.team_id join organizations o on o.id = t.organization_id
        where r.kind = 'AccessToken' and r.id = ${hashKey(accessToken)} and r.expires_at > now()
          and g.expires_at > now()
          and r.audience is not null`)
      if (row === undefined) return undefined
      const { audience, scope, ...found } = row
      const [caller] = await callersOf([found])
      return caller && { caller, audience, scope }
    },
  }
}

interface RecordRow {
  sealed: Buffer
  consumed: boolean
}

/** A replaced refresh token counts as used when its grace period is over, or when a later token was used. */
const FIND = `
  select r.sealed, r.consumed_at is not null and (
    r.kind <> 'RefreshToken' or r.consumed_at < now() - ${GRACE} or exists (
      select from oauth_records later where later.grant_id = r.grant_id and later.kind = 'RefreshToken'
        and later.generation > r.generation and later.consumed_at is not null
    )
  ) as consumed
  from oauth_records r`

function decryptPayload(cipher: Cipher, encrypted: Buffer): Record<string, unknown> | undefined {
  const text = tryDecrypt(cipher, encrypted)
  return text === undefined ? undefined : (JSON.parse(text) as Record<string, unknown>)
}

/** The maximum number of clients without a grant; the oldest are deleted first. */
const MAX_UNUSED_CLIENTS = 10_000

export function createOAuthGrants(db: Database, cipher: Cipher): OAuthGrants {
  return {
    open: ({ id, teamId, userId, clientId, clientName }, expiresInSeconds) =>
      db.transaction(async (tx) => {
        const rows = await tx.rows(sql`
          insert into oauth_grants (id, connection_id, team_id, user_id, client_id, client_name, expires_at)
            select ${hashKey(id)}, ${newId()}, t.id, ${userId}, ${clientId}, ${clientName},
              now() + ${expiresInSeconds}::integer * interval '1 second' from teams t
            where t.id = ${teamId} and (${userId}::uuid is null or exists (
              select from memberships m where m.team_id = t.id and m.user_id = ${userId}
            ))
          returning id`)
        await tx.rows(sql`update oauth_clients set used_at = now() where id = ${hashKey(clientId)}`)
        return rows.length > 0
      }),
    async write(id, payload) {
      await db.rows(sql`
        update oauth_grants set sealed = ${cipher.encrypt(JSON.stringify(payload))} where id = ${hashKey(id)}`)
    },
    async extend(id, expiresInSeconds) {
      await db.rows(sql`
        update oauth_grants set expires_at = now() + ${expiresInSeconds}::integer * interval '1 second'
          where id = ${hashKey(id)}`)
    },
    async find(id) {
      const [row] = await db.prepared<{ sealed: Buffer }>(sql`
        select sealed from oauth_grants where id = ${hashKey(id)} and sealed is not null
          and expires_at > now()`)
      return row && decryptPayload(cipher, row.sealed)
    },
    async remove(id) {
      await db.rows(sql`delete from oauth_grants where id = ${hashKey(id)}`)
    },
  }
}

export function createOAuthClients(db: Database, cipher: Cipher): OAuthClients {
  return {
    write: (id, payload) =>
      db.transaction(async (tx) => {
        await tx.rows(sql`
          insert into oauth_clients (id, sealed) values (${hashKey(id)},
            ${cipher.encrypt(JSON.stringify(payload))}) on conflict (id) do update set sealed = excluded.sealed`)
        await tx.rows(sql`delete from oauth_clients where used_at is null and created_at < (
            select created_at from oauth_clients where used_at is null
              order by created_at desc offset ${MAX_UNUSED_CLIENTS} limit 1
          )`)
      }),
    async find(id) {
      const [row] = await db.prepared<{ sealed: Buffer }>(sql`
        select sealed from oauth_clients where id = ${hashKey(id)}`)
      return row && decryptPayload(cipher, row.sealed)
    },
    async remove(id) {
      await db.rows(sql`delete from oauth_clients where id = ${hashKey(id)}`)
    },
  }
}

export function createConnections(db: Database): Connections {
  return {
    async list(teamId, page) {
      const rows = await db.rows<Connection>(sql`
        select g.connection_id as id, g.client_name as "clientName", g.client_id as "clientId", u.email,
          g.created_at as "createdAt", g.expires_at as "expiresAt"
        from oauth_grants g left join users u on u.id = g.user_id
        where g.team_id = ${teamId} and g.connection_id > ${pageStart(page)} and g.expires_at > now()
        order by g.connection_id limit ${page.limit + 1}`)
      return toPage(rows, page)
    },
    end: (teamId, id, by = 'command line') =>
      db.transaction(async (tx) => {
        const [ended] = await tx.rows<{ client_name: string; organization_id: string }>(sql`
          delete from oauth_grants g using teams t
          where t.id = g.team_id and g.team_id = ${teamId} and g.connection_id = ${id}
          returning g.client_name, t.organization_id`)
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
