import type { ThreatProtectionOverride } from '../contract/threat-protection.ts'
import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'

/** Refuses an override of the organization's threat protection that the organization does not allow. */
export function checkThreatOverride(
  caller: Pick<Caller, 'threatProtection'>,
  override: ThreatProtectionOverride | undefined,
): void {
  if (override === undefined) return
  const { enabled, allowOverrides, enforced } = caller.threatProtection
  if (!enabled)
    throw new Fault('FORBIDDEN', 'threatProtection: threat protection is not enabled for this team.')
  if (!allowOverrides)
    throw new Fault('FORBIDDEN', 'threatProtection: the organization does not allow overrides per request.')
  if (enforced && override.mode === 'off') {
    throw new Fault(
      'FORBIDDEN',
      "threatProtection.mode: cannot be 'off', because the organization enforces threat protection.",
    )
  }
}
