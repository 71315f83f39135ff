import type { Caller } from '../../access/access.ts'
import {
  ActiveCrawlsAnswer,
  CrawlAnswer,
  CrawlPreviewAnswer,
  CrawlPreviewRequest,
  CrawlRequest,
} from '../../contract/crawl.ts'
import { jobNote } from '../server/audit.ts'
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
import { screenStart } from './screen-start.ts'
import type { ScreenStartNeeds } from './screen-start.ts'
import { inTime } from '../server/request-rules.ts'
import { joinWarnings } from '../server/warned.ts'
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
        answer: ActiveCrawlsAnswer,
        async handle({ who }) {
          const active = await crawls.active(who.teamId)
          return {
            success: true,
            crawls: active.map(({ id, url, createdAt, plan }) => ({
              id,
              teamId: who.teamId,
              url,
              created_at: createdAt,
              options: { ...crawlerOptions(plan.options!), scrapeOptions: plan.scrapeOptions },
            })),
          }
        },
      }),
    ),
    route('POST /v2/crawl/params-preview', 'What a prompt would set', {
      access: 'team',
      scope: 'crawl',
      bucket: 'crawl',
      tag,
      body: CrawlPreviewRequest,
      answer: CrawlPreviewAnswer,
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
    answer: CrawlAnswer,
    alsoFails: { 409: 'The `x-idempotency-key` was used before.' },
    async handle({ who, body, warning, publicUrl, request, signal }) {
      const { url, scrapeOptions: wanted, webhook, zeroDataRetention, ...asked } = body
      const scrapeOptions = inTime(needs, wanted)
      const common = startOf(who, scrapeOptions, zeroDataRetention || who.zeroDataRetention)
      const { screening, checkCredits, spentCredits } = await screenStart(
        needs,
        { who, signal },
        { urls: [url], override: scrapeOptions.threatProtection, reason: 'crawl', leavesOut: false },
      )
      const prompt = asked.prompt?.trim()
      const reading = prompt ? await readPrompt({ prompt, url }, signal) : undefined
      const options = reading ? applyPrompt(asked, reading.options) : asked
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
        warning: joinWarnings(reading?.warning, warning),
        publicUrl: publicUrl(),
        idempotencyKey: idempotencyKeyOf(request),
        audit: jobNote(who, body),
      })
      return {
        success: true,
        id,
        url: `${publicUrl()}/v2/crawl/${id}`,
        ...(reading && {
          promptGeneratedOptions: reading.options,
          finalCrawlerOptions: crawlerOptions(options),
          warning: reading.warning,
        }),
      }
    },
  })
}

/** What a crawl does in the end, without what only says where its options came from. */
function crawlerOptions({
  explicit: _explicit,
  origin: _origin,
  integration: _integration,
  ...options
}: CrawlOptions) {
  return options
}

/** What every start of a crawl or batch checks, and what of it is the same for both. */
export function startOf(who: Caller, scrapeOptions: ScrapeOptions, zeroDataRetention: boolean) {
  rejectUnsupported(scrapeOptions)
  const { credits } = priceOfScrape({ ...scrapeOptions, zeroDataRetention })
  return { teamId: who.teamId, keyId: who.keyId, pageCredits: credits, zeroDataRetention }
}

/** The name that a caller gave the request, so that a repeat of it is noticed. */
export function idempotencyKeyOf({ headers }: Call<'team', unknown, unknown, unknown>['request']) {
  return validate(IdempotencyHeaders, headers)['x-idempotency-key']
}
