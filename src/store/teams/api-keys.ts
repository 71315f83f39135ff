import type { Actor, ApiKey, ApiKeys, Caller, KeyFinder, KeyLimits, NewKey } from '../../access/access.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from './audit-trail.ts'
import { CALLER, createCallers } from './callers.ts'
import type { CallerRow } from './callers.ts'

/** API keys: kept as hashes, found by hash, removed outright. */
export function createApiKeys(db: Database): ApiKeys & KeyFinder {
  const callersOf = createCallers(db)
  return {
    findCaller: batched((hashes) => findCallers(db, callersOf, hashes)),
    create: (teamId, wish, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const made = await insertApiKey(tx, teamId, wish, key)
        await recordKeyChange(tx, by, 'api-key.create', made, givenLimits(wish))
        return made
      }),
    async list(teamId, page) {
      const rows = await db.rows<ApiKey>(
        `select ${KEY} from api_keys where team_id = $1 and id > $2 order by id limit $3`,
        [teamId, pageStart(page), page.limit + 1],
      )
      return toPage(rows, page)
    },
    rotate: (id, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const [made] = await tx.rows<ApiKey>(
          `with old as (delete from api_keys where id = $1 returning *)
           insert into api_keys (id, team_id, user_id, name, hash, last_four, expires_at, allowed_ips, scopes)
             select $2, team_id, user_id, name, $3, $4, expires_at, allowed_ips, scopes from old returning ${KEY}`,
          [id, newId(), key.hash, key.lastFour],
        )
        if (made) await recordKeyChange(tx, by, 'api-key.rotate', made, { replaces: id })
        return made
      }),
    remove: (id, by = 'command line', of) =>
      db.transaction(async (tx) => {
        const [key] = await tx.rows<ApiKey>(
          `delete from api_keys where id = $1 and ($2::uuid is null or team_id = $2) returning ${KEY}`,
          [id, of?.teamId ?? null],
        )
        if (key === undefined) return false
        of?.check(key)
        await recordKeyChange(tx, by, 'api-key.delete', key)
        return true
      }),
  }
}

async function recordKeyChange(
  tx: Queryable,
  by: Actor,
  action: string,
  { id, teamId }: ApiKey,
  details = {},
): Promise<void> {
  const [team] = await tx.rows<{ organization_id: string }>(
    `select organization_id from teams where id = $1`,
    [teamId],
  )
  await recordChange(tx, by, { action, target: id, teamId, organizationId: team!.organization_id, details })
}

const LIMITS = `expires_at as "expiresAt", allowed_ips as "allowedIps", scopes`
const KEY = `id, team_id as "teamId", name, last_four as "lastFour", created_at as "createdAt", ${LIMITS}`

/** Also used by the first start. */
export async function insertApiKey(
  db: Queryable,
  teamId: string,
  { name, expiresAt, allowedIps, scopes }: { name: string } & KeyLimits,
  key: NewKey,
): Promise<ApiKey> {
  const [made] = await db.rows<ApiKey>(
    `insert into api_keys (id, team_id, name, hash, last_four, expires_at, allowed_ips, scopes)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning ${KEY}`,
    [newId(), teamId, name, key.hash, key.lastFour, expiresAt, allowedIps, scopes],
  )
  return made!
}

async function findCallers(
  db: Queryable,
  callersOf: ReturnType<typeof createCallers>,
  hashes: Buffer[],
): Promise<(Caller | undefined)[]> {
  const rows = await db.prepared<CallerRow & KeyLimits & { hash: Buffer }>(
    `select k.hash, k.id as "keyId", ${LIMITS}, ${CALLER}
     from api_keys k join teams t on t.id = k.team_id join organizations o on o.id = t.organization_id
     where k.hash = any ($1)`,
    [hashes],
  )
  const callers = await callersOf(
    rows.map((row) => {
      const { hash: _, expiresAt, allowedIps, scopes, ...rest } = row
      return { ...rest, keyLimits: { expiresAt, allowedIps, scopes } }
    }),
  )
  const found = new Map(rows.map(({ hash }, place) => [hash.toString('base64'), callers[place]]))
  return hashes.map((hash) => found.get(hash.toString('base64')))
}

/** The limits of a key that has any, for the audit trail. */
function givenLimits({ expiresAt, allowedIps, scopes }: KeyLimits): Partial<KeyLimits> {
  return { ...(expiresAt && { expiresAt }), ...(allowedIps && { allowedIps }), ...(scopes && { scopes }) }
}
