import { setTimeout as delay } from 'node:timers/promises'
import type { Robots, RobotsRules } from '../robots/robots.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** `unasked`: its robots.txt was not read. */
export type Verdict = 'allowed' | 'forbidden' | 'unasked'

export interface SiteRules {
  /**
   * Reads robots.txt of the host. Rejects when the signal aborts. Undefined when too many hosts were asked.
   */
  rulesOf(url: string, signal: AbortSignal): Promise<RobotsRules | undefined>
  delayOf(url: string, signal: AbortSignal): Promise<number>
  verdictOn(url: string): Verdict
}

/** A page can name any number of subdomains, so only the first ones are asked for robots.txt. */
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

/** The patterns of the request take too long, or the service cannot continue. */
const MAP_ENDING_CODES = new Set<FaultCode>([
  'BAD_REQUEST',
  'UNAVAILABLE',
  'INSUFFICIENT_STORAGE',
  'UNKNOWN_ERROR',
])

/** Whether a failure ends the whole map; all others affect only their page or file. */
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
      // The first to wake takes the slot and the others keep waiting, so an aborted wait reserves nothing.
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
