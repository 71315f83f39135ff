import type { Format } from '../../contract/formats.ts'
import type { RedactPii } from '../../contract/redact-pii.ts'
import type { ScrapeRequest } from '../../contract/scrape.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'
import { FORMAT_CREDITS, isExtraction } from './format-prices.ts'

export interface PagePrice {
  credits: number
  reason: string
  ofFailure: (failure: unknown) => number
}

interface PricedOptions {
  formats: readonly Format[]
  zeroDataRetention: boolean
  redactPII: RedactPii | undefined
}

/** `pages` is known only afterwards: those of a PDF cost one credit each. */
export function priceOfScrape(
  request: PricedOptions & Pick<ScrapeRequest, 'lockdown'>,
  pages = 1,
): PagePrice {
  // Lockdown implies zero retention, and its own price includes it.
  const credits = request.lockdown ? LOCKDOWN_CREDITS + formatCredits(request) : pageCredits(request)
  return {
    credits: credits + creditsOfExtraPages(pages, request),
    reason: 'scrape',
    ofFailure: creditsOfFailure,
  }
}

export function priceOfParse(options: PricedOptions, pages = 1): PagePrice {
  const credits = pageCredits(options) + creditsOfExtraPages(pages, options)
  return { credits, reason: 'parse', ofFailure: creditsOfFailure }
}

function creditsOfExtraPages(pages: number, { redactPII }: PricedOptions): number {
  return Math.max(0, pages - 1) * (PAGE_CREDITS + (redactPII ? REDACTION_CREDITS : 0))
}

const PAGE_CREDITS = 1
const REDACTION_CREDITS = 4
const LOCKDOWN_CREDITS = 5
const ZERO_RETENTION_CREDITS = 1

/** A page that could not be reached costs nothing, whoever's fault that is; looking for it in the cache alone does. */
const CHARGED_FAILURES = new Set<FaultCode>(['SCRAPE_LOCKDOWN_CACHE_MISS'])

function pageCredits(priced: PricedOptions): number {
  return PAGE_CREDITS + formatCredits(priced) + (priced.zeroDataRetention ? ZERO_RETENTION_CREDITS : 0)
}

/** Data that is extracted for several formats is paid for once. */
function formatCredits({ formats, redactPII }: PricedOptions): number {
  const extraction = Math.max(0, ...formats.filter(isExtraction).map(creditsOf))
  const others = formats.filter((format) => !isExtraction(format)).map(creditsOf)
  const all = others.reduce((sum, credits) => sum + credits, extraction)
  return all + (redactPII ? REDACTION_CREDITS : 0)
}

function creditsOf(format: Format): number {
  const credits = FORMAT_CREDITS[format.type] as number | ((format: Format) => number)
  return typeof credits === 'number' ? credits : credits(format)
}

export function creditsOfFailure(failure: unknown): number {
  return failure instanceof Fault && CHARGED_FAILURES.has(failure.code) ? PAGE_CREDITS : 0
}
