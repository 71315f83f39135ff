import type { ApiKey, ApiKeys, Caller, KeyFinder, Limits, NewKey } from '../access/access.ts'
import { batched } from './batched.ts'
import type { Queryable } from './database.ts'
import { newId, pageStart, toPage } from './keyset.ts'

/** API keys: kept as hashes, found by hash, removed outright. */
export function createApiKeys(db: Queryable): ApiKeys & KeyFinder {
  return {
    findCaller: batched((hashes) => findCallers(db, hashes)),
    create: (teamId, name, key) => insertApiKey(db, teamId, name, key),
    async list(teamId, page) {
      const rows = await db.rows<Row>(
        `select * from api_keys where team_id = $1 and id > $2 order by id limit $3`,
        [teamId, pageStart(page), page.limit + 1],
      )
      return toPage(rows.map(toApiKey), page)
    },
    async rotate(id, key) {
      const [row] = await db.rows<Row>(
        `with old as (delete from api_keys where id = $1 returning team_id, user_id, name)
         insert into api_keys (id, team_id, user_id, name, hash, last_four)
           select $2, team_id, user_id, name, $3, $4 from old returning *`,
        [id, newId(), key.hash, key.lastFour],
      )
      return row && toApiKey(row)
    },
    async remove(id, teamId) {
      const rows = await db.rows(
        `delete from api_keys where id = $1 and ($2::uuid is null or team_id = $2) returning id`,
        [id, teamId ?? null],
      )
      return rows.length > 0
    },
  }
}

interface Row {
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
  name: string,
  key: NewKey,
): Promise<ApiKey> {
  const [row] = await db.rows<Row>(
    `insert into api_keys (id, team_id, name, hash, last_four) values ($1, $2, $3, $4, $5) returning *`,
    [newId(), teamId, name, key.hash, key.lastFour],
  )
  return toApiKey(row!)
}

async function findCallers(db: Queryable, hashes: Buffer[]): Promise<(Caller | undefined)[]> {
  const rows = await db.prepared<{
    hash: Buffer
    key_id: string
    team_id: string
    organization_id: string
    limits: Limits
    threat_protection: Caller['threatProtection']
  }>(
    `select k.hash, k.id as key_id, t.id as team_id, t.organization_id, t.limits, o.threat_protection
     from api_keys k join teams t on t.id = k.team_id join organizations o on o.id = t.organization_id
     where k.hash = any ($1)`,
    [hashes],
  )
  const callers = new Map(
    rows.map((row): [string, Caller] => [
      row.hash.toString('base64'),
      {
        organizationId: row.organization_id,
        teamId: row.team_id,
        keyId: row.key_id,
        limits: row.limits,
        threatProtection: row.threat_protection,
      },
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
  }
}
