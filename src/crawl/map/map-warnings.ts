import type { MapRequest } from '../../contract/map.ts'
import { Fault } from '../../fault.ts'
import { GONE_STATUSES } from './walk.ts'
import type { LoadedPage, WalkResult } from './walk.ts'

export type StartResult =
  | { state: 'read'; url: string; page: LoadedPage }
  /** Only sitemaps are wanted: those of the host that the page redirects to. */
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
  if (start.state === 'failed') warnings.push(`The page could not be read: ${start.failure.message}`)
  if (start.state === 'forbidden') warnings.push(`The site was not visited: ${start.reason}`)
  if (start.state === 'refused') warnings.push(statusMessage(start.status))
  const end = endWarning(run)
  if (end !== undefined) warnings.push(end)
  if (sitemaps.isPartial && !run.isLate)
    warnings.push('Some sitemaps of the site could not be read, so links may be missing.')
  if (walked && walked.failed > 0) {
    warnings.push(`${countPages(walked.failed)} could not be read, so links found only there are missing.`)
  }
  if (run.blocked > 0) {
    const blockedUrls = run.blocked === 1 ? '1 URL' : `${run.blocked} URLs`
    warnings.push(`Threat protection left out ${blockedUrls} of the site.`)
  }
  return warnings
}

function endWarning({ walked, sitemaps, timeoutMs, isLate }: MapRun): string | undefined {
  if (isLate) {
    return timeoutMs === undefined
      ? `The list is incomplete: only ${countPages(walked?.pages ?? 0)} of the site could be visited in the default time. ${RAISE_TIMEOUT}`
      : `The list is incomplete: the ${timeoutMs} ms of the request ended before the whole site was visited. Raise 'timeout' to find more.`
  }
  switch (walked?.end) {
    case 'time':
      return sitemaps.linkCount > 0
        ? "The site's sitemap was assumed to be complete, so other pages were searched for only a few seconds."
        : undefined
    case 'looks':
      return `The list is incomplete: only ${countPages(walked.pages)} of the site were visited. ${timeoutMs === undefined ? RAISE_TIMEOUT : 'Start a crawl to find the rest.'}`
    case 'full':
      return 'The list is incomplete: the site has more URLs than a map can collect. Start a crawl to find the rest.'
    case 'unwelcome':
      return 'The list is incomplete: the site limits requests (status 429), so no more pages were visited.'
    default:
      return undefined
  }
}

const RAISE_TIMEOUT = "Set 'timeout' to visit more."

function countPages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

function statusMessage(status: number): string {
  return `The page responded with status ${status}.`
}

/** An empty list always comes with its reason: an error, or a warning. */
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

const NO_SITEMAP =
  "The site's sitemap has no URL that matches the request, or the site has no sitemap. Use sitemap: 'include' to follow links too."
const ALL_BLOCKED = 'Threat protection left out every URL that was found.'
const ALL_FILTERED = 'The options of the request leave out every URL that was found.'

function timeoutFault(timeoutMs: number | undefined): Fault {
  return new Fault(
    'MAP_TIMEOUT',
    timeoutMs === undefined
      ? `The site did not respond in time. Set 'timeout' to wait longer.`
      : `No links were found within ${timeoutMs} ms. Raise 'timeout' to wait longer.`,
  )
}
