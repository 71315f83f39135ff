import { z } from 'zod'
import {
  responseObject,
  successResponse,
  clientFields,
  toolFields,
  Id,
  QueryBoolean,
  queryList,
  queryInteger,
  DefaultFalse,
  DefaultTrue,
} from './fields.ts'
import { AuditMetadata } from './audit.ts'
import { documentFields } from './document.ts'
import { checkDomains, DomainList } from './url.ts'
import { feedbackFields } from './team.ts'
import { MAX_TIMEOUT_MS, SearchScrapeOptions } from './scrape-options.ts'
import { Categories, localeFields, resolveSources, Sources } from './search-scope.ts'
import { mergeOverrides, ThreatProtectionOverride } from './threat-protection.ts'
import { omit } from './omit.ts'

const MAX_DOMAINS = 1000

export const SearchRequest = z
  .strictObject({
    query: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .meta({ description: 'The search query.', example: 'open data portals' }),
    limit: z.int().min(1).max(100).default(10).describe('The most results of each source.'),
    sources: Sources,
    categories: Categories,
    includeDomains: DomainList.max(MAX_DOMAINS).default([]).describe('Search only these domains.'),
    excludeDomains: DomainList.max(MAX_DOMAINS).default([]).describe('Leave out these domains.'),
    ...localeFields,
    safe: DefaultFalse.describe('Leave out results that are unsuitable for children.'),
    timeout: z
      .int()
      .positive()
      .max(MAX_TIMEOUT_MS)
      .default(60_000)
      .describe("Milliseconds until the request is stopped, up to the operator's limit."),
    ignoreInvalidURLs: DefaultFalse.describe('Leave out results with URLs that cannot be scraped.'),
    asyncScraping: DefaultFalse,
    highlights: DefaultTrue.describe('Describe results by the passages that match the query.'),
    enterprise: z
      .array(z.enum(['default', 'anon', 'zdr']))
      .default([])
      .describe('`zdr`: zero data retention for this search.'),
    scrapeOptions: SearchScrapeOptions.prefault({}),
    threatProtection: ThreatProtectionOverride.optional(),
    auditMetadata: AuditMetadata.optional(),
    ...toolFields,
    ...clientFields,
  })
  .superRefine(checkDomains)
  .transform((request) => ({
    ...omit(request, ['domainTools', 'toolDetail', 'tbs', 'filter', 'lang', 'country', 'location']),
    sources: resolveSources(request.sources, request),
    threatProtection: mergeOverrides(request.threatProtection, request.scrapeOptions.threatProtection),
    auditMetadata: request.auditMetadata ?? request.scrapeOptions.auditMetadata,
  }))
  .meta({ example: { query: 'open data portals', limit: 5 } })
export type SearchRequest = z.output<typeof SearchRequest>

const WebResult = responseObject({
  ...documentFields,
  url: z.string(),
  title: z.string().optional(),
  description: z.string().optional(),
  position: z.int().optional(),
  category: z.string().optional(),
})

const NewsResult = responseObject({
  ...documentFields,
  url: z.string().optional(),
  title: z.string().optional(),
  snippet: z.string().optional(),
  date: z.string().optional(),
  imageUrl: z.string().optional(),
  position: z.int().optional(),
  category: z.string().optional(),
})

const ImageResult = responseObject({
  url: z.string().optional(),
  title: z.string().optional(),
  imageUrl: z.string().optional(),
  imageWidth: z.number().optional(),
  imageHeight: z.number().optional(),
  position: z.int().optional(),
})

/** Response of `POST /search`: a list for each requested source. A scraped result is a document too. */
export const SearchResponse = successResponse({
  id: Id,
  creditsUsed: z.number(),
  warning: z.string().optional(),
  data: responseObject({
    web: z.array(WebResult).optional(),
    news: z.array(NewsResult).optional(),
    images: z.array(ImageResult).optional(),
    developer: z.array(WebResult).optional(),
  }),
})
export type SearchResponse = z.output<typeof SearchResponse>

