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

/** What can be said about content whatever its source, a page or an uploaded file. */
export const contentFields = {
  formats: Formats,
  onlyMainContent: DefaultTrue.describe('Leave out navigation, headers, footers and the like.'),
  onlyCleanContent: DefaultFalse.describe('Let a model clean the markdown up further.'),
  includeTags: Tags.default([]).describe('CSS selectors of what to keep.'),
  excludeTags: Tags.default([]).describe('CSS selectors of what to leave out.'),
  headers: HeaderMap.default({}).describe('Sent with requests to the page.'),
  parsers: Parsers,
  removeBase64Images: DefaultTrue.describe('Leave out pictures that are embedded in the page.'),
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
  .describe('Milliseconds that the request may take, as far as the operator allows.')

/** Taken because clients send them; both steer machinery that this service does not have. */
export const ignoredFields = {
  fastMode: z.boolean().optional().describe('Accepted and ignored.'),
  useMock: z.string().optional().describe('Accepted and ignored.'),
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
  mobile: DefaultFalse.describe('Behave like a phone.'),
  actions: Actions.default([]),
  location: Location,
  skipTlsVerification: OptionalBoolean.describe(
    'Accept invalid certificates. Default: true, but false when headers or actions are sent.',
  ),
  proxy: z
    .enum(['basic', 'enhanced', 'auto', 'stealth'])
    .default('auto')
    .describe('Which way out to take; `stealth` is the old name of `enhanced`.'),
  maxAge: z.int().min(0).optional().meta({
    description: 'Milliseconds; a cached copy of at most this age will do. 0: always fresh.',
    default: TWO_DAYS_MS,
  }),
  minAge: z.int().min(0).optional().meta({
    description: 'Milliseconds; answer only from the cache, with a copy of at least this age.',
  }),
  storeInCache: DefaultTrue.describe('Whether the result may be kept for later requests.'),
  lockdown: DefaultFalse.describe('Answer only from the cache and retain nothing.'),
  profile: Profile.optional(),
  ...formatOptions,
  ...ignoredFields,
}

export const zeroDataRetention = DefaultFalse.describe('Keep neither content nor URL.')

type ScrapeFields = z.output<z.ZodObject<typeof scrapeFields>>

export const ScrapeOptions = closed(z.strictObject(scrapeFields))
  .superRefine(checkScrape)
  .transform(normalizeScrapeOptions)
  .meta({ description: 'How each page is scraped.' })
export type ScrapeOptions = z.output<typeof ScrapeOptions>

/** Options for the hits of a search, which are scraped only when formats are asked for. */
export const SearchScrapeOptions = closed(z.strictObject({ ...scrapeFields, formats: SearchFormats }))
  .superRefine(checkScrape)
  .transform(normalizeScrapeOptions)
  .meta({ description: 'How hits are scraped; without formats they are not.' })

/** The rules between options; the schema of every request that carries them applies this. */
export function checkScrape(options: ScrapeFields, context: z.core.$RefinementCtx): void {
  const timeout = timeoutOf(options)
  if (options.waitFor > timeout / 2) {
    addIssue(context, ['waitFor'], `must be at most half of timeout, here ${timeout / 2}`)
  }
  if (options.waitFor + totalWaitMs(options.actions) > MAX_WAITING_MS) {
    const message = `must not wait longer than ${MAX_WAITING_MS} ms, together with waitFor`
    addIssue(context, ['actions'], message)
  }
  if (options.changeTracking && !options.formats.some(({ type }) => type === 'markdown')) {
    addIssue(context, ['changeTracking'], 'needs markdown among the formats too')
  }
}

/** A wait takes half of the time at most, so that without a timeout there is more time for a long one. */
function timeoutOf({ timeout, waitFor }: Pick<ScrapeFields, 'timeout' | 'waitFor'>): number {
  return timeout ?? Math.max(DEFAULT_TIMEOUT_MS, 2 * waitFor)
}

/** Fills the defaults that depend on other options, and leaves out what has no effect. */
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
    // Who asks for old copies, or for nothing but copies, takes any age.
    maxAge: kept.maxAge ?? (kept.lockdown || kept.minAge !== undefined ? TWO_YEARS_MS : TWO_DAYS_MS),
    skipTlsVerification: kept.skipTlsVerification ?? !isPersonalized,
  }
}
