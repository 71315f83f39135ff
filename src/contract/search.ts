import { z } from 'zod'
import { answer, Success } from './answer.ts'
import { AuditMetadata } from './audit.ts'
import { clientFields, toolFields } from './client-fields.ts'
import { documentFields } from './document.ts'
import { checkDomains, DomainList } from './domains.ts'
import { feedbackFields } from './feedback.ts'
import { Id } from './ids.ts'
import { MAX_TIMEOUT_MS, SearchScrapeOptions } from './scrape-options.ts'
import { Categories, localeFields, resolveSources, Sources } from './search-scope.ts'
import { mergedOverride, ThreatProtectionOverride } from './threat-protection.ts'
import { without } from './without.ts'

const MOST_DOMAINS = 1000

/** Body of `POST /search`. */
export const SearchRequest = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .meta({ description: 'What to search for.', example: 'open data portals' }),
    limit: z.int().min(1).max(100).default(10).describe('How many results of each source at most.'),
    sources: Sources,
    categories: Categories,
    includeDomains: DomainList.max(MOST_DOMAINS).default([]).describe('Search only here.'),
    excludeDomains: DomainList.max(MOST_DOMAINS).default([]).describe('Leave these out.'),
    ...localeFields,
    safe: z.boolean().default(false).describe('Leave out what is not for children.'),
    timeout: z
      .int()
      .positive()
      .max(MAX_TIMEOUT_MS)
      .default(60_000)
      .describe('Milliseconds that the request may take, as far as the operator allows.'),
    ignoreInvalidURLs: z
      .boolean()
      .default(false)
      .describe('Leave out results that could not be scraped anyway.'),
    asyncScraping: z.boolean().default(false),
    highlights: z
      .boolean()
      .default(true)
      .describe('Describe results by the passages that go with the query.'),
    enterprise: z
      .array(z.enum(['default', 'anon', 'zdr']))
      .default([])
      .describe('`zdr`: keep nothing about this search.'),
    scrapeOptions: SearchScrapeOptions.prefault({}),
    threatProtection: ThreatProtectionOverride.optional(),
    auditMetadata: AuditMetadata.optional(),
    ...toolFields,
    ...clientFields,
  })
  .superRefine(checkDomains)
  .transform((request) => ({
    ...without(request, ['domainTools', 'toolDetail', 'tbs', 'filter', 'lang', 'country', 'location']),
    sources: resolveSources(request.sources, request),
    threatProtection: mergedOverride(request.threatProtection, request.scrapeOptions.threatProtection),
    auditMetadata: request.auditMetadata ?? request.scrapeOptions.auditMetadata,
  }))
  .meta({ example: { query: 'open data portals', limit: 5 } })
export type SearchRequest = z.output<typeof SearchRequest>

const WebResult = answer({
  ...documentFields,
  url: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  position: z.int().optional(),
  category: z.string().optional(),
})

const NewsResult = answer({
  ...documentFields,
  url: z.string().optional(),
  title: z.string().optional(),
  snippet: z.string().optional(),
  date: z.string().optional(),
  imageUrl: z.string().optional(),
  position: z.int().optional(),
  category: z.string().optional(),
})

const ImageResult = answer({
  url: z.string().optional(),
  title: z.string().optional(),
  imageUrl: z.string().optional(),
  imageWidth: z.number().optional(),
  imageHeight: z.number().optional(),
  position: z.int().optional(),
})

/** Answer of `POST /search`: a list for each source that was asked for. A scraped result is a document too. */
export const SearchAnswer = answer({
  success: Success,
  id: Id,
  creditsUsed: z.number(),
  warning: z.string().optional(),
  data: answer({
    web: z.array(WebResult).optional(),
    news: z.array(NewsResult).optional(),
    images: z.array(ImageResult).optional(),
    developer: z.array(WebResult).optional(),
  }),
})
export type SearchAnswer = z.output<typeof SearchAnswer>

/** Body of `POST /search/{id}/feedback`. */
export const SearchFeedbackRequest = z.strictObject(feedbackFields)
export type SearchFeedbackRequest = z.output<typeof SearchFeedbackRequest>