export const SearchFeedbackRequest = z.strictObject(feedbackFields)
export type SearchFeedbackRequest = z.output<typeof SearchFeedbackRequest>

const Query = z.string().trim().min(1).max(500)
const Word = z.string().min(1).max(256)
const stars = queryInteger({ min: 0 }).optional()

const developerFields = {
  query: Query,
  k: queryInteger({ min: 1, max: 100 }).prefault(10).describe('The most results.'),
  passages: queryInteger({ min: 1, max: 5 }).prefault(1).describe('The number of passages of each result.'),
  types: queryList(z.enum(['doc', 'issue', 'pull_request', 'readme'])).prefault([]),
  repos: queryList(Word, 20).prefault([]),
  sources: queryList(Word, 20).prefault([]),
  language: Word.optional(),
  topic: queryList(Word, 8).prefault([]),
  license: Word.optional(),
  min_stars: stars,
  max_stars: stars,
  archived: QueryBoolean.optional(),
  fork: QueryBoolean.optional(),
  skills: z.literal('only').optional(),
}

export const DeveloperSearchRequest = z.strictObject({ ...developerFields, ...clientFields })
export type DeveloperSearchRequest = z.output<typeof DeveloperSearchRequest>

export const DeveloperSearchQuery = z.object(developerFields)
export type DeveloperSearchQuery = z.output<typeof DeveloperSearchQuery>

export const DeveloperSearchResponse = successResponse({
  results: z.array(
    responseObject({
      id: z.string(),
      url: z.string(),
      title: z.string().optional(),
      passages: z.array(responseObject({ text: z.string(), citation_url: z.string().optional() })),
      license: z.unknown().optional(),
    }),
  ),
  repos: z.array(z.looseObject({ repo: z.string(), indexed: z.boolean() })).optional(),
  sources: z.array(z.looseObject({ source: z.string(), indexed: z.boolean() })).optional(),
  warning: z.string().optional(),
})
export type DeveloperSearchResponse = z.output<typeof DeveloperSearchResponse>

export const PaperSearchQuery = z.object({
  query: Query,
  k: queryInteger({ min: 1, max: 500 }).prefault(40),
  authors: queryList(Word).prefault([]),
  categories: queryList(Word).prefault([]),
  from: Word.optional(),
  to: Word.optional(),
})
export type PaperSearchQuery = z.output<typeof PaperSearchQuery>

/** Path of `GET /search/research/papers/{id}`; papers have several kinds of ids. */
export const PaperParams = z.object({ id: z.string().min(1).max(512) })

export const PaperQuery = z
  .object({
    query: Query.optional(),
    k: queryInteger({ min: 1, max: 50 })
      .optional()
      .describe('The most passages, default 4; allowed only with query.'),
  })
  .refine(({ query, k }) => k === undefined || query !== undefined, {
    path: ['k'],
    message: 'is allowed only with query',
  })
  .transform(({ query, k }) => ({ query, k: k ?? 4 }))

export const SimilarPapersQuery = z.object({
  intent: Query,
  mode: z.enum(['similar', 'citers', 'references']).default('similar'),
  k: queryInteger({ min: 1, max: 500 }).prefault(40),
  rerank: QueryBoolean.prefault(false),
  anchor: queryList(Word).prefault([]),
})
export type SimilarPapersQuery = z.output<typeof SimilarPapersQuery>

export const RepositorySearchQuery = z.object({
  query: Query,
  k: queryInteger({ min: 1, max: 100 }).prefault(20),
})

export const ResearchResponse = successResponse({
  results: z.array(z.looseObject({})),
  poolSize: z.int().optional(),
  truncated: z.boolean().optional(),
  note: z.string().nullish(),
  agent_hints: z.array(z.string()).optional(),
})
export type ResearchResponse = z.output<typeof ResearchResponse>
