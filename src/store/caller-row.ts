import type { Caller, Limits } from '../access/access.ts'
import { ThreatProtection } from '../contract/threat-protection.ts'

/** What is read of a team `t` and its organization `o` about whoever calls in the team's name. */
export const CALLER_COLUMNS = `t.id as team_id, t.organization_id, t.limits, t.zero_data_retention,
  o.threat_protection, (o.siem ->> 'enabled')::boolean as is_audited`

export interface CallerRow {
  team_id: string
  organization_id: string
  limits: Limits
  threat_protection: unknown
  zero_data_retention: boolean
  is_audited: boolean | null
}

export function toCaller(row: CallerRow, keyId: string | null): Caller {
  return {
    organizationId: row.organization_id,
    teamId: row.team_id,
    keyId,
    limits: row.limits,
    threatProtection: ThreatProtection.parse(row.threat_protection),
    zeroDataRetention: row.zero_data_retention,
    isAudited: row.is_audited ?? false,
  }
}
