import { createHash } from 'node:crypto'
import { abortFault, orAborted } from '../concurrency/abort.ts'
import type { Log } from '../log.ts'
import { createHttpChecker } from './checkers/http.ts'
import { NotRated, reasonOf } from './send-request.ts'
import type { RateRisk, Rating, CheckerClient } from './send-request.ts'
import { openList } from './checkers/list.ts'
import { createSafeBrowsing, createWebRisk } from './checkers/google.ts'
import { createUrlhaus } from './checkers/urlhaus.ts'
import { createVirustotal } from './checkers/virustotal.ts'
import type { CheckerSettings } from './settings.ts'

const TIMEOUT_MS = 5_000

interface RateRiskNeeds extends CheckerClient {
  settings: CheckerSettings
  log: Log
  timeoutMs?: number
  now?: () => number
}

export async function createRateRisk(needs: RateRiskNeeds): Promise<RateRisk> {
  const { settings, log, timeoutMs = TIMEOUT_MS, now } = needs
  if (settings.name === 'list') return openList(settings.files, log)
  const rate = withTimeout(checkerOf(settings, needs), timeoutMs)
  const clock = now && { now }
  return withCache(withCircuitBreaker(rate, { checker: settings.name, log, ...clock }), clock)
}

function checkerOf(settings: Exclude<CheckerSettings, { name: 'list' }>, reach: CheckerClient): RateRisk {
  if (settings.name === 'http') return createHttpChecker(reach, settings)
  return CHECKERS[settings.name](reach, { key: settings.key, root: settings.url })
}

const CHECKERS = {
  'web-risk': createWebRisk,
  'safe-browsing': createSafeBrowsing,
  virustotal: createVirustotal,
  urlhaus: createUrlhaus,
}

function withTimeout(rateRisk: RateRisk, timeoutMs: number): Rate {
  return async (url) => {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await rateRisk(url, timeout)
    } catch (failure) {
      if (timeout.aborted) throw new Error(`It did not answer within ${timeoutMs} ms.`, { cause: failure })
      throw failure
    }
  }
}

type Rate = (url: string) => Promise<Rating>

/** How long a rating holds of which nobody said so, and the longest that any does. */
const DEFAULT_TTL_MS = 5 * 60_000
const MAX_TTL_MS = 24 * 60 * 60_000
const MAX_RATINGS = 10_000

/** Asks once for all who ask at the same time; one who gives up leaves the others their answer. Keys are hashes. */
export function withCache(rate: Rate, { now = () => performance.now(), most = MAX_RATINGS } = {}): RateRisk {
  const known = new Map<string, { rating: Rating; until: number }>()
  const underWay = new Map<string, Promise<Rating>>()

  function store(key: string, rating: Rating): void {
    const ttlMs = Math.min(rating.ttlMs ?? DEFAULT_TTL_MS, MAX_TTL_MS)
    if (ttlMs <= 0) return
    known.delete(key)
    known.set(key, { rating, until: now() + ttlMs })
    const [oldest] = known.keys()
    if (known.size > most && oldest !== undefined) known.delete(oldest)
  }

  async function askFor(key: string, url: string): Promise<Rating> {
    try {
      const rating = await rate(url)
      store(key, rating)
      return rating
    } finally {
      underWay.delete(key)
    }
  }

  return async (url, signal) => {
    if (signal.aborted) throw abortFault(signal)
    const key = createHash('sha256').update(url).digest('base64')
    const cached = known.get(key)
    if (cached && cached.until > now()) return cached.rating
    const asked = underWay.get(key) ?? askFor(key, url)
    underWay.set(key, asked)
    return orAborted(asked, signal)
  }
}

const MAX_FAILURES = 5
const PAUSE_MS = 30_000

/** For a while everybody is refused, then one question finds out whether it is back. Logs never name the URL. */
function withCircuitBreaker(
  rate: Rate,
  { checker, log, now = () => performance.now() }: { checker: string; log: Log; now?: () => number },
): Rate {
  let failures = 0
  let pausedUntil = 0
  let isTrying = false

  function failed(failure: unknown): void {
    log.warn({ checker, reason: reasonOf(failure) }, 'the URL-risk checker failed')
    // An address that it does not rate is an answer too: nobody can have it paused by asking about such.
    failures = failure instanceof NotRated ? 0 : failures + 1
    if (failures < MAX_FAILURES) return
    pausedUntil = now() + PAUSE_MS
    log.warn({ checker, seconds: PAUSE_MS / 1000 }, 'the URL-risk checker is left alone for a while')
  }

  async function attempt(url: string) {
    try {
      const rating = await rate(url)
      failures = 0
      return rating
    } catch (failure) {
      failed(failure)
      throw failure
    }
  }

  return async (url) => {
    if (failures < MAX_FAILURES) return attempt(url)
    if (isTrying || now() < pausedUntil)
      throw new Error('It failed several times in a row and is left alone.')
    isTrying = true
    try {
      return await attempt(url)
    } finally {
      isTrying = false
    }
  }
}
