import { Fault } from '../fault.ts'
import type { Caller, RateBucket } from './caller.ts'
import { countedAddress } from './keyless.ts'

/** The team's current window in one bucket, after counting this request. */
export interface RateWindow {
  /** The number of this request in the window, from 1. */
  count: number
  endsAt: Date
  now: Date
}

export interface RateWindows {
  count(teamId: string, bucket: RateBucket): Promise<RateWindow>
}

export type LimitRate = (caller: Caller, bucket: RateBucket) => Promise<void>

/** Counts a request against the team's fixed one-minute window, and refuses it when the window is full. */
export function createRateLimit(windows: RateWindows): LimitRate {
  return async (caller, bucket) => {
    const limit = caller.limits.perMinute[bucket]
    if (limit === null) return
    const { count, endsAt, now } = await windows.count(caller.teamId, bucket)
    if (count <= limit) return
    const seconds = Math.max(1, Math.ceil((endsAt.getTime() - now.getTime()) / 1000))
    throw new Fault(
      'RATE_LIMITED',
      `Rate limit exceeded: ${limit} ${bucket} requests per minute. Please retry after ${seconds}s, resets at ${endsAt.toISOString()}.`,
      { retryAfterSeconds: seconds, details: { retryAfterSeconds: seconds, bucket, limit } },
    )
  }
}

const PER_MINUTE = 120

/** Refuses an IP address that sends too many messages to the tools without a key, of any kind. */
export type LimitMessages = (ip: string) => Promise<void>

export function createLimitMessages(countInWindow: CountInWindow): LimitMessages {
  return async (ip) => {
    const { count, secondsLeft } = await countInWindow(`messages ${countedAddress(ip)}`, 60)
    if (count <= PER_MINUTE) return
    throw new Fault(
      'RATE_LIMITED',
      `Rate limit exceeded: ${PER_MINUTE} messages per minute without an API key. Please retry after ${secondsLeft}s.`,
      { retryAfterSeconds: secondsLeft },
    )
  }
}

/** Counts events within a window and returns the number of this one, from 1. */
export type CountInWindow = (
  key: string,
  windowSeconds: number,
) => Promise<{ count: number; secondsLeft: number }>
