import { BlockList } from 'node:net'
import { readIpRange } from '../contract/ip-range.ts'
import type { Scope } from '../contract/key-limits.ts'
import { Fault } from '../fault.ts'

/** What an API key is limited to; null means no limit. */
export interface KeyLimits {
  expiresAt: Date | null
  /** IP addresses and CIDR ranges. */
  allowedIps: readonly string[] | null
  scopes: readonly Scope[] | null
}

export const noKeyLimits: KeyLimits = { expiresAt: null, allowedIps: null, scopes: null }

/** Refuses a request from an address, or to an endpoint, that the key is not for. */
export function assertPermitted(
  { allowedIps, scopes }: KeyLimits,
  { address, scope }: { address: string; scope: Scope | null },
): void {
  if (allowedIps !== null && !isWithinAny(address, allowedIps)) {
    throw new Fault('FORBIDDEN', `Forbidden: this API key may not be used from ${address}.`)
  }
  if (scope !== null && scopes !== null && !scopes.includes(scope)) {
    throw new Fault(
      'FORBIDDEN',
      `Forbidden: this endpoint needs an API key with the scope \`${scope}\`. This key has ${quoted(scopes)}.`,
    )
  }
}

/** Limits as they are asked for. */
export type WantedLimits = { [Name in keyof KeyLimits]?: KeyLimits[Name] | undefined }

/** The limits of a key that another key makes: its own where nothing else is asked for, and never wider ones. */
export function inheritLimits(own: KeyLimits, wanted: WantedLimits): KeyLimits {
  const limits = {
    expiresAt: wanted.expiresAt === undefined ? own.expiresAt : wanted.expiresAt,
    allowedIps: wanted.allowedIps === undefined ? own.allowedIps : wanted.allowedIps,
    scopes: wanted.scopes === undefined ? own.scopes : wanted.scopes,
  }
  const excess = excessOf(own, limits)
  if (excess !== undefined) {
    throw new Fault('FORBIDDEN', `Forbidden: ${excess}. A key cannot make another with wider limits.`)
  }
  return limits
}

/** How limits go beyond those of another key, for the caller; undefined if they do not. */
export function excessOf(own: KeyLimits, { expiresAt, allowedIps, scopes }: KeyLimits): string | undefined {
  if (own.expiresAt !== null && (expiresAt === null || expiresAt > own.expiresAt))
    return `expiresAt: must not be later than ${own.expiresAt.toISOString()}, when this API key expires`
  const { allowedIps: ranges, scopes: families } = own
  const foreign = ranges && (allowedIps ?? ANYWHERE).find((range) => !isRangeWithinAny(range, ranges))
  if (foreign) return `allowedIps: this API key may not be used from ${foreign}`
  if (families && scopes === null) return `scopes: must be among ${quoted(families)}`
  const unknown = families && scopes?.find((scope) => !families.includes(scope))
  if (unknown) return `scopes: this API key does not have the scope \`${unknown}\``
  return undefined
}

const ANYWHERE = ['0.0.0.0/0', '::/0']

/** An IPv4 address in IPv6 notation is that IPv4 address, as `BlockList` sees it too. */
function isWithinAny(address: string, ranges: readonly string[]): boolean {
  const read = readIpRange(address.replace(/%.*$/, ''))
  return read !== undefined && ranges.some((range) => listOf(range).check(read.address, read.family))
}

/** Ranges in different notations are not compared: the widths of their prefixes mean different things. */
function isRangeWithinAny(range: string, ranges: readonly string[]): boolean {
  const inner = readIpRange(range)!
  return ranges.some((one) => {
    const outer = readIpRange(one)!
    return (
      outer.family === inner.family &&
      outer.bits <= inner.bits &&
      listOf(one).check(inner.address, inner.family)
    )
  })
}

function listOf(range: string): BlockList {
  const { address, bits, family } = readIpRange(range)!
  const list = new BlockList()
  list.addSubnet(address, bits, family)
  return list
}

function quoted(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}
