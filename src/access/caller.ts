import { BlockList } from 'node:net'
import type { z } from 'zod'
import { TeamLimits } from '../contract/admin.ts'
import type {
  ThreatPolicy,
  ThreatProtection,
  ThreatProtectionOverride,
} from '../contract/threat-protection.ts'
import { parseIpRange } from '../contract/api-keys.ts'
import type { Scope } from '../contract/api-keys.ts'
import { Fault } from '../fault.ts'

/** A team's limits on concurrency and requests per minute; null means no limit. */
export type Limits = z.output<typeof TeamLimits>
/** The kinds of request with their own limit and window per minute. */
export type RateBucket = keyof Limits['perMinute']

export const noLimits: Limits = TeamLimits.parse({})

/** The organization, team and key of one request, with the team's current limits. */
export interface Caller {
  organizationId: string
  teamId: string
  keyId: string | null
  keyLimits: KeyLimits
  keyless?: { address: string } | undefined
  limits: Limits
  threatProtection: ThreatProtection
  /** Whether no data of the team's requests may be stored, regardless of their options. */
  zeroDataRetention: boolean
  /** Whether the organization exports an event of every request and job. */
  isAudited: boolean
}

/** The restrictions of an API key; null means unrestricted. */
export interface KeyLimits {
  expiresAt: Date | null
  allowedIps: readonly string[] | null
  scopes: readonly Scope[] | null
}

export const noKeyLimits: KeyLimits = { expiresAt: null, allowedIps: null, scopes: null }

/** Refuses a request from an IP address, or to an endpoint, that the key does not allow. */
export function assertKeyAllows(
  { allowedIps, scopes }: KeyLimits,
  { address, scope }: { address: string; scope: Scope | null },
): void {
  if (allowedIps !== null && !isWithinAny(address, allowedIps)) {
    throw new Fault('FORBIDDEN', `Forbidden: this API key may not be used from ${address}.`)
  }
  if (scope !== null && scopes !== null && !scopes.includes(scope)) {
    throw new Fault(
      'FORBIDDEN',
      `Forbidden: this endpoint requires an API key with the scope \`${scope}\`. This key has ${listNames(scopes)}.`,
      { details: { needs: 'scope', scope } },
    )
  }
}

export type WantedLimits = { [Name in keyof KeyLimits]?: KeyLimits[Name] | undefined }

/** The limits of a key created by another key: the same by default, and never wider. */
export function inheritLimits(own: KeyLimits, wanted: WantedLimits): KeyLimits {
  const limits = {
    expiresAt: wanted.expiresAt === undefined ? own.expiresAt : wanted.expiresAt,
    allowedIps: wanted.allowedIps === undefined ? own.allowedIps : wanted.allowedIps,
    scopes: wanted.scopes === undefined ? own.scopes : wanted.scopes,
  }
  const excess = excessLimit(own, limits)
  if (excess !== undefined) {
    throw new Fault('FORBIDDEN', `Forbidden: ${excess}. A key cannot create another with wider limits.`)
  }
  return limits
}

/** Describes how limits exceed those of another key; undefined if they do not. */
export function excessLimit(
  own: KeyLimits,
  { expiresAt, allowedIps, scopes }: KeyLimits,
): string | undefined {
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt))
    return `expiresAt: must not be later than ${own.expiresAt.toISOString()}, when this API key expires`
  const { allowedIps: ranges, scopes: families } = own
  const foreign = ranges && (allowedIps ?? ANYWHERE).find((range) => !isRangeWithinAny(range, ranges))
  if (foreign) return `allowedIps: this API key may not be used from ${foreign}`
  if (families && scopes === null) return `scopes: must be among ${listNames(families)}`
  const unknown = families && scopes?.find((scope) => !families.includes(scope))
  if (unknown) return `scopes: this API key does not have the scope \`${unknown}\``
  return undefined
}

const ANYWHERE = ['0.0.0.0/0', '::/0']

/** An IPv4 address in IPv6 notation counts as that IPv4 address, as in `BlockList`. */
function isWithinAny(address: string, ranges: readonly string[]): boolean {
  const read = parseIpRange(address.replace(/%.*$/, ''))
  return read !== undefined && ranges.some((range) => toBlockList(range).check(read.address, read.family))
}

/** Ranges of different families are not compared, because their prefix lengths differ in meaning. */
function isRangeWithinAny(range: string, ranges: readonly string[]): boolean {
  const inner = parseIpRange(range)!
  return ranges.some((one) => {
    const outer = parseIpRange(one)!
    return (
      outer.family === inner.family &&
      outer.bits <= inner.bits &&
      toBlockList(one).check(inner.address, inner.family)
    )
  })
}

function toBlockList(range: string): BlockList {
  const { address, bits, family } = parseIpRange(range)!
  const list = new BlockList()
  list.addSubnet(address, bits, family)
  return list
}

function listNames(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

/**
 * The policy for screening the URLs of a request: the organization's, with the request's override. Returns
 * undefined without screening, and refuses an override that the organization does not allow.
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

/** Refuses an override of the organization's threat protection that the organization does not allow. */
export function checkThreatOverride(
  caller: Pick<Caller, 'threatProtection'>,
  override: ThreatProtectionOverride | undefined,
): void {
  const problem = override && overrideProblem(caller, override)
  if (problem !== undefined) throw new Fault('FORBIDDEN', problem)
}

export function overrideProblem(
  caller: Pick<Caller, 'threatProtection'>,
  { mode }: ThreatProtectionOverride,
): string | undefined {
  const { enabled, allowOverrides, enforced } = caller.threatProtection
  if (!enabled) return 'threatProtection: threat protection is not enabled for this team.'
  if (!allowOverrides) return 'threatProtection: the organization does not allow overrides in requests.'
  return enforced && mode === 'off'
    ? "threatProtection.mode: cannot be 'off', because the organization enforces threat protection."
    : undefined
}
