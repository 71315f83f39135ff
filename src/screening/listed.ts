import type { ThreatPolicy } from '../contract/threat-protection.ts'
import { domainsOf, isAddress } from './domains.ts'

/** What the organization's own lists say about a host; the first list that knows it decides. */
export type Listed = 'allowed' | 'blacklist' | 'blocked_tld' | 'unlisted'

export function createListed(
  policy: Pick<ThreatPolicy, 'whitelist' | 'blacklist' | 'blockedTlds'>,
): (host: string) => Listed {
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
