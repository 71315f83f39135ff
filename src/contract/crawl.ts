import { z } from 'zod'
import {
  responseObject,
  Success,
  Timestamp,
  clientFields,
  Id,
  queryInteger,
  OptionalText,
  successResponse,
} from './fields.ts'
import { crawlFields, normalizeCrawlOptions, Sitemap } from './crawl-options.ts'
import { Document } from './document.ts'
import { ScrapeOptions, zeroDataRetention } from './scrape-options.ts'
import { SiteUrl } from './url.ts'
import { webhook } from './webhook.ts'

export const CrawlRequest = z
  .strictObject({
    url: SiteUrl,
    ...crawlFields,
    scrapeOptions: ScrapeOptions.prefault({}),
    webhook: webhook('crawl').optional(),
    zeroDataRetention,
    ...clientFields,
  })
  .transform(
    ({ url, scrapeOptions, webhook: hook, zeroDataRetention: asked, origin, integration, ...options }) => ({
      url,
      ...normalizeCrawlOptions(options),
      scrapeOptions,
      webhook: hook,
      zeroDataRetention: asked || scrapeOptions.lockdown,
      origin,
      integration,
    }),
  )
  .meta({ example: { url: 'https://example.com', limit: 10 } })
export type CrawlRequest = z.output<typeof CrawlRequest>

export const CrawlResponse = successResponse({
  id: Id,
  url: z.string().describe("The URL of the crawl's status."),
  promptGeneratedOptions: z.record(z.string(), z.unknown()).optional(),
  finalCrawlerOptions: z.record(z.string(), z.unknown()).optional(),
  warning: OptionalText.describe(
    'How fixed rules read the prompt, or that it could not be read; unknown fields that were ignored.',
  ),
})

export const CrawlStatusQuery = z.object({
  skip: queryInteger({ min: 0 })
    .optional()
    .meta({ description: 'The number of documents to skip.', default: 0 }),
  limit: queryInteger({ min: 1, max: 1000 }).prefault(100).describe('The most documents to return.'),
})
export type CrawlStatusQuery = z.output<typeof CrawlStatusQuery>

const CrawlState = z.enum(['scraping', 'completed', 'failed', 'cancelled'])

/**
 * Response of `GET /crawl/{id}` and `GET /batch/scrape/{id}`. A failed crawl has `success: true` too;
 * otherwise clients would wait forever.
 */
export const CrawlStatusResponse = successResponse({
  status: CrawlState,
  completed: z.int().describe('Finished pages, including failed ones.'),
  total: z.int().describe('Known pages so far.'),
  creditsUsed: z.number(),
  expiresAt: Timestamp.describe('When the documents expire.'),
  createdAt: Timestamp.optional(),
  completedAt: Timestamp.optional(),
  duration: z.number().optional().describe('Seconds.'),
  next: z.string().nullish().describe('The URL of further documents, also of those that do not exist yet.'),
  data: z.array(Document),
  warning: OptionalText,
})

export const CrawlCancelResponse = responseObject({
  success: Success.optional(),
  status: z.literal('cancelled'),
})

export const CrawlErrorsResponse = responseObject({
  success: Success.optional(),
  errors: z.array(
    responseObject({
      id: z.string(),
      timestamp: Timestamp.optional(),
      url: z.string(),
      code: OptionalText,
      error: z.string(),
    }),
  ),
  robotsBlocked: z.array(z.string()).describe('URLs that robots.txt blocks.'),
})

export const ActiveCrawlsResponse = successResponse({
  crawls: z.array(
    responseObject({
      id: Id,
      teamId: z.string(),
      url: z.string(),
      created_at: Timestamp.optional(),
      options: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
})

export const CrawlPreviewRequest = z.strictObject({
  url: SiteUrl,
  prompt: z.string().trim().min(1).max(10_000).describe('The wanted pages in plain language.'),
  ...clientFields,
})

export const CrawlPreviewResponse = successResponse({
  data: responseObject({
    url: z.string(),
    includePaths: z.array(z.string()).optional(),
    excludePaths: z.array(z.string()).optional(),
    maxDepth: z.int().optional(),
    maxDiscoveryDepth: z.int().optional(),
    crawlEntireDomain: z.boolean().optional(),
    allowExternalLinks: z.boolean().optional(),
    allowSubdomains: z.boolean().optional(),
    sitemap: Sitemap.optional(),
    ignoreQueryParameters: z.boolean().optional(),
    deduplicateSimilarURLs: z.boolean().optional(),
    delay: z.number().optional(),
    limit: z.int().optional(),
  }),
  warning: OptionalText,
})
export type CrawlPreviewResponse = z.output<typeof CrawlPreviewResponse>
