import type { ThreatPolicy } from '../contract/threat-protection.ts'

/** The verdict of the organization's own lists on a host. The first list that contains it decides. */
export type ListVerdict = 'allowed' | 'blacklist' | 'blocked_tld' | 'unlisted'

export function createListCheck(
  policy: Pick<ThreatPolicy, 'whitelist' | 'blacklist' | 'blockedTlds'>,
): (host: string) => ListVerdict {
  const white = new Set(policy.whitelist)
  const black = new Set(policy.blacklist)
  const topLevel = new Set(policy.blockedTlds)
  return (host) => {
    const names = patternsOf(host)
    if (names.some((name) => white.has(name))) return 'allowed'
    if (names.some((name) => black.has(name))) return 'blacklist'
    const isBlocked = !isAddress(host) && topLevel.has(host.slice(host.lastIndexOf('.') + 1))
    return isBlocked ? 'blocked_tld' : 'unlisted'
  }
}

/** The list entries that match a host: the host and each parent domain, plain or with `*.`. */
function patternsOf(host: string): string[] {
  const [itself = '', ...above] = domainsOf(host)
  return [itself, ...above.flatMap((domain) => [domain, `*.${domain}`])]
}

const MAX_CHARACTERS = 253

/**
 * Nearest first. An IP address has no parent domains. Of a name longer than DNS allows, only the end is used.
 */
export function domainsOf(host: string): string[] {
  if (isAddress(host)) return [host]
  const labels = host.slice(-MAX_CHARACTERS).split('.')
  return [host, ...labels.slice(1).map((_, place) => labels.slice(place + 1).join('.'))]
}

/** The host as lists spell it, without a final dot and with an IPv4-mapped IPv6 address as IPv4. */
export function plainHost(hostname: string): string {
  const [, high, low] = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname) ?? []
  if (high === undefined || low === undefined) return hostname.replace(/\.+$/, '')
  return [high, low]
    .map((part) => Number.parseInt(part, 16))
    .flatMap((part) => [part >> 8, part & 0xff])
    .join('.')
}

function isAddress(host: string): boolean {
  return host.startsWith('[') || /^\d+\.\d+\.\d+\.\d+$/.test(host)
}
