import type { Format } from '../contract/formats.ts'
import type { ScrapeRequest } from '../contract/scrape.ts'
import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { formatRow } from './formats/formats.ts'

/** What a page costs, what for, and what it costs when it fails. */
export interface PagePrice {
  credits: number
  reason: string
  ofFailure: (failure: unknown) => number
}

interface Priced {
  formats: readonly Format[]
  zeroDataRetention: boolean
}

/** `pages` is known only afterwards: those of a PDF cost one credit each. */
export function priceOfScrape(request: Priced & Pick<ScrapeRequest, 'lockdown'>, pages = 1): PagePrice {
  // Lockdown implies zero retention, and its own price includes it.
  const credits = request.lockdown ? LOCKDOWN_CREDITS + formatCredits(request) : pageCredits(request)
  return { credits: credits + furtherPages(pages), reason: 'scrape', ofFailure: creditsOfFailure }
}

export function priceOfParse(options: Priced, pages = 1): PagePrice {
  return { credits: pageCredits(options) + furtherPages(pages), reason: 'parse', ofFailure: creditsOfFailure }
}

function furtherPages(pages: number): number {
  return Math.max(0, pages - 1) * PAGE_CREDITS
}

const PAGE_CREDITS = 1
const LOCKDOWN_CREDITS = 5
const ZERO_RETENTION_CREDITS = 1

/** Failures that took as much work as a page. */
const CHARGED_FAILURES = new Set<FaultCode>(['SCRAPE_DNS_RESOLUTION_ERROR', 'SCRAPE_LOCKDOWN_CACHE_MISS'])

function pageCredits(priced: Priced): number {
  return PAGE_CREDITS + formatCredits(priced) + (priced.zeroDataRetention ? ZERO_RETENTION_CREDITS : 0)
}

function formatCredits({ formats }: Priced): number {
  return formats.reduce((sum, { type }) => sum + (formatRow(type)?.credits ?? 0), 0)
}

/** What a failure costs: those that took as much work as a page cost as much. */
export function creditsOfFailure(failure: unknown): number {
  return failure instanceof Fault && CHARGED_FAILURES.has(failure.code) ? PAGE_CREDITS : 0
}
