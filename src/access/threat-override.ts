import type { ThreatProtectionOverride } from '../contract/threat-protection.ts'
import { Fault } from '../fault.ts'
import type { Caller } from './caller.ts'

/** Refuses an override of the organization's threat protection that the organization does not allow. */
export function checkThreatOverride(
  caller: Pick<Caller, 'threatProtection'>,
  override: ThreatProtectionOverride | undefined,
): void {
  const why = override && troubleWithOverride(caller, override)
  if (why !== undefined) throw new Fault('FORBIDDEN', why)
}

/** Why an override is not allowed. */
export function troubleWithOverride(
  caller: Pick<Caller, 'threatProtection'>,
  { mode }: ThreatProtectionOverride,
): string | undefined {
  const { enabled, allowOverrides, enforced } = caller.threatProtection
  if (!enabled) return 'threatProtection: threat protection is not enabled for this team.'
  if (!allowOverrides) return 'threatProtection: the organization does not allow overrides per request.'
  return enforced && mode === 'off'
    ? "threatProtection.mode: cannot be 'off', because the organization enforces threat protection."
    : undefined
}
