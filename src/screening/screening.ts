import { createHash } from 'node:crypto'
import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Screen } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { createListed } from './listed.ts'
import type { RateRisk } from './rate-risk.ts'

export type { RateRisk, Rating } from './rate-risk.ts'

/** Opens what screens the addresses of one request, or of one page of a job. */
export type OpenScreen = (policy: ThreatPolicy) => Screen

/** What a check by somebody else costs, whatever it says. */
const CHECK_CREDITS = 2
const MOST_SHOWN = 2000

/** Own lists first, which cost nothing; then, in the mode `normal`, who rates risks. Undefined: nobody is configured. */
export function createScreening(rateRisk: RateRisk | undefined): OpenScreen {
  return (policy) => {
    const listed = createListed(policy)
    const verdicts = new Map<string, Promise<Fault | undefined>>()
    let checks = 0

    function refusal(url: string): Fault | undefined {
      const verdict = listed(hostOf(url))
      if (verdict === 'blacklist') return blocked(url, 'blacklist', 'its domain is on the blacklist')
      if (verdict === 'blocked_tld') return blocked(url, 'blocked_tld', 'its top-level domain is blocked')
      return undefined
    }

    const isToBeRated = (url: string) => policy.mode === 'normal' && listed(hostOf(url)) === 'unlisted'

    async function verdict(url: string, signal: AbortSignal): Promise<Fault | undefined> {
      if (!isToBeRated(url)) return refusal(url)
      try {
        if (!rateRisk) throw new Error('no URL-risk checker is configured')
        const { score, categories } = await rateRisk(url, signal)
        checks++
        if (score < policy.riskScoreThreshold) return undefined
        const why = `its risk score of ${score} reaches the threshold of ${policy.riskScoreThreshold}`
        return blocked(url, 'risk_score', why, {
          riskScore: score,
          threshold: policy.riskScoreThreshold,
          ...(categories.length > 0 && { categories }),
        })
      } catch (cause) {
        if (signal.aborted) throw cause
        if (policy.failurePolicy === 'open') return undefined
        const why = rateRisk
          ? 'the URL-risk checker could not be reached'
          : 'no URL-risk checker is configured'
        return blocked(url, 'checker_unavailable', why, {}, cause)
      }
    }

    return {
      key: createHash('sha256').update(JSON.stringify(policy)).digest('base64'),
      refusal,
      leastCredits: (url) => (rateRisk && isToBeRated(url) ? CHECK_CREDITS : 0),
      credits: () => checks * CHECK_CREDITS,
      async admit(url, signal) {
        const address = askedAs(url)
        const known = verdicts.get(address) ?? verdict(address, signal)
        verdicts.set(address, known)
        // What was given up says nothing about the address.
        const fault = await known.catch((failure: unknown) => {
          verdicts.delete(address)
          throw failure
        })
        if (fault) throw fault
      },
    }
  }
}

/** Without what never reaches the server, and without what only its owner should know. */
function askedAs(url: string): string {
  const address = new URL(url)
  address.hash = ''
  address.username = ''
  address.password = ''
  return address.href
}

/** A dot at the end of a name changes nothing about whose it is. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '')
}

function blocked(url: string, reason: string, why: string, more: object = {}, cause?: unknown): Fault {
  const shown = url.slice(0, MOST_SHOWN)
  return new Fault('unsafe_domain_blocked', `Threat protection blocked ${shown}: ${why}.`, {
    details: { reason, url: shown, ...more },
    cause,
  })
}
