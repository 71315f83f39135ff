import { z } from 'zod'
import { OptionalNumber, OptionalText } from './fields.ts'

const TextOrTexts = z.union([z.string(), z.array(z.string())]).optional()

/** Facts about a page besides its content. Pages may add further names. */
export const DocumentMetadata = z
  .looseObject({
    title: OptionalText,
    description: OptionalText,
    keywords: TextOrTexts,
    language: OptionalText,
    robots: TextOrTexts,
    favicon: OptionalText,
    ogLocaleAlternate: z.array(z.string()).optional(),
    publishedTime: TextOrTexts,
    modifiedTime: TextOrTexts,
    url: OptionalText.describe('The URL after redirects.'),
    sourceURL: OptionalText.describe('The requested URL.'),
    sourceFile: OptionalText.describe('The name of the uploaded file.'),
    contentType: OptionalText,
    statusCode: z.number().optional().describe("The target's HTTP status."),
    error: OptionalText.describe('The error of this page.'),
    numPages: z.number().optional().describe('The number of pages of the document that were read.'),
    totalPages: z.number().optional().describe('The number of pages of the document.'),
    timezone: OptionalText,
    proxyUsed: z.enum(['basic', 'stealth']).optional(),
    fetchedBy: z
      .enum(['http', 'browser'])
      .optional()
      .describe('How the page was fetched: over plain HTTP, or with the browser.'),
    cacheState: z.enum(['hit', 'miss']).optional(),
    cachedAt: OptionalText.describe('When the cache entry was stored.'),
    creditsUsed: z.number().optional(),
    engine: OptionalText.describe('`embedded`, or the model that was used.'),
    tokensUsed: OptionalNumber.describe('Input and output tokens of a model, including failed requests.'),
    modelCost: OptionalNumber.describe(
      "The price of these tokens at the operator's rates; absent without rates.",
    ),
    duplicateOf: OptionalText.describe('The URL of another page of the crawl with the same text.'),
    nearDuplicateOf: OptionalText.describe('The URL of another page of the crawl with nearly the same text.'),
    scrapeId: OptionalText.describe('The id of the scrape, for interacting with its page.'),
    concurrencyLimited: z
      .boolean()
      .optional()
      .describe('Whether the request had to wait for a concurrency slot.'),
    concurrencyQueueDurationMs: z.number().optional().describe('Milliseconds waited for a slot.'),
  })
  .meta({ id: 'DocumentMetadata', description: 'Facts about the page besides its content.' })
export type DocumentMetadata = z.output<typeof DocumentMetadata>
