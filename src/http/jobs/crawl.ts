import type { Caller } from '../../access/access.ts'
import {
  ActiveCrawlsResponse,
  CrawlResponse,
  CrawlPreviewResponse,
  CrawlPreviewRequest,
  CrawlRequest,
} from '../../contract/crawl.ts'
import { jobAuditNote } from '../server/audit.ts'
import { IdempotencyHeaders } from '../../contract/fields.ts'
import type { ScrapeOptions } from '../../contract/scrape-options.ts'
import { validate } from '../../contract/validate.ts'
import { applyPrompt } from '../../crawl/crawl.ts'
import type { CrawlOptions, Crawls, ReadPrompt } from '../../crawl/crawl.ts'
import { badRequest } from '../../fault.ts'
import { priceOfScrape, rejectUnsupported } from '../../scrape/admit/admit.ts'
import { crawlJobRoutes } from './crawl-job.ts'
import { route } from '../server/route.ts'
import type { Call } from '../server/route.ts'
import { screenStartUrls } from './screen-start-urls.ts'
import type { ScreenStartNeeds } from './screen-start-urls.ts'
import { limitTimeout } from '../server/request-rules.ts'
import { joinWarnings } from '../server/warnings.ts'
import type { TimeLimit } from '../server/request-rules.ts'
import type { WatchNeeds } from './crawl-job.ts'

export interface CrawlNeeds extends WatchNeeds, ScreenStartNeeds, TimeLimit {
  crawls: Crawls
  readPrompt: ReadPrompt
}

const tag = 'Crawl'

export function crawlRoutes(needs: CrawlNeeds) {
  const { crawls, readPrompt } = needs
  return [
    startCrawl(needs),
    ...['/v2/crawl/active', '/v2/crawl/ongoing'].map((path) =>
      route(`GET ${path}`, "The team's running crawls", {
        access: 'team',
        scope: 'crawl',
        bucket: 'status',
        tag,
        response: ActiveCrawlsResponse,
        async handle({ caller }) {
          const active = await crawls.active(caller.teamId)
          return {
            success: true,
            crawls: active.map(({ id, url, createdAt, plan }) => ({
              id,
              teamId: caller.teamId,
              url,
              created_at: createdAt,
              options: { ...crawlerOptions(plan.options!), scrapeOptions: plan.scrapeOptions },
            })),
          }
        },
      }),
    ),
    route('POST /v2/crawl/params-preview', 'Preview the options that a prompt sets', {
      access: 'team',
      scope: 'crawl',
      bucket: 'crawl',
      tag,
      body: CrawlPreviewRequest,
      response: CrawlPreviewResponse,
      async handle({ body: { url, prompt }, signal }) {
        const { options, warning } = await readPrompt({ prompt, url }, signal)
        if (Object.keys(options).length === 0) throw badRequest(`${warning}`)
        return { success: true, data: { url, ...options }, warning }
      },
    }),
    ...crawlJobRoutes({ base: '/v2/crawl', tag, kind: 'crawl' }, needs),
  ]
}

function startCrawl(needs: CrawlNeeds) {
  const { crawls, readPrompt } = needs
  return route('POST /v2/crawl', 'Start a crawl', {
    access: 'team',
    scope: 'crawl',
    bucket: 'crawl',
    tag,
    body: CrawlRequest,
    response: CrawlResponse,
    errors: { 409: 'The `x-idempotency-key` was used before.' },
    async handle({ caller, body, warning, publicUrl, request, signal }) {
      const { url, scrapeOptions: requestedScrape, webhook, zeroDataRetention, ...requested } = body
      const scrapeOptions = limitTimeout(needs, requestedScrape)
      const common = commonStart(caller, scrapeOptions, zeroDataRetention || caller.zeroDataRetention)
      const { screening, checkCredits, spentCredits } = await screenStartUrls(
        needs,
        { caller, signal },
        { urls: [url], override: scrapeOptions.threatProtection, reason: 'crawl', omitsBlocked: false },
      )
      const prompt = requested.prompt?.trim()
      const fromPrompt = prompt ? await readPrompt({ prompt, url }, signal) : undefined
      const options = fromPrompt ? applyPrompt(requested, fromPrompt.options) : requested
      const id = await crawls.start({
        ...common,
        pageCredits: common.pageCredits + checkCredits,
        spentCredits,
        kind: 'crawl',
        urls: [url],
        plan: { options, scrapeOptions, screening },
        limit: options.limit,
        concurrency: options.maxConcurrency,
        delayMs: Math.round((options.delay ?? 0) * 1000),
        webhook,
        warning: joinWarnings(fromPrompt?.warning, warning),
        publicUrl: publicUrl(),
        idempotencyKey: idempotencyKeyOf(request),
        audit: jobAuditNote(caller, body),
      })
      return {
        success: true,
        id,
        url: `${publicUrl()}/v2/crawl/${id}`,
        ...(fromPrompt && {
          promptGeneratedOptions: fromPrompt.options,
          finalCrawlerOptions: crawlerOptions(options),
          warning: fromPrompt.warning,
        }),
      }
    },
  })
}

/** The options that the crawler uses, without those that only show where they came from. */
function crawlerOptions({
  explicit: _explicit,
  origin: _origin,
  integration: _integration,
  ...options
}: CrawlOptions) {
  return options
}

/** The checks and fields that starts of crawls and batches share. */
export function commonStart(caller: Caller, scrapeOptions: ScrapeOptions, zeroDataRetention: boolean) {
  rejectUnsupported(scrapeOptions)
  const { credits } = priceOfScrape({ ...scrapeOptions, zeroDataRetention })
  return { teamId: caller.teamId, keyId: caller.keyId, pageCredits: credits, zeroDataRetention }
}

/** The caller's name for the request, which detects repeats. */
export function idempotencyKeyOf({ headers }: Call<'team', unknown, unknown, unknown>['request']) {
  return validate(IdempotencyHeaders, headers)['x-idempotency-key']
}
