import type { Log } from '../log.ts'
import type { Reach } from './ask.ts'
import { createHttp } from './checkers/http.ts'
import { openList } from './checkers/list.ts'
import { createSafeBrowsing } from './checkers/safe-browsing.ts'
import { createUrlhaus } from './checkers/urlhaus.ts'
import { createVirustotal } from './checkers/virustotal.ts'
import { createWebRisk } from './checkers/web-risk.ts'
import { guarded } from './guarded.ts'
import type { RateRisk } from './rate-risk.ts'
import { remembering } from './remembering.ts'
import type { Rate } from './remembering.ts'
import type { CheckerSettings } from './settings.ts'

const PATIENCE_MS = 5_000

interface RateRiskNeeds extends Reach {
  settings: CheckerSettings
  log: Log
  patienceMs?: number
  now?: () => number
}

export async function createRateRisk(needs: RateRiskNeeds): Promise<RateRisk> {
  const { settings, log, patienceMs = PATIENCE_MS, now } = needs
  if (settings.name === 'list') return openList(settings.files, log)
  const rate = patient(checkerOf(settings, needs), patienceMs)
  const clock = now && { now }
  return remembering(guarded(rate, { checker: settings.name, log, ...clock }), clock)
}

function checkerOf(settings: Exclude<CheckerSettings, { name: 'list' }>, reach: Reach): RateRisk {
  if (settings.name === 'http') return createHttp(reach, settings)
  return CHECKERS[settings.name](reach, { key: settings.key, root: settings.url })
}

const CHECKERS = {
  'web-risk': createWebRisk,
  'safe-browsing': createSafeBrowsing,
  virustotal: createVirustotal,
  urlhaus: createUrlhaus,
}

function patient(rateRisk: RateRisk, patienceMs: number): Rate {
  return async (url) => {
    const time = AbortSignal.timeout(patienceMs)
    try {
      return await rateRisk(url, time)
    } catch (failure) {
      if (time.aborted) throw new Error(`It did not answer within ${patienceMs} ms.`, { cause: failure })
      throw failure
    }
  }
}
