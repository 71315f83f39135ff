import type { Caller } from '../../access/access.ts'
import { BatchResponse, BatchRequest } from '../../contract/batch.ts'
import type { Crawls, MorePages } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import { jobAuditNote } from '../server/audit.ts'
import { idempotencyKeyOf, commonStart } from './crawl.ts'
import type { CrawlNeeds } from './crawl.ts'
import { crawlJobRoutes, jobNotFound } from './crawl-job.ts'
import { route } from '../server/route.ts'
import { screenStartUrls } from './screen-start-urls.ts'
import { limitTimeout } from '../server/request-rules.ts'

const tag = 'Batch scrape'

export function batchRoutes(needs: CrawlNeeds) {
  return [startBatch(needs), ...crawlJobRoutes({ base: '/v2/batch/scrape', tag, kind: 'batch' }, needs)]
}

function startBatch(needs: CrawlNeeds) {
  const { crawls } = needs
  return route('POST /v2/batch/scrape', 'Start a batch', {
    access: 'team',
    scope: 'scrape',
    bucket: 'scrape',
    tag,
    body: BatchRequest,
    response: BatchResponse,
    errors: {
      404: 'There is no batch with the id in `appendToId`.',
      409: 'The batch in `appendToId` has ended, or the `x-idempotency-key` was used before.',
    },
    async handle({ caller, body, warning, publicUrl, request, signal }) {
      const { invalidURLs, ignoreInvalidURLs, appendToId } = body
      const scrapeOptions = limitTimeout(needs, body.scrapeOptions)
      // Pages added to a batch under zero data retention are not stored either.
      if (await isZeroRetention(crawls, appendToId, caller))
        request.auditedInput = { ...body, zeroDataRetention: true }
      const common = commonStart(caller, scrapeOptions, body.zeroDataRetention || caller.zeroDataRetention)
      const { screening, urls, blocked, spentCredits, checkCredits } = await screenStartUrls(
        needs,
        { caller, signal },
        {
          urls: body.urls,
          override: scrapeOptions.threatProtection,
          reason: 'batch',
          omitsBlocked: ignoreInvalidURLs,
        },
      )
      const id =
        appendToId ??
        (await crawls.start({
          ...common,
          pageCredits: common.pageCredits + checkCredits,
          spentCredits,
          kind: 'batch',
          urls,
          plan: { scrapeOptions, screening },
          limit: urls.length,
          concurrency: body.maxConcurrency,
          delayMs: 0,
          webhook: body.webhook,
          warning,
          publicUrl: publicUrl(),
          idempotencyKey: idempotencyKeyOf(request),
          audit: jobAuditNote(caller, body),
        }))
      if (appendToId !== undefined)
        await appendPages(crawls, { ...common, id: appendToId, urls, spentCredits })
      return {
        success: true,
        id,
        url: `${publicUrl()}/v2/batch/scrape/${id}`,
        ...(invalidURLs && { invalidURLs: [...invalidURLs, ...blocked] }),
      }
    },
  })
}

async function isZeroRetention(crawls: Crawls, id: string | undefined, { teamId }: Caller): Promise<boolean> {
  const batch = id === undefined ? undefined : await crawls.find(id, teamId, 'batch')
  return batch !== undefined && batch.retention !== 'kept'
}

async function appendPages(crawls: Crawls, more: MorePages): Promise<void> {
  const outcome = await crawls.append(more)
  if (outcome === 'unknown') throw jobNotFound('batch')
  if (outcome === 'kept') {
    throw new Fault(
      'CONFLICT',
      `Batch ${more.id} was started without zeroDataRetention, so its pages are stored. Start a new batch with zeroDataRetention instead.`,
    )
  }
  if (outcome === 'ended') {
    throw new Fault(
      'CONFLICT',
      `Batch ${more.id} has ended, so no URLs can be added. Start a new batch instead.`,
    )
  }
}
