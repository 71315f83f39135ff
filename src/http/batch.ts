import { checkThreatOverride } from '../access/access.ts'
import { BatchAnswer, BatchRequest } from '../contract/batch.ts'
import { jobRoutes } from './crawl.ts'
import { notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const tag = 'Batch scrape'

/** Many given pages at once. */
export function batchRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/batch/scrape',
      access: 'team',
      bucket: 'scrape',
      tag,
      summary: 'Start a batch',
      body: BatchRequest,
      answer: BatchAnswer,
      handle({ who, body }) {
        checkThreatOverride(who, body.scrapeOptions.threatProtection)
        return notBuilt('Batch scraping')()
      },
    }),
    ...jobRoutes('/v2/batch/scrape', tag, 'batch'),
  ]
}
