import { z } from 'zod'
import { OptionalNumber, OptionalText } from './fields.ts'

const TextOrTexts = z.union([z.string(), z.array(z.string())]).optional()

/** What is known about a page besides its content. Pages bring further names of their own. */
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
    url: OptionalText.describe('Where the content was found in the end.'),
    sourceURL: OptionalText.describe('What was asked for.'),
    sourceFile: OptionalText.describe('The name of the uploaded file.'),
    contentType: OptionalText,
    statusCode: z.number().optional().describe('What the target answered with.'),
    error: OptionalText.describe('What went wrong with this page.'),
    numPages: z.number().optional().describe('How many pages of a document were read.'),
    totalPages: z.number().optional().describe('How many pages a document has.'),
    timezone: OptionalText,
    proxyUsed: z.enum(['basic', 'stealth']).optional(),
    fetchedBy: z.enum(['http', 'browser']).optional().describe('Over plain HTTP, or with the browser.'),
    cacheState: z.enum(['hit', 'miss']).optional(),
    cachedAt: OptionalText.describe('When the cached copy was made.'),
    creditsUsed: z.number().optional(),
    engine: OptionalText.describe('What answered: `embedded`, or the model that was asked.'),
    tokensUsed: OptionalNumber.describe(
      'Tokens that a model took in and gave out, also for requests that failed.',
    ),
    modelCost: OptionalNumber.describe(
      "What these tokens cost by the operator's prices; absent when there are none.",
    ),
    duplicateOf: OptionalText.describe('The page of the same crawl that has the same text.'),
    nearDuplicateOf: OptionalText.describe('The page of the same crawl that has nearly the same text.'),
    scrapeId: OptionalText.describe('Leads to the page again, for interacting with it.'),
    concurrencyLimited: z.boolean().optional().describe('Whether the request had to wait for its turn.'),
    concurrencyQueueDurationMs: z.number().optional().describe('How long it waited.'),
  })
  .meta({ id: 'DocumentMetadata', description: 'What is known about the page besides its content.' })
export type DocumentMetadata = z.output<typeof DocumentMetadata>
