import { z } from 'zod'
import { answer, success, clientFields, toolFields, Id, Flag, repeated, whole, Off, On } from './fields.ts'
import { AuditMetadata } from './audit.ts'
import { documentFields } from './document.ts'
import { checkDomains, DomainList } from './url.ts'
import { feedbackFields } from './team.ts'
import { MAX_TIMEOUT_MS, SearchScrapeOptions } from './scrape-options.ts'
import { Categories, localeFields, resolveSources, Sources } from './search-scope.ts'
import { mergedOverride, ThreatProtectionOverride } from './threat-protection.ts'
import { without } from './without.ts'

const MOST_DOMAINS = 1000

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
    safe: Off.describe('Leave out what is not for children.'),
    timeout: z
      .int()
      .positive()
      .max(MAX_TIMEOUT_MS)
      .default(60_000)
      .describe('Milliseconds that the request may take, as far as the operator allows.'),
    ignoreInvalidURLs: Off.describe('Leave out results that could not be scraped anyway.'),
    asyncScraping: Off,
    highlights: On.describe('Describe results by the passages that go with the query.'),
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
export const SearchAnswer = success({
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

export const SearchFeedbackRequest = z.strictObject(feedbackFields)
export type SearchFeedbackRequest = z.output<typeof SearchFeedbackRequest>

const Query = z.string().trim().min(1).max(500)
const Word = z.string().min(1).max(256)
const stars = whole({ min: 0 }).optional()

const developerFields = {
  query: Query,
  k: whole({ min: 1, max: 100 }).prefault(10).describe('How many results at most.'),
  passages: whole({ min: 1, max: 5 }).prefault(1).describe('How many passages of each result.'),
  types: repeated(z.enum(['doc', 'issue', 'pull_request', 'readme'])).prefault([]),
  repos: repeated(Word, 20).prefault([]),
  sources: repeated(Word, 20).prefault([]),
  language: Word.optional(),
  topic: repeated(Word, 8).prefault([]),
  license: Word.optional(),
  min_stars: stars,
  max_stars: stars,
  archived: Flag.optional(),
  fork: Flag.optional(),
  skills: z.literal('only').optional(),
}

export const DeveloperSearchRequest = z.strictObject({ ...developerFields, ...clientFields })
export type DeveloperSearchRequest = z.output<typeof DeveloperSearchRequest>

export const DeveloperSearchQuery = z.object(developerFields)
export type DeveloperSearchQuery = z.output<typeof DeveloperSearchQuery>

export const DeveloperSearchAnswer = success({
  results: z.array(
    answer({
      id: z.string(),
      url: z.string(),
      title: z.string().optional(),
      passages: z.array(answer({ text: z.string(), citation_url: z.string().optional() })),
      license: z.unknown().optional(),
    }),
  ),
  repos: z.array(z.looseObject({ repo: z.string(), indexed: z.boolean() })).optional(),
  sources: z.array(z.looseObject({ source: z.string(), indexed: z.boolean() })).optional(),
  warning: z.string().optional(),
})
export type DeveloperSearchAnswer = z.output<typeof DeveloperSearchAnswer>

export const PaperSearchQuery = z.object({
  query: Query,
  k: whole({ min: 1, max: 500 }).prefault(40),
  authors: repeated(Word).prefault([]),
  categories: repeated(Word).prefault([]),
  from: Word.optional(),
  to: Word.optional(),
})
export type PaperSearchQuery = z.output<typeof PaperSearchQuery>

/** Path of `GET /search/research/papers/{id}`; papers have ids of many kinds. */
export const PaperParams = z.object({ id: z.string().min(1).max(512) })

export const PaperQuery = z
  .object({
    query: Query.optional(),
    k: whole({ min: 1, max: 50 })
      .optional()
      .describe('How many passages at most, 4 when left out; taken only with query.'),
  })
  .refine(({ query, k }) => k === undefined || query !== undefined, {
    path: ['k'],
    message: 'is taken only with query',
  })
  .transform(({ query, k }) => ({ query, k: k ?? 4 }))

export const SimilarPapersQuery = z.object({
  intent: Query,
  mode: z.enum(['similar', 'citers', 'references']).default('similar'),
  k: whole({ min: 1, max: 500 }).prefault(40),
  rerank: Flag.prefault(false),
  anchor: repeated(Word).prefault([]),
})
export type SimilarPapersQuery = z.output<typeof SimilarPapersQuery>

export const RepositorySearchQuery = z.object({ query: Query, k: whole({ min: 1, max: 100 }).prefault(20) })

export const ResearchAnswer = success({
  results: z.array(z.looseObject({})),
  poolSize: z.int().optional(),
  truncated: z.boolean().optional(),
  note: z.string().nullish(),
  agent_hints: z.array(z.string()).optional(),
})
export type ResearchAnswer = z.output<typeof ResearchAnswer>
