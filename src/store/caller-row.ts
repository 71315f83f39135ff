import { noKeyLimits } from '../access/access.ts'
import type { Caller, KeyLimits, Limits } from '../access/access.ts'
import type { ThreatProtection } from '../contract/threat-protection.ts'

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
