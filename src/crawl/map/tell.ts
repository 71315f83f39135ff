import type { MapRequest } from '../../contract/map.ts'
import { Fault } from '../../fault.ts'
import { GONE } from './walk.ts'
import type { Looked, WalkEnd } from './walk.ts'

export type Start =
  | { state: 'read'; url: string; looked: Looked }
  /** Sitemaps are all that is asked for: those of the host that the page leads to. */
  | { state: 'passed'; url: string }
  | { state: 'forbidden'; reason: string }
  | { state: 'refused'; url: string; status: number }
  | { state: 'failed'; failure: Fault }

export interface SitemapReading {
  named: number
  isPartial: boolean
  trouble: Fault | undefined
}

export interface Trip {
  start: Start
  sitemaps: SitemapReading
  walked: WalkEnd | undefined
  blocked: number
  timeoutMs: number | undefined
  isLate: boolean
}

export function warningsOf(trip: Trip): string[] {
  const { start, sitemaps, walked } = trip
  const warnings: string[] = []
  if (start.state === 'failed') warnings.push(`The given page could not be read: ${start.failure.message}`)
  if (start.state === 'forbidden') warnings.push(`The site was not looked at: ${start.reason}`)
  if (start.state === 'refused') warnings.push(refusal(start.status))
  const end = endOf(trip)
  if (end !== undefined) warnings.push(end)
  if (sitemaps.isPartial && !trip.isLate) warnings.push('Not every sitemap of the site could be read.')
  if (walked && walked.failed > 0) {
    warnings.push(`${pages(walked.failed)} could not be read, so what only they link to is missing.`)
  }
  if (trip.blocked > 0) {
    const addresses = trip.blocked === 1 ? '1 address' : `${trip.blocked} addresses`
    warnings.push(`Threat protection left out ${addresses} of the site.`)
  }
  return warnings
}

function endOf({ walked, sitemaps, timeoutMs, isLate }: Trip): string | undefined {
  if (isLate) {
    return timeoutMs === undefined
      ? `The site is larger than what could be looked at: ${pages(walked?.looks ?? 0)} in the time that a map has. ${LONGER}`
      : `The time of the request ran out before the whole site was looked at; this is what was found until then. Raise 'timeout' to find more.`
  }
  switch (walked?.end) {
    case 'time':
      return sitemaps.named > 0
        ? 'The sitemap was taken to be complete: what it does not name was looked for during a few seconds only.'
        : undefined
    case 'looks':
      return `The site is larger than the ${pages(walked.looks)} that were looked at. ${timeoutMs === undefined ? LONGER : 'A crawl finds the rest.'}`
    case 'full':
      return 'The site has more addresses than a map takes in.'
    case 'unwelcome':
      return 'The site asked to be visited less often (status 429), so it was not looked at any further.'
    default:
      return undefined
  }
}

const LONGER = "Give a 'timeout' to let it look further."

function pages(count: number): string {
  return count === 1 ? '1 page' : `${count} pages`
}

function refusal(status: number): string {
  return `The given page answered with status ${status}.`
}

/** A list without an address always says why: as the failure it was, or as the answer to what was asked. */
export function emptyMap(request: MapRequest, trip: Trip): { links: []; warning: string } {
  const { start, sitemaps, isLate, timeoutMs } = trip
  if (isLate || (start.state === 'failed' && start.failure.code === 'SCRAPE_TIMEOUT'))
    throw tooLate(timeoutMs)
  if (start.state === 'failed') throw start.failure
  if (start.state === 'forbidden') throw new Fault('MAP_FAILED', start.reason)
  if (start.state === 'refused') {
    const message = `${refusal(start.status)} No other page of the site is known.`
    if (!GONE.has(start.status) && request.sitemap !== 'only') throw new Fault('MAP_FAILED', message)
    return { links: [], warning: message }
  }
  if (sitemaps.trouble) throw sitemaps.trouble
  if (trip.blocked > 0) return { links: [], warning: ALL_BLOCKED }
  return { links: [], warning: request.sitemap === 'only' ? NO_SITEMAP : NONE_WANTED }
}

const NO_SITEMAP = 'The site has no sitemap that names an address such as was asked for.'
const ALL_BLOCKED = 'Threat protection left out every address that was found.'
const NONE_WANTED = 'The options of the request leave out every address that was found.'

function tooLate(timeoutMs: number | undefined): Fault {
  return new Fault(
    'MAP_TIMEOUT',
    timeoutMs === undefined
      ? `The site did not answer in time. Raise 'timeout' to give it more.`
      : `Nothing was found within the ${timeoutMs} ms there were. Raise 'timeout' to give it more.`,
  )
}
