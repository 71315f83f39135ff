import { BatchAnswer, BatchRequest } from '../contract/batch.ts'
import { Fault } from '../fault.ts'
import { jobNote } from './audit.ts'
import { idempotencyKeyOf, startOf } from './crawl.ts'
import type { CrawlNeeds } from './crawl.ts'
import { crawlJobRoutes, noSuchJob } from './crawl-job.ts'
import { route } from './route.ts'
import type { Route } from './route.ts'

const tag = 'Batch scrape'

/** Many given pages at once. */
export function batchRoutes(needs: CrawlNeeds): Route[] {
  const { crawls } = needs
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
      alsoFails: {
        404: 'There is no batch to append to.',
        409: 'The batch to append to has ended, or the `x-idempotency-key` was used before.',
      },
      async handle({ who, body, publicUrl, request }) {
        const { urls, invalidURLs, scrapeOptions, appendToId } = body
        const start = startOf(who, scrapeOptions, body.zeroDataRetention)
        const id =
          appendToId ??
          (await crawls.start({
            ...start,
            kind: 'batch',
            urls,
            plan: { scrapeOptions },
            limit: urls.length,
            concurrency: body.maxConcurrency,
            delayMs: 0,
            webhook: body.webhook,
            publicUrl: publicUrl(),
            idempotencyKey: idempotencyKeyOf(request),
            audit: jobNote(who, body),
          }))
        if (appendToId !== undefined) await append(appendToId, who.teamId, urls)
        return {
          success: true,
          id,
          url: `${publicUrl()}/v2/batch/scrape/${id}`,
          ...(invalidURLs && { invalidURLs }),
        }
      },
    }),
    ...crawlJobRoutes({ base: '/v2/batch/scrape', tag, kind: 'batch' }, needs),
  ]

  async function append(id: string, teamId: string, urls: readonly string[]): Promise<void> {
    const outcome = await crawls.append(id, teamId, urls)
    if (outcome === 'unknown') throw noSuchJob('batch')
    if (outcome === 'ended') {
      throw new Fault('CONFLICT', 'This batch has ended, and an ended one stays as it is. Start another.')
    }
  }
}
