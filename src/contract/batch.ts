import { z } from 'zod'
import { successResponse, Id, DefaultTrue } from './fields.ts'
import { checkScrape, scrapeFields, normalizeScrapeOptions, zeroDataRetention } from './scrape-options.ts'
import { splitUrls, UrlTexts } from './url.ts'
import { webhook } from './webhook.ts'

/** Body of `POST /batch/scrape`. The scrape options stand beside the others on the wire, and by themselves after. */
export const BatchRequest = z
  .strictObject({
    urls: UrlTexts.min(1),
    ...scrapeFields,
    webhook: webhook('batch').optional(),
    appendToId: Id.optional().describe('A batch that these URLs are added to.'),
    ignoreInvalidURLs: DefaultTrue.describe('Leave invalid URLs out instead of refusing the request.'),
    maxConcurrency: z.int().positive().optional().describe('How many pages are scraped at once, at most.'),
    zeroDataRetention,
  })
  .superRefine(checkScrape)
  .transform((request, context) => {
    const { urls: texts, webhook: hook, appendToId, ignoreInvalidURLs, maxConcurrency, ...others } = request
    const { zeroDataRetention: asked, ...options } = others
    return {
      ...splitUrls(texts, ignoreInvalidURLs, context),
      webhook: hook,
      appendToId,
      ignoreInvalidURLs,
      maxConcurrency,
      zeroDataRetention: asked || options.lockdown,
      scrapeOptions: normalizeScrapeOptions(options),
    }
  })
  .meta({ example: { urls: ['https://example.com'], formats: ['markdown'] } })
export type BatchRequest = z.output<typeof BatchRequest>

export const BatchResponse = successResponse({
  id: Id,
  url: z.string().describe('Where the state of the batch is found.'),
  invalidURLs: z.array(z.string()).optional().describe('What was left out.'),
  warning: z.string().optional().describe('Unknown fields that were ignored.'),
})
