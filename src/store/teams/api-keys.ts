import { noKeyLimits } from '../../access/access.ts'
import type {
  Actor,
  ApiKey,
  ApiKeys,
  Caller,
  KeyFinder,
  KeyLimits,
  NewKey,
  KeylessTeam,
} from '../../access/access.ts'
import { createBatched } from '../database/create-batched.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { raw, sql } from '../database/sql.ts'
import { recordChange } from './audit-trail.ts'
import { ThreatProtection } from '../../contract/threat-protection.ts'

export function createApiKeys(db: Database): ApiKeys & KeyFinder {
  const callersOf = createCallers(db)
  return {
    findCaller: createBatched((hashes) => findCallers(db, callersOf, hashes)),
    create: (teamId, options, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const created = await insertApiKey(tx, teamId, options, key)
        await recordKeyChange(tx, by, 'api-key.create', created, givenLimits(options))
        return created
      }),
    async list(teamId, page) {
      const rows = await db.rows<ApiKey>(sql`
        select ${raw(KEY_COLUMNS)} from api_keys where team_id = ${teamId} and id > ${pageStart(page)} order by id
          limit ${page.limit + 1}`)
      return toPage(rows, page)
    },
    rotate: (id, key, by = 'command line') =>
      db.transaction(async (tx) => {
        const [created] = await tx.rows<ApiKey>(sql`
          with old as (delete from api_keys where id = ${id} returning *)
          insert into api_keys (id, team_id, user_id, name, hash, last_four, expires_at, allowed_ips, scopes)
            select ${newId()}, team_id, user_id, name, ${key.hash}, ${key.lastFour}, expires_at, allowed_ips,
              scopes from old returning ${raw(KEY_COLUMNS)}`)
        if (created) await recordKeyChange(tx, by, 'api-key.rotate', created, { replaces: id })
        return created
      }),
    remove: (id, by = 'command line', owner) =>
      db.transaction(async (tx) => {
        const ofTeam = owner ? sql`and team_id = ${owner.teamId}` : raw('')
        const [key] = await tx.rows<ApiKey>(
          sql`delete from api_keys where id = ${id} ${ofTeam} returning ${raw(KEY_COLUMNS)}`,
        )
        if (key === undefined) return false
        owner?.check(key)
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
  const [team] = await tx.rows<{ organization_id: string }>(sql`
    select organization_id from teams where id = ${teamId}`)
  await recordChange(tx, by, { action, target: id, teamId, organizationId: team!.organization_id, details })
}

const LIMIT_COLUMNS = `expires_at as "expiresAt", allowed_ips as "allowedIps", scopes`
const KEY_COLUMNS = `id, team_id as "teamId", name, last_four as "lastFour", created_at as "createdAt", ${LIMIT_COLUMNS}`

export async function insertApiKey(
  db: Queryable,
  teamId: string,
  { name, expiresAt, allowedIps, scopes }: { name: string } & KeyLimits,
  key: NewKey,
): Promise<ApiKey> {
  const [created] = await db.rows<ApiKey>(sql`
    insert into api_keys (id, team_id, name, hash, last_four, expires_at, allowed_ips, scopes)
    values (${newId()}, ${teamId}, ${name}, ${key.hash}, ${key.lastFour}, ${expiresAt}, ${allowedIps},
      ${scopes}) returning ${raw(KEY_COLUMNS)}`)
  return created!
}

async function findCallers(db: Queryable, callersOf: ReturnType<typeof createCallers>, hashes: Buffer[]) {
  const rows = await db.prepared<CallerRow & KeyLimits & { hash: Buffer }>(sql`
    select k.hash, k.id as "keyId", ${raw(LIMIT_COLUMNS)}, ${raw(CALLER_COLUMNS)}
    from api_keys k join teams t on t.id = k.team_id join organizations o on o.id = t.organization_id
    where k.hash = any (${hashes})`)
  const callers = await callersOf(
    rows.map((row) => {
      const { hash: _, expiresAt, allowedIps, scopes, ...caller } = row
      return { ...caller, keyLimits: { expiresAt, allowedIps, scopes } }
    }),
  )
  const found = new Map(rows.map(({ hash }, index) => [hash.toString('base64'), callers[index]]))
  return hashes.map((hash) => found.get(hash.toString('base64')))
}

function givenLimits({ expiresAt, allowedIps, scopes }: KeyLimits): Partial<KeyLimits> {
  return { ...(expiresAt && { expiresAt }), ...(allowedIps && { allowedIps }), ...(scopes && { scopes }) }
}

/** The columns of a team `t` and its organization `o` that describe a caller of the team. */
export const CALLER_COLUMNS = `t.organization_id as "organizationId", t.id as "teamId", t.limits,
  t.zero_data_retention as "zeroDataRetention", coalesce((o.siem ->> 'enabled')::boolean, false) as "isAudited",
  o.xmin::text as "organizationVersion"`

/** Without a key for keyless callers. */
export type CallerRow = Omit<Caller, 'threatProtection' | 'keyId' | 'keyLimits'> &
  Partial<Pick<Caller, 'keyId' | 'keyLimits'>> & {
    /** The `xmin` of the organization, which changes with each update of its row. */
    organizationVersion: string
  }

export function createCallers(db: Queryable) {
  const threatProtectionsOf = createThreatProtections(db)
  return async (rows: readonly CallerRow[]): Promise<(Caller | undefined)[]> => {
    const protections = await threatProtectionsOf(rows)
    return rows.map((row) => {
      const { organizationVersion: _, ...caller } = row
      const threatProtection = protections.get(caller.organizationId)
      return threatProtection && { keyId: null, keyLimits: noKeyLimits, ...caller, threatProtection }
    })
  }
}

const MAX_CACHED_POLICIES = 500

/**
 * Policies may contain thousands of domains and every request needs them, so they are read again only after
 * the row has changed.
 */
function createThreatProtections(db: Queryable) {
  const cache = new Map<string, { version: string; protection: ThreatProtection }>()

  async function read(organizationIds: string[]): Promise<void> {
    const rows = await db.prepared<{ id: string; version: string; threat_protection: unknown }>(sql`
      select id, xmin::text as version, threat_protection from organizations
        where id = any (${organizationIds})`)
    for (const id of organizationIds) cache.delete(id)
    for (const { id, version, threat_protection } of rows) {
      cache.set(id, { version, protection: ThreatProtection.parse(threat_protection) })
    }
  }

  function evictOldest(): void {
    for (const id of cache.keys()) {
      if (cache.size <= MAX_CACHED_POLICIES) return
      cache.delete(id)
    }
  }

  return async (callers: readonly CallerRow[]): Promise<ReadonlyMap<string, ThreatProtection>> => {
    const changed = callers.filter(
      (one) => cache.get(one.organizationId)?.version !== one.organizationVersion,
    )
    if (changed.length > 0) await read([...new Set(changed.map((one) => one.organizationId))])
    const found = new Map(
      callers.flatMap(({ organizationId: id }) => {
        const known = cache.get(id)
        return known ? [[id, known.protection] as const] : []
      }),
    )
    evictOldest()
    return found
  }
}

export function createKeylessTeam(db: Queryable, teamId: string): KeylessTeam {
  const callersOf = createCallers(db)
  const find = createBatched(async (asked: undefined[]) => {
    const rows = await db.prepared<CallerRow>(sql`
      select ${raw(CALLER_COLUMNS)} from teams t join organizations o on o.id = t.organization_id
        where t.id = ${teamId}`)
    const [caller] = await callersOf(rows)
    return asked.map(() => caller)
  })
  return { findCaller: () => find(undefined) }
}
