import { z } from 'zod'
import { Actions, totalWaitMs } from './actions.ts'
import { AuditMetadata } from './audit.ts'
import { addIssue } from './validation-issue.ts'
import {
  clientFields,
  toolFields,
  closed,
  HeaderMap,
  Location,
  Profile,
  DefaultTrue,
  DefaultFalse,
  OptionalBoolean,
} from './fields.ts'
import { formatOptions, Formats, SearchFormats, withFormatOptions } from './formats.ts'
import { Parsers } from './parsers.ts'
import { RedactPii } from './redact-pii.ts'
import { ThreatProtectionOverride } from './threat-protection.ts'
import { omit } from './omit.ts'

const TWO_DAYS_MS = 172_800_000
const TWO_YEARS_MS = 63_072_000_000
const MAX_WAITING_MS = 60_000
const DEFAULT_TIMEOUT_MS = 60_000
export const MAX_TIMEOUT_MS = 3_600_000

const Tags = z.array(z.string().min(1))

/** Options for content from any source, a page or an uploaded file. */
export const contentFields = {
  formats: Formats,
  onlyMainContent: DefaultTrue.describe('Leave out navigation, headers, footers and similar parts.'),
  onlyCleanContent: DefaultFalse.describe('Let a model clean up the Markdown.'),
  includeTags: Tags.default([]).describe('CSS selectors of elements to keep.'),
  excludeTags: Tags.default([]).describe('CSS selectors of elements to remove.'),
  headers: HeaderMap.default({}).describe('HTTP headers for requests to the page.'),
  parsers: Parsers,
  removeBase64Images: DefaultTrue.describe('Remove images that are embedded as base64.'),
  blockAds: DefaultTrue.describe('Block advertisements and cookie banners.'),
  redactPII: RedactPii,
  threatProtection: ThreatProtectionOverride.optional(),
  auditMetadata: AuditMetadata.optional(),
  ...clientFields,
}

export const Timeout = z
  .int()
  .min(1000)
  .max(MAX_TIMEOUT_MS)
  .describe("Milliseconds until the request is stopped, up to the operator's limit.")

/** Accepted because clients send them; this service has no such machinery. */
export const ignoredFields = {
  fastMode: z.boolean().optional().describe('Accepted for compatibility; has no effect.'),
  useMock: z.string().optional().describe('Accepted for compatibility; has no effect.'),
  ...toolFields,
}

export const scrapeFields = {
  ...contentFields,
  timeout: Timeout.optional().meta({ default: DEFAULT_TIMEOUT_MS }),
  waitFor: z
    .int()
    .min(0)
    .max(MAX_WAITING_MS)
    .default(0)
    .describe('Milliseconds to wait before the page is read, at most half of timeout.'),
  mobile: DefaultFalse.describe('Emulate a phone.'),
  actions: Actions.default([]),
  location: Location,
  skipTlsVerification: OptionalBoolean.describe(
    'Accept invalid certificates. Default: true, but false when headers or actions are sent.',
  ),
  proxy: z
    .enum(['basic', 'enhanced', 'auto', 'stealth'])
    .default('auto')
    .describe('The proxy to use; `stealth` is the old name of `enhanced`.'),
  maxAge: z.int().min(0).optional().meta({
    description: 'Milliseconds; use a cache entry up to this age. 0: never.',
    default: TWO_DAYS_MS,
  }),
  minAge: z.int().min(0).optional().meta({
    description: 'Milliseconds; respond only from the cache, with an entry of at least this age.',
  }),
  storeInCache: DefaultTrue.describe('Whether the result may be cached for later requests.'),
  lockdown: DefaultFalse.describe('Respond only from the cache and store nothing.'),
  profile: Profile.optional(),
  ...formatOptions,
  ...ignoredFields,
}

export const zeroDataRetention = DefaultFalse.describe('Store neither content nor URL.')

type ScrapeFields = z.output<z.ZodObject<typeof scrapeFields>>

export const ScrapeOptions = closed(z.strictObject(scrapeFields))
  .superRefine(checkScrape)
  .transform(normalizeScrapeOptions)
  .meta({ description: 'Options for scraping each page.' })
export type ScrapeOptions = z.output<typeof ScrapeOptions>

/** Options for scraping hits, which are scraped only if formats are given. */
export const SearchScrapeOptions = closed(z.strictObject({ ...scrapeFields, formats: SearchFormats }))
  .superRefine(checkScrape)
  .transform(normalizeScrapeOptions)
  .meta({ description: 'Options for scraping hits; without formats they are not scraped.' })

/** Rules between options, applied by every request schema that has them. */
export function checkScrape(options: ScrapeFields, context: z.core.$RefinementCtx): void {
  const timeout = timeoutOf(options)
  if (options.waitFor > timeout / 2) {
    addIssue(context, ['waitFor'], `must be at most half of timeout, here ${timeout / 2}`)
  }
  if (options.waitFor + totalWaitMs(options.actions) > MAX_WAITING_MS) {
    const message = `must not wait longer than ${MAX_WAITING_MS} ms in total, including waitFor`
    addIssue(context, ['actions'], message)
  }
  if (options.changeTracking && !options.formats.some(({ type }) => type === 'markdown')) {
    addIssue(context, ['changeTracking'], 'requires the markdown format too')
  }
}

/** A wait may take at most half of the timeout, so a long wait raises the default timeout. */
function timeoutOf({ timeout, waitFor }: Pick<ScrapeFields, 'timeout' | 'waitFor'>): number {
  return timeout ?? Math.max(DEFAULT_TIMEOUT_MS, 2 * waitFor)
}

/** Fills defaults that depend on other options, and drops options without effect. */
export function normalizeScrapeOptions(options: ScrapeFields) {
  const kept = omit(options, [
    'fastMode',
    'useMock',
    'domainTools',
    'toolDetail',
    'screenshot',
    'changeTracking',
  ])
  const isPersonalized = Object.keys(kept.headers).length > 0 || kept.actions.length > 0
  return {
    ...kept,
    formats: withFormatOptions(kept.formats, options),
    timeout: timeoutOf(kept),
    proxy: kept.proxy === 'stealth' ? ('enhanced' as const) : kept.proxy,
    // A request for old entries, or for cache entries only, accepts any age.
    maxAge: kept.maxAge ?? (kept.lockdown || kept.minAge !== undefined ? TWO_YEARS_MS : TWO_DAYS_MS),
    skipTlsVerification: kept.skipTlsVerification ?? !isPersonalized,
  }
}
