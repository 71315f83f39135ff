import { BatchAnswer, BatchRequest } from '../contract/batch.ts'
import { Fault } from '../fault.ts'
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
        const start = startOf(who, scrapeOptions, body.zeroDataRetention || who.zeroDataRetention)
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
          }))
        if (appendToId !== undefined) await append(appendToId, { ...start, urls })
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

  async function append(
    id: string,
    { teamId, ...addition }: { teamId: string; urls: readonly string[]; zeroDataRetention: boolean },
  ): Promise<void> {
    const outcome = await crawls.append(id, teamId, addition)
    if (outcome === 'unknown') throw noSuchJob('batch')
    if (outcome === 'kept') {
      throw new Fault(
        'CONFLICT',
        'This batch was started without zeroDataRetention, so its pages are kept. Start another.',
      )
    }
    if (outcome === 'ended') {
      throw new Fault('CONFLICT', 'This batch has ended, and an ended one stays as it is. Start another.')
    }
  }
}
