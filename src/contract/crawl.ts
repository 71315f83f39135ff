import { z } from 'zod'
import { answer, Success, Timestamp, clientFields, Id, whole, Text, success } from './fields.ts'
import { crawlFields, settleCrawl, Sitemap } from './crawl-options.ts'
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
      ...settleCrawl(options),
      scrapeOptions,
      webhook: hook,
      zeroDataRetention: asked || scrapeOptions.lockdown,
      origin,
      integration,
    }),
  )
  .meta({ example: { url: 'https://example.com', limit: 10 } })
export type CrawlRequest = z.output<typeof CrawlRequest>

export const CrawlAnswer = success({
  id: Id,
  url: z.string().describe('Where the state of the crawl is found.'),
  promptGeneratedOptions: z.record(z.string(), z.unknown()).optional(),
  finalCrawlerOptions: z.record(z.string(), z.unknown()).optional(),
  warning: Text.describe(
    'How the prompt was read when not by a model, or that it could not be read; unknown fields that were ignored.',
  ),
})

export const CrawlStatusQuery = z.object({
  skip: whole({ min: 0 })
    .optional()
    .meta({ description: 'How many documents to leave out at the beginning.', default: 0 }),
  limit: whole({ min: 1, max: 1000 }).prefault(100).describe('How many documents at most.'),
})
export type CrawlStatusQuery = z.output<typeof CrawlStatusQuery>

const CrawlState = z.enum(['scraping', 'completed', 'failed', 'cancelled'])

/** Answer of `GET /crawl/{id}` and `GET /batch/scrape/{id}`; successful for a failed crawl too, or clients wait forever. */
export const CrawlStatusAnswer = success({
  status: CrawlState,
  completed: z.int().describe('How many pages are done, including failed ones.'),
  total: z.int().describe('How many pages are known so far.'),
  creditsUsed: z.number(),
  expiresAt: Timestamp.describe('Until when the documents are kept.'),
  createdAt: Timestamp.optional(),
  completedAt: Timestamp.optional(),
  duration: z.number().optional().describe('Seconds.'),
  next: z.string().nullish().describe('Where more documents are found, or will be.'),
  data: z.array(Document),
  warning: Text,
})

export const CrawlCancelAnswer = answer({ success: Success.optional(), status: z.literal('cancelled') })

export const CrawlErrorsAnswer = answer({
  success: Success.optional(),
  errors: z.array(
    answer({
      id: z.string(),
      timestamp: Timestamp.optional(),
      url: z.string(),
      code: Text,
      error: z.string(),
    }),
  ),
  robotsBlocked: z.array(z.string()).describe('What robots.txt asks not to visit.'),
})

export const ActiveCrawlsAnswer = success({
  crawls: z.array(
    answer({
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
  prompt: z.string().trim().min(1).max(10_000).describe('Which pages are wanted, in words.'),
  ...clientFields,
})

export const CrawlPreviewAnswer = success({
  data: answer({
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
  warning: Text,
})
export type CrawlPreviewAnswer = z.output<typeof CrawlPreviewAnswer>
