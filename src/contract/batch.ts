import { z } from 'zod'
import { successResponse, Id, DefaultTrue } from './fields.ts'
import { checkScrape, scrapeFields, normalizeScrapeOptions, zeroDataRetention } from './scrape-options.ts'
import { splitUrls, UrlTexts } from './url.ts'
import { webhook } from './webhook.ts'

/**
 * Body of `POST /batch/scrape`. Scrape options are top-level fields in JSON, and a separate object after
 * parsing.
 */
export const BatchRequest = z
  .strictObject({
    urls: UrlTexts.min(1),
    ...scrapeFields,
    webhook: webhook('batch').optional(),
    appendToId: Id.optional().describe('The id of the batch to add these URLs to.'),
    ignoreInvalidURLs: DefaultTrue.describe('Leave out invalid URLs instead of refusing the request.'),
    maxConcurrency: z.int().positive().optional().describe('The most pages scraped at once.'),
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
  url: z.string().describe("The URL of the batch's status."),
  invalidURLs: z.array(z.string()).optional().describe('The invalid URLs that were left out.'),
  warning: z.string().optional().describe('Unknown fields that were ignored.'),
})
