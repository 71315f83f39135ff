import type { MapRequest } from '../../contract/map.ts'
import { Fault } from '../../fault.ts'
import { GONE_STATUSES } from './walk.ts'
import type { LoadedPage, WalkResult } from './walk.ts'

export type StartResult =
  | { state: 'read'; url: string; page: LoadedPage }
  /** Sitemaps are all that is asked for: those of the host that the page leads to. */
  | { state: 'passed'; url: string }
  | { state: 'forbidden'; reason: string }
  | { state: 'refused'; url: string; status: number }
  | { state: 'failed'; failure: Fault }

export interface SitemapResult {
  linkCount: number
  isPartial: boolean
  error: Fault | undefined
}

export interface MapRun {
  start: StartResult
  sitemaps: SitemapResult
  walked: WalkResult | undefined
  blocked: number
  timeoutMs: number | undefined
  isLate: boolean
}

export function warningsOf(run: MapRun): string[] {
  const { start, sitemaps, walked } = run
  const warnings: string[] = []
  if (start.state === 'failed') warnings.push(`The given page could not be read: ${start.failure.message}`)
  if (start.state === 'forbidden') warnings.push(`The site was not looked at: ${start.reason}`)
  if (start.state === 'refused') warnings.push(statusMessage(start.status))
  const end = endWarning(run)
  if (end !== undefined) warnings.push(end)
  if (sitemaps.isPartial && !run.isLate) warnings.push('Not every sitemap of the site could be read.')
  if (walked && walked.failed > 0) {
    warnings.push(`${countPages(walked.failed)} could not be read, so what only they link to is missing.`)
  }
  if (run.blocked > 0) {
    const addresses = run.blocked === 1 ? '1 address' : `${run.blocked} addresses`
    warnings.push(`Threat protection left out ${addresses} of the site.`)
  }
  return warnings
}

function endWarning({ walked, sitemaps, timeoutMs, isLate }: MapRun): string | undefined {
  if (isLate) {
    return timeoutMs === undefined
      ? `The site is larger than what could be looked at: ${countPages(walked?.pages ?? 0)} in the time that a map has. ${RAISE_TIMEOUT}`
      : `The time of the request ran out before the whole site was looked at; this is what was found until then. Raise 'timeout' to find more.`
  }
  switch (walked?.end) {
    case 'time':
      return sitemaps.linkCount > 0
        ? 'The sitemap was taken to be complete: what it does not name was looked for during a few seconds only.'
        : undefined
    case 'looks':
      return `The site is larger than the ${countPages(walked.pages)} that were looked at. ${timeoutMs === undefined ? RAISE_TIMEOUT : 'A crawl finds the rest.'}`
    case 'full':
      return 'The site has more addresses than a map takes in.'
    case 'unwelcome':
      return 'The site asked to be visited less often (status 429), so it was not looked at any further.'
    default:
      return undefined
  }
}

const RAISE_TIMEOUT = "Give a 'timeout' to let it look further."

function countPages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

function statusMessage(status: number): string {
  return `The given page answered with status ${status}.`
}

/** A list without an address always says why: as the failure it was, or as the answer to what was asked. */
export function emptyMap(request: MapRequest, run: MapRun): { links: []; warning: string } {
  const { start, sitemaps, isLate, timeoutMs } = run
  if (isLate || (start.state === 'failed' && start.failure.code === 'SCRAPE_TIMEOUT'))
    throw timeoutFault(timeoutMs)
  if (start.state === 'failed') throw start.failure
  if (start.state === 'forbidden') throw new Fault('MAP_FAILED', start.reason)
  if (start.state === 'refused') {
    const message = `${statusMessage(start.status)} No other page of the site is known.`
    if (!GONE_STATUSES.has(start.status) && request.sitemap !== 'only') throw new Fault('MAP_FAILED', message)
    return { links: [], warning: message }
  }
  if (sitemaps.error) throw sitemaps.error
  if (run.blocked > 0) return { links: [], warning: ALL_BLOCKED }
  return { links: [], warning: request.sitemap === 'only' ? NO_SITEMAP : ALL_FILTERED }
}

const NO_SITEMAP = 'The site has no sitemap that names an address such as was asked for.'
const ALL_BLOCKED = 'Threat protection left out every address that was found.'
const ALL_FILTERED = 'The options of the request leave out every address that was found.'

function timeoutFault(timeoutMs: number | undefined): Fault {
  return new Fault(
    'MAP_TIMEOUT',
    timeoutMs === undefined
      ? `The site did not answer in time. Raise 'timeout' to give it more.`
      : `Nothing was found within the ${timeoutMs} ms there were. Raise 'timeout' to give it more.`,
  )
}
