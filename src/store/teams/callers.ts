import { noKeyLimits } from '../../access/access.ts'
import type { Caller, KeylessTeam } from '../../access/access.ts'
import { ThreatProtection } from '../../contract/threat-protection.ts'
import { batched } from '../database/batched.ts'
import type { Queryable } from '../database/database.ts'

/** What is read of a team `t` and its organization `o` about whoever calls in the team's name. */
export const CALLER = `t.organization_id as "organizationId", t.id as "teamId", t.limits,
  t.zero_data_retention as "zeroDataRetention", coalesce((o.siem ->> 'enabled')::boolean, false) as "isAudited",
  o.xmin::text as "organizationVersion"`

/** Without a key of its own where the caller has none. */
export type CallerRow = Omit<Caller, 'threatProtection' | 'keyId' | 'keyLimits'> &
  Partial<Pick<Caller, 'keyId' | 'keyLimits'>> & {
    /** The `xmin` of the organization: another one after each change of its row. */
    organizationVersion: string
  }

/** Makes callers of rows; undefined where the organization was removed a moment ago. */
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

/** Beyond this many, those that were read first are read again when they are wanted. */
const MOST_REMEMBERED = 500

/**
 * What organizations say about screening URLs. Every request needs it, and it may be thousands of domains: it is read
 * again only when its row has changed, which whoever looks up a key learns along the way.
 */
function createThreatProtections(db: Queryable) {
  const remembered = new Map<string, { version: string; protection: ThreatProtection }>()

  async function read(organizationIds: string[]): Promise<void> {
    const rows = await db.prepared<{ id: string; version: string; threat_protection: unknown }>(
      `select id, xmin::text as version, threat_protection from organizations where id = any ($1)`,
      [organizationIds],
    )
    for (const id of organizationIds) remembered.delete(id)
    for (const { id, version, threat_protection } of rows) {
      remembered.set(id, { version, protection: ThreatProtection.parse(threat_protection) })
    }
  }

  function forgetSome(): void {
    for (const id of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) return
      remembered.delete(id)
    }
  }

  return async (seen: readonly CallerRow[]): Promise<ReadonlyMap<string, ThreatProtection>> => {
    const changed = seen.filter(
      (one) => remembered.get(one.organizationId)?.version !== one.organizationVersion,
    )
    if (changed.length > 0) await read([...new Set(changed.map((one) => one.organizationId))])
    const found = new Map(
      seen.flatMap(({ organizationId: id }) => {
        const known = remembered.get(id)
        // One that was removed a moment ago has nothing to say any more.
        return known ? [[id, known.protection] as const] : []
      }),
    )
    forgetSome()
    return found
  }
}

/** The team of all callers without a key, which the first start made. */
export function createKeylessTeam(db: Queryable, teamId: string): KeylessTeam {
  const callersOf = createCallers(db)
  const find = batched(async (asked: undefined[]) => {
    const rows = await db.prepared<CallerRow>(
      `select ${CALLER} from teams t join organizations o on o.id = t.organization_id where t.id = $1`,
      [teamId],
    )
    const [caller] = await callersOf(rows)
    return asked.map(() => caller)
  })
  return { findCaller: () => find(undefined) }
}
