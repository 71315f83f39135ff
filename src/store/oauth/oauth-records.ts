import { hashKey } from '../../access/access.ts'
import type { Seal } from '../../access/access.ts'
import type { KeptRecord, OAuthRecords } from '../../oauth/oauth.ts'
import type { Queryable } from '../database/database.ts'
import { CALLER, createCallers } from '../teams/callers.ts'
import type { CallerRow } from '../teams/callers.ts'

/** A client whose answer was lost may ask again for so long, as long as nobody has used what it was answered with. */
const GRACE = `interval '10 seconds'`

/** Anybody can begin to sign in: of what has not come to an end there is so much at most, and the oldest goes first. */
const MOST_INTERACTIONS = 10_000

/**
 * Tokens, codes and sessions. A row is found by the hash of what its holder shows and holds the rest sealed, so that a copy
 * of the database opens nothing.
 */
export function createOAuthRecords(db: Queryable, seal: Seal): OAuthRecords {
  const callersOf = createCallers(db)
  const opened = (row: Row | undefined): KeptRecord | undefined => {
    const payload = row && openSealed(seal, row.sealed)
    return payload && { payload, consumed: row.consumed }
  }

  return {
    async write(record) {
      const { kind, id, payload, expiresInSeconds, grantId, uid } = record
      const { generation = null, audience = null, scope = null } = record
      const rows = await db.prepared(WRITE, [
        kind,
        hashKey(id),
        grantId === undefined ? null : hashKey(grantId),
        uid === undefined ? null : hashKey(uid),
        seal.close(JSON.stringify(payload)),
        generation,
        audience,
        scope,
        expiresInSeconds,
      ])
      if (kind === 'Interaction') await db.prepared(FORGET_INTERACTIONS, [MOST_INTERACTIONS])
      return rows.length > 0
    },
    async find(kind, id) {
      const [row] = await db.prepared<Row>(
        `${FIND} where r.kind = $1 and r.id = $2 and r.expires_at > now()`,
        [kind, hashKey(id)],
      )
      return opened(row)
    },
    async findByUid(kind, uid) {
      const [row] = await db.prepared<Row>(
        `${FIND} where r.kind = $1 and r.uid = $2 and r.expires_at > now()`,
        [kind, hashKey(uid)],
      )
      return opened(row)
    },
    async consume(kind, id) {
      const rows = await db.prepared(
        `update oauth_records set consumed_at = now() where kind = $1 and id = $2 and consumed_at is null returning kind`,
        [kind, hashKey(id)],
      )
      return rows.length > 0
    },
    async remove(kind, id) {
      await db.rows(`delete from oauth_records where kind = $1 and id = $2`, [kind, hashKey(id)])
    },
    async removeOfGrant(kind, grantId) {
      await db.rows(`delete from oauth_records where kind = $1 and grant_id = $2`, [kind, hashKey(grantId)])
    },
    async findHolder(accessToken) {
      const [row] = await db.prepared<CallerRow & { audience: string; scope: string }>(
        `select r.audience, coalesce(r.scope, '') as scope, ${CALLER}
         from oauth_records r join oauth_grants g on g.id = r.grant_id
         join teams t on t.id = g.team_id join organizations o on o.id = t.organization_id
         where r.kind = 'AccessToken' and r.id = $1 and r.expires_at > now() and g.expires_at > now()
           and r.audience is not null`,
        [hashKey(accessToken)],
      )
      if (row === undefined) return undefined
      const { audience, scope, ...found } = row
      const [caller] = await callersOf([found])
      return caller && { caller, audience, scope }
    },
  }
}

interface Row {
  sealed: Buffer
  consumed: boolean
}

/** The lock makes sure that nothing is written for an access that is being ended at this moment. */
const WRITE = `
  insert into oauth_records as r (kind, id, grant_id, uid, sealed, generation, audience, scope, expires_at)
    select $1, $2, $3, $4, $5, $6::integer, $7, $8, now() + $9::integer * interval '1 second'
    where $3::bytea is null
      or (select count(*) from (select from oauth_grants where id = $3 for key share) as g) > 0
  on conflict (kind, id) do update set sealed = excluded.sealed, expires_at = excluded.expires_at, uid = excluded.uid
  returning r.kind`

const FORGET_INTERACTIONS = `
  delete from oauth_records where kind = 'Interaction' and expires_at < (
    select expires_at from oauth_records where kind = 'Interaction' order by expires_at desc offset $1 limit 1
  )`

/** A refresh token that was replaced counts as used when its time of grace is over, or one that came after it was used. */
const FIND = `
  select r.sealed, r.consumed_at is not null and (
    r.kind <> 'RefreshToken' or r.consumed_at < now() - ${GRACE} or exists (
      select from oauth_records later where later.grant_id = r.grant_id and later.kind = 'RefreshToken'
        and later.generation > r.generation and later.consumed_at is not null
    )
  ) as consumed
  from oauth_records r`

/** What was sealed with another root secret is as good as gone. */
export function openSealed(seal: Seal, sealed: Buffer): Record<string, unknown> | undefined {
  let text: string
  try {
    text = seal.open(sealed)
  } catch {
    return undefined
  }
  return JSON.parse(text) as Record<string, unknown>
}
