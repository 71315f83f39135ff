import { checkThreatOverride } from '../access/access.ts'
import {
  ActiveCrawlsAnswer,
  CrawlAnswer,
  CrawlCancelAnswer,
  CrawlErrorsAnswer,
  CrawlPreviewAnswer,
  CrawlPreviewRequest,
  CrawlRequest,
  CrawlStatusAnswer,
  CrawlStatusQuery,
} from '../contract/crawl.ts'
import { IdParams } from '../contract/ids.ts'
import { noSuch, notBuilt, route } from './route.ts'
import type { Route } from './route.ts'

const tag = 'Crawl'
/** The close code that existing clients know for an unknown id. */
const NO_SUCH_THING = 1008

/** Many pages from one URL. */
export function crawlRoutes(): Route[] {
  return [
    route({
      method: 'POST',
      path: '/v2/crawl',
      access: 'team',
      bucket: 'crawl',
      tag,
      summary: 'Start a crawl',
      body: CrawlRequest,
      answer: CrawlAnswer,
      handle({ who, body }) {
        checkThreatOverride(who, body.scrapeOptions.threatProtection)
        return notBuilt('Crawling')()
      },
    }),
    ...['/v2/crawl/active', '/v2/crawl/ongoing'].map((path) =>
      route({
        method: 'GET',
        path,
        access: 'team',
        bucket: 'status',
        tag,
        summary: "The team's running crawls",
        answer: ActiveCrawlsAnswer,
        handle: notBuilt('Crawling'),
      }),
    ),
    route({
      method: 'POST',
      path: '/v2/crawl/params-preview',
      access: 'team',
      bucket: 'crawl',
      tag,
      summary: 'What a prompt would set',
      body: CrawlPreviewRequest,
      answer: CrawlPreviewAnswer,
      handle: notBuilt('Turning a prompt into crawl options'),
    }),
    ...jobRoutes('/v2/crawl', tag, 'crawl'),
  ]
}

/** Status, cancel and errors are the same for a crawl and a batch. */
export function jobRoutes(base: string, group: string, thing: string): Route[] {
  const common = { access: 'team', bucket: 'status', tag: group, params: IdParams } as const
  return [
    route({
      ...common,
      method: 'GET',
      path: `${base}/:id`,
      summary: `State and documents of a ${thing}`,
      query: CrawlStatusQuery,
      answer: CrawlStatusAnswer,
      handle: noSuch(thing),
      watch: (socket) => socket.close(NO_SUCH_THING, `There is no ${thing} with this id.`),
    }),
    route({
      ...common,
      method: 'DELETE',
      path: `${base}/:id`,
      summary: `Cancel a ${thing}`,
      answer: CrawlCancelAnswer,
      handle: noSuch(thing),
    }),
    route({
      ...common,
      method: 'GET',
      path: `${base}/:id/errors`,
      summary: `Pages of a ${thing} that failed`,
      answer: CrawlErrorsAnswer,
      handle: noSuch(thing),
    }),
  ]
}
