import type { ThreatPolicy, ThreatProtectionOverride } from '../contract/threat-protection.ts'
import type { Caller } from './caller.ts'
import { checkThreatOverride } from './threat-override.ts'

/**
 * The policy by which the addresses of a request are screened: the organization's, with what the request replaces of it.
 * Undefined where nothing is screened; refused where the organization does not allow the override.
 */
export function threatPolicy(
  caller: Pick<Caller, 'threatProtection'>,
  override: ThreatProtectionOverride | undefined,
): ThreatPolicy | undefined {
  checkThreatOverride(caller, override)
  const { enabled, policy } = caller.threatProtection
  if (!enabled) return undefined
  const given = Object.entries(override ?? {}).filter(([, value]) => value !== undefined)
  return { ...policy, ...Object.fromEntries(given) }
}
