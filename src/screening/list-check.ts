import type { ThreatPolicy } from '../contract/threat-protection.ts'

/** What the organization's own lists say about a host; the first list that knows it decides. */
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

/** The entries that match a host: its own name, and each domain above it, plain or with a star. */
function patternsOf(host: string): string[] {
  const [itself = '', ...above] = domainsOf(host)
  return [itself, ...above.flatMap((domain) => [domain, `*.${domain}`])]
}

const MAX_CHARACTERS = 253

/** The nearest first; an IP address has none above it. Of a name too long to be resolved, only the end is looked at. */
export function domainsOf(host: string): string[] {
  if (isAddress(host)) return [host]
  const labels = host.slice(-MAX_CHARACTERS).split('.')
  return [host, ...labels.slice(1).map((_, place) => labels.slice(place + 1).join('.'))]
}

/** A host as lists name it: a dot at its end, or an IPv4 address written as IPv6, changes nothing about whose it is. */
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
