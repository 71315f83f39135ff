import type { ThreatProtection } from '../contract/threat-protection.ts'
import type { KeyLimits } from './key-limits.ts'

/** The kinds of request that are limited per minute, each with a window of its own. */
const RATE_BUCKETS = ['scrape', 'crawl', 'search', 'map', 'agent', 'parse', 'interact', 'status'] as const
export type RateBucket = (typeof RATE_BUCKETS)[number]

/** What a team may do at once and per minute; null means no limit. */
export interface Limits {
  concurrency: number | null
  perMinute: Record<RateBucket, number | null>
}

export const noLimits: Limits = {
  concurrency: null,
  perMinute: {
    scrape: null,
    crawl: null,
    search: null,
    map: null,
    agent: null,
    parse: null,
    interact: null,
    status: null,
  },
}

/** The organization, team and key behind one request, with the team's limits at that moment. */
export interface Caller {
  organizationId: string
  teamId: string
  /** Null for a caller without one. */
  keyId: string | null
  keyLimits: KeyLimits
  /** Where a caller without a key comes from, as it is counted. */
  keyless?: { address: string } | undefined
  limits: Limits
  /** What the organization says about screening URLs. */
  threatProtection: ThreatProtection
  /** Whether nothing of the team's requests may be kept, whatever they ask for. */
  zeroDataRetention: boolean
  /** Whether the organization wants an event of every request and job. */
  isAudited: boolean
}
