import type { Actor, ApiKey, ApiKeys, Caller, KeyFinder, KeyLimits, NewKey } from '../../access/access.ts'
import type { Scope } from '../../contract/key-limits.ts'
import { batched } from '../database/batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { recordChange } from './audit-trail.ts'
import { CALLER_COLUMNS, createThreatProtections, toCaller } from './callers.ts'
import type { CallerRow, ThreatProtections } from './callers.ts'

/** API keys: kept as hashes, found by hash, removed outright. */
export function createApiKeys(db: Database): ApiKeys & KeyFinder {
  const threatProtectionsOf = createThreatProtections(db)
  return {
    findCaller: batched((hashes) => findCallers(db, threatProtectionsOf, hashes)),
    create: (teamId, wish, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const made = await insertApiKey(tx, teamId, wish, key)
        await recordKeyChange(tx, by, 'api-key.create', made, givenLimits(wish))
        return made
      }),
    async list(teamId, page) {
      const rows = await db.rows<Row>(
        `select * from api_keys where team_id = $1 and id > $2 order by id limit $3`,
        [teamId, pageStart(page), page.limit + 1],
      )
      return toPage(rows.map(toApiKey), page)
    },
    rotate: (id, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const [row] = await tx.rows<Row>(
          `with old as (delete from api_keys where id = $1 returning *)
           insert into api_keys (id, team_id, user_id, name, hash, last_four, expires_at, allowed_ips, scopes)
             select $2, team_id, user_id, name, $3, $4, expires_at, allowed_ips, scopes from old returning *`,
          [id, newId(), key.hash, key.lastFour],
        )
        if (row === undefined) return undefined
        await recordKeyChange(tx, by, 'api-key.rotate', toApiKey(row), { replaces: id })
        return toApiKey(row)
      }),
    remove: (id, by = 'command line', of) =>
      db.transaction(async (tx) => {
        const [row] = await tx.rows<Row>(
          `delete from api_keys where id = $1 and ($2::uuid is null or team_id = $2) returning *`,
          [id, of?.teamId ?? null],
        )
        if (row === undefined) return false
        of?.check(toApiKey(row))
        await recordKeyChange(tx, by, 'api-key.delete', toApiKey(row))
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

interface LimitsRow {
  expires_at: Date | null
  allowed_ips: string[] | null
  scopes: Scope[] | null
}

interface Row extends LimitsRow {
  id: string
  team_id: string
  name: string
  last_four: string
  created_at: Date
}

/** Also used by the first start. */
export async function insertApiKey(
  db: Queryable,
  teamId: string,
  { name, expiresAt, allowedIps, scopes }: { name: string } & KeyLimits,
  key: NewKey,
): Promise<ApiKey> {
  const [row] = await db.rows<Row>(
    `insert into api_keys (id, team_id, name, hash, last_four, expires_at, allowed_ips, scopes)
     values ($1, $2, $3, $4, $5, $6, $7, $8) returning *`,
    [newId(), teamId, name, key.hash, key.lastFour, expiresAt, allowedIps, scopes],
  )
  return toApiKey(row!)
}

async function findCallers(
  db: Queryable,
  threatProtectionsOf: ThreatProtections,
  hashes: Buffer[],
): Promise<(Caller | undefined)[]> {
  const rows = await db.prepared<CallerRow & LimitsRow & { hash: Buffer; key_id: string }>(
    `select k.hash, k.id as key_id, k.expires_at, k.allowed_ips, k.scopes, ${CALLER_COLUMNS}
     from api_keys k join teams t on t.id = k.team_id join organizations o on o.id = t.organization_id
     where k.hash = any ($1)`,
    [hashes],
  )
  const protections = await threatProtectionsOf(rows)
  const callers = new Map(
    rows.map((row) => [
      row.hash.toString('base64'),
      toCaller(row, protections, { id: row.key_id, limits: toLimits(row) }),
    ]),
  )
  return hashes.map((hash) => callers.get(hash.toString('base64')))
}

function toApiKey(row: Row): ApiKey {
  return {
    id: row.id,
    teamId: row.team_id,
    name: row.name,
    lastFour: row.last_four,
    createdAt: row.created_at,
    ...toLimits(row),
  }
}

/** The limits of a key that has any, for the audit trail. */
function givenLimits({ expiresAt, allowedIps, scopes }: KeyLimits): Partial<KeyLimits> {
  return { ...(expiresAt && { expiresAt }), ...(allowedIps && { allowedIps }), ...(scopes && { scopes }) }
}

function toLimits({ expires_at, allowed_ips, scopes }: LimitsRow): KeyLimits {
  return { expiresAt: expires_at, allowedIps: allowed_ips, scopes }
}
