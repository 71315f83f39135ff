import { setTimeout as delay } from 'node:timers/promises'
import type { Robots, RobotsRules } from '../robots/robots.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** `unasked`: its robots.txt was not read, so nobody knows. */
export type Verdict = 'allowed' | 'forbidden' | 'unasked'

export interface SiteRules {
  /** Reads robots.txt of the host; rejects when the signal aborts. Undefined when it is one host too many. */
  rulesOf(url: string, signal: AbortSignal): Promise<RobotsRules | undefined>
  delayOf(url: string, signal: AbortSignal): Promise<number>
  verdictOn(url: string): Verdict
}

/** A page can name any number of subdomains; asking each of them is not what the caller wanted. */
const MAX_HOSTS = 20

export function createSiteRules(
  { robots, userAgent }: { robots: Robots; userAgent: string },
  { ignoreRobotsTxt }: { ignoreRobotsTxt: boolean },
): SiteRules {
  const known = new Map<string, RobotsRules>()
  const asked = new Set<string>()

  async function rulesOf(url: string, signal: AbortSignal): Promise<RobotsRules | undefined> {
    const { origin } = new URL(url)
    if (!asked.has(origin) && asked.size >= MAX_HOSTS) return undefined
    asked.add(origin)
    const rules = await robots.rulesFor(origin, userAgent, signal)
    known.set(origin, rules)
    return rules
  }

  return {
    rulesOf,
    async delayOf(url, signal) {
      return ignoreRobotsTxt ? 0 : ((await rulesOf(url, signal))?.delayMs ?? 0)
    },
    verdictOn(url) {
      const rules = known.get(new URL(url).origin)
      if (!rules) return 'unasked'
      return ignoreRobotsTxt || rules.allows(url) ? 'allowed' : 'forbidden'
    },
  }
}

/** The request's own patterns take too long, or the service cannot go on. */
const MAP_ENDING_CODES = new Set<FaultCode>([
  'BAD_REQUEST',
  'UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
  'UNKNOWN_ERROR',
])

/** Whether a failure ends the whole map; any other is the matter of the page or file that failed. */
export function endsMap(failure: unknown): boolean {
  return failure instanceof Fault && MAP_ENDING_CODES.has(failure.code)
}

export interface HostPacer {
  wait(host: string, delayMs: number, signal: AbortSignal): Promise<void>
}

const MAX_HOSTS_KEPT = 1_000

export function createHostPacer(): HostPacer {
  const nextAt = new Map<string, number>()
  return {
    async wait(host, delayMs, signal) {
      if (delayMs === 0) return
      // Whoever wakes first goes first and the others wait on: nothing is reserved by those who leave.
      for (;;) {
        const waitMs = (nextAt.get(host) ?? 0) - performance.now()
        if (waitMs <= 0) break
        await delay(waitMs, undefined, { signal })
      }
      if (nextAt.size >= MAX_HOSTS_KEPT) removePast(nextAt)
      nextAt.set(host, performance.now() + delayMs)
    },
  }
}

function removePast(nextAt: Map<string, number>): void {
  const now = performance.now()
  for (const [host, at] of nextAt) if (at <= now) nextAt.delete(host)
}
