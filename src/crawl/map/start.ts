import { abortFault } from '../../concurrency/abort.ts'
import type { MapRequest } from '../../contract/map.ts'
import { Fault } from '../../fault.ts'
import { isOurs } from './site-rules.ts'
import type { SiteRules } from './site-rules.ts'
import type { Survey } from './survey.ts'
import { told } from './walk.ts'
import type { Looked } from './walk.ts'

export type Start =
  | { state: 'read'; url: string; looked: Looked }
  /** Sitemaps are all that is asked for: those of the host that the page leads to. */
  | { state: 'passed'; url: string }
  | { state: 'forbidden'; reason: string }
  | { state: 'refused'; url: string; status: number }
  | { state: 'failed'; failure: Fault }

export async function visitStart(
  request: MapRequest,
  needs: { survey: Survey; rules: SiteRules; lookAtStart: () => Promise<Looked> },
  time: AbortSignal,
): Promise<Start> {
  const { survey, rules, lookAtStart } = needs
  try {
    const own = await rules.rulesOf(request.url, time)
    if (rules.verdictOn(request.url) === 'forbidden') {
      if (request.sitemap === 'only') return { state: 'passed', url: request.url }
      return {
        state: 'forbidden',
        reason: own?.unavailable ?? 'robots.txt asks not to visit the given page.',
      }
    }
    return await arrival(request, await lookAtStart(), survey, time)
  } catch (failure) {
    if (time.aborted) return { state: 'failed', failure: abortFault(time) }
    if (!(failure instanceof Fault) || isOurs(failure)) throw failure
    return { state: 'failed', failure }
  }
}

/** A start that leads elsewhere takes the map along; one that leads further in, does not narrow it. */
async function arrival(
  request: MapRequest,
  looked: Looked,
  survey: Survey,
  time: AbortSignal,
): Promise<Start> {
  const { metadata } = looked.document
  const status = metadata?.statusCode ?? 200
  const url = metadata?.url ?? request.url
  if (survey.placeOf(url) !== 'inside') survey.moveTo(url)
  if (status >= 400) return { state: 'refused', url, status }
  if (request.sitemap === 'only') return { state: 'passed', url }
  await survey.discover([url], time)
  survey.describe(url, told(looked.document))
  return { state: 'read', url, looked }
}
