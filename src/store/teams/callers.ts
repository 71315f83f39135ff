import { noKeyLimits } from '../../access/access.ts'
import type { Caller, KeylessTeam, KeyLimits, Limits } from '../../access/access.ts'
import { ThreatProtection } from '../../contract/threat-protection.ts'
import { batched } from '../database/batched.ts'
import type { Queryable } from '../database/database.ts'

/** What is read of a team `t` and its organization `o` about whoever calls in the team's name. */
export const CALLER_COLUMNS = `t.id as team_id, t.organization_id, t.limits, t.zero_data_retention,
  o.xmin::text as organization_version, (o.siem ->> 'enabled')::boolean as is_audited`

export interface CallerRow {
  team_id: string
  organization_id: string
  limits: Limits
  organization_version: string
  zero_data_retention: boolean
  is_audited: boolean | null
}

/** Undefined when the organization was removed a moment ago. */
export function toCaller(
  row: CallerRow,
  protections: ReadonlyMap<string, ThreatProtection>,
  key?: { id: string; limits: KeyLimits },
): Caller | undefined {
  const threatProtection = protections.get(row.organization_id)
  return (
    threatProtection && {
      organizationId: row.organization_id,
      teamId: row.team_id,
      keyId: key?.id ?? null,
      keyLimits: key?.limits ?? noKeyLimits,
      limits: row.limits,
      threatProtection,
      zeroDataRetention: row.zero_data_retention,
      isAudited: row.is_audited ?? false,
    }
  )
}

/** An organization as a statement saw it: `organization_version` is its `xmin`, another one after each change of the row. */
interface SeenOrganization {
  organization_id: string
  organization_version: string
}

export type ThreatProtections = (
  seen: readonly SeenOrganization[],
) => Promise<ReadonlyMap<string, ThreatProtection>>

/** Beyond this many, those that were read first are read again when they are wanted. */
const MOST_REMEMBERED = 500

/**
 * What organizations say about screening URLs. Every request needs it, and it may be thousands of domains: it is read
 * again only when its row has changed, which whoever looks up a key learns along the way.
 */
export function createThreatProtections(db: Queryable): ThreatProtections {
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

  return async (seen) => {
    const changed = seen.filter(
      (one) => remembered.get(one.organization_id)?.version !== one.organization_version,
    )
    if (changed.length > 0) await read([...new Set(changed.map((one) => one.organization_id))])
    const found = new Map(
      seen.flatMap(({ organization_id: id }) => {
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
  const threatProtectionsOf = createThreatProtections(db)
  const find = batched(async (asked: undefined[]) => {
    const [row] = await db.prepared<CallerRow>(
      `select ${CALLER_COLUMNS} from teams t join organizations o on o.id = t.organization_id where t.id = $1`,
      [teamId],
    )
    const caller = row && toCaller(row, await threatProtectionsOf([row]))
    return asked.map(() => caller)
  })
  return { findCaller: () => find(undefined) }
}
