import { z } from 'zod'
import { crawlFields, normalizeCrawlOptions } from './crawl-options.ts'
import { checkDomains, DomainList, WebUrl } from './url.ts'
import { addIssue } from './validation-issue.ts'
import { Id } from './fields.ts'
import { ScrapeOptions } from './scrape-options.ts'

const targetFields = {
  id: Id.optional().describe('Keeps the history of the target when the monitor changes.'),
}

const ScrapeTarget = z
  .strictObject({
    ...targetFields,
    type: z.literal('scrape'),
    urls: z.array(WebUrl).min(1).optional().describe('The pages to monitor.'),
    url: WebUrl.optional().describe('The page to monitor, if there is only one.'),
    scrapeOptions: ScrapeOptions.prefault({}),
  })
  .transform(({ urls, url, ...target }, context) => {
    const pages = [...(urls ?? []), ...(url === undefined ? [] : [url])]
    if (pages.length === 0) addIssue(context, ['urls'], 'is required')
    return { ...target, urls: pages }
  })

const CrawlTarget = z.strictObject({
  ...targetFields,
  type: z.literal('crawl'),
  url: WebUrl,
  crawlOptions: z
    .strictObject(crawlFields)
    .transform(normalizeCrawlOptions)
    .prefault({})
    .describe('The options of the crawl.'),
  scrapeOptions: ScrapeOptions.prefault({}),
})

const SearchTarget = z
  .strictObject({
    ...targetFields,
    type: z.literal('search'),
    queries: z.array(z.string().trim().min(1).max(256)).min(1).max(12).describe('The search queries.'),
    searchWindow: z
      .enum(['5m', '15m', '1h', '6h', '24h', '7d'])
      .default('24h')
      .describe('The age limit of results.'),
    maxResults: z.int().min(1).max(50).default(10).describe('The most results of all queries together.'),
    includeDomains: DomainList.max(50).default([]),
    excludeDomains: DomainList.max(50).default([]),
  })
  .superRefine(checkDomains)

export const MonitorTarget = z.discriminatedUnion('type', [ScrapeTarget, CrawlTarget, SearchTarget])
export type MonitorTarget = z.output<typeof MonitorTarget>
