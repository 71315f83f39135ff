import { createHash } from 'node:crypto'
import { abortFault, orAborted } from '../concurrency/abort.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Screen } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { plainHost, createListCheck } from './list-check.ts'
import type { RateRisk, Rating } from './send-request.ts'

export { createRateRisk } from './rate-risk.ts'
export type { RateRisk } from './send-request.ts'
export { readCheckerSettings } from './settings.ts'
export type { CheckerName } from './settings.ts'

export type OpenScreen = (policy: ThreatPolicy) => Screen

const CHECK_CREDITS = 2
const MAX_SHOWN = 2000

/** Own lists first, which cost nothing; then, in the mode `normal`, who rates risks. Undefined: nobody is configured. */
export function createScreening(rateRisk: RateRisk | undefined): OpenScreen {
  return (policy) => {
    const listed = createListCheck(policy)
    const ratings = new Map<string, Promise<Rating | Unrated>>()
    const paid = new Set<string>()

    function refusal(url: string): Fault | undefined {
      const verdict = listed(hostOf(url))
      if (verdict === 'blacklist') return blocked(url, 'blacklist', 'its domain is on the blacklist')
      if (verdict === 'blocked_tld') return blocked(url, 'blocked_tld', 'its top-level domain is blocked')
      return undefined
    }

    const needsRating = (url: string) =>
      policy.mode === 'normal' && /^https?:/i.test(url) && listed(hostOf(url)) === 'unlisted'

    /** Asks in the time of one who waits. What was not answered says nothing about the address and is forgotten. */
    async function ask(ratedUrl: string, signal: AbortSignal): Promise<Rating | Unrated> {
      if (!rateRisk) return { why: 'no URL-risk checker is configured', cause: undefined }
      try {
        const rating = await rateRisk(ratedUrl, signal)
        paid.add(ratedUrl)
        return rating
      } catch (cause) {
        ratings.delete(ratedUrl)
        if (signal.aborted) throw abortFault(signal)
        return { why: 'no URL-risk checker could be asked about it', cause }
      }
    }

    async function ratingOf(ratedUrl: string, signal: AbortSignal): Promise<Rating | Unrated> {
      for (;;) {
        const pending = ratings.get(ratedUrl) ?? ask(ratedUrl, signal)
        ratings.set(ratedUrl, pending)
        try {
          return await orAborted(pending, signal)
        } catch {
          if (signal.aborted) throw abortFault(signal)
          // Who asked gave up. The next one who still waits asks in its own time.
        }
      }
    }

    return {
      key: createHash('sha256').update(JSON.stringify(policy)).digest('base64'),
      refusal,
      leastCredits: (url) => (rateRisk && needsRating(url) ? CHECK_CREDITS : 0),
      credits: () => paid.size * CHECK_CREDITS,
      async admit(url, signal) {
        const fault = needsRating(url)
          ? faultOf(url, policy, await ratingOf(ratedForm(url), signal))
          : refusal(url)
        if (fault) throw fault
      },
    }
  }
}

interface Unrated {
  why: string
  cause: unknown
}

function faultOf(url: string, policy: ThreatPolicy, rating: Rating | Unrated): Fault | undefined {
  if ('cause' in rating) {
    if (policy.failurePolicy === 'open') return undefined
    return blocked(url, 'checker_unavailable', rating.why, {}, rating.cause)
  }
  const { score, categories } = rating
  const { riskScoreThreshold: threshold } = policy
  if (score < threshold) return undefined
  return blocked(url, 'risk_score', `its risk score of ${score} reaches the threshold of ${threshold}`, {
    riskScore: score,
    threshold,
    ...(categories.length > 0 && { categories }),
  })
}

/** Without what never reaches the server, and without what only its owner should know. */
function ratedForm(url: string): string {
  const parsed = new URL(url)
  parsed.hash = ''
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}

function hostOf(url: string): string {
  return plainHost(new URL(url).hostname)
}

function blocked(url: string, reason: string, why: string, more: object = {}, cause?: unknown): Fault {
  const shown = ratedForm(url).slice(0, MAX_SHOWN)
  return new Fault('unsafe_domain_blocked', `Threat protection blocked ${shown}: ${why}.`, {
    details: { reason, url: shown, ...more },
    cause,
  })
}
