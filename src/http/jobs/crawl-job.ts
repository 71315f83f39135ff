import {
  CrawlCancelAnswer,
  CrawlErrorsAnswer,
  CrawlStatusAnswer,
  CrawlStatusQuery,
} from '../../contract/crawl.ts'
import { IdParams } from '../../contract/ids.ts'
import type { CrawlKind } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import { crawlStatus } from './crawl-status.ts'
import { route } from '../server/route.ts'
import { watchCrawl } from './watch-crawl.ts'
import type { WatchNeeds } from './watch-crawl.ts'

/** Status, cancel, errors and watching are the same for a crawl and a batch. */
export function crawlJobRoutes(
  { base, tag, kind }: { base: string; tag: string; kind: CrawlKind },
  { crawls, watch }: WatchNeeds,
) {
  const scope = kind === 'crawl' ? 'crawl' : 'scrape'
  const common = { access: 'team', scope, bucket: 'status', tag, params: IdParams } as const
  const find = async (id: string, teamId: string) => {
    const progress = await crawls.find(id, teamId, kind)
    if (!progress) throw noSuchJob(kind)
    if (progress.retention === 'read') throw new Fault('NOT_FOUND', readAlready(kind))
    return progress
  }
  return [
    route(`GET ${base}/:id`, `State and documents of a ${kind}`, {
      ...common,
      query: CrawlStatusQuery,
      answer: CrawlStatusAnswer,
      async handle({ who, params: { id }, query, publicUrl, reply }) {
        const progress = await find(id, who.teamId)
        const { text, next } = await crawlStatus(progress, query, crawls, `${publicUrl()}${base}/${id}`)
        // Whoever was cut off before it was all there may ask again; so may they should this fail.
        reply.raw.once('finish', () => {
          crawls.handedOut(progress, query.skip ?? 0, next).catch(() => undefined)
        })
        reply.type('application/json; charset=utf-8')
        return text
      },
      watch(socket, { who, params: { id }, publicUrl }) {
        const watched = { id, teamId: who.teamId, kind, statusUrl: `${publicUrl()}${base}/${id}` }
        void watchCrawl(socket, watched, { crawls, watch })
      },
    }),
    route(`DELETE ${base}/:id`, `Cancel a ${kind}`, {
      ...common,
      answer: CrawlCancelAnswer,
      alsoFails: { 409: `The ${kind} has ended.` },
      async handle({ who, params: { id } }) {
        const before = await crawls.cancel(id, who.teamId, kind)
        if (before === undefined) throw noSuchJob(kind)
        if (before === 'completed' || before === 'failed') {
          throw new Fault('CONFLICT', `This ${kind} has ended already: it is ${before}.`)
        }
        return { success: true, status: 'cancelled' }
      },
    }),
    route(`GET ${base}/:id/errors`, `Pages of a ${kind} that failed`, {
      ...common,
      answer: CrawlErrorsAnswer,
      async handle({ who, params: { id } }) {
        return { success: true, ...(await crawls.troubles(await find(id, who.teamId))) }
      },
    }),
  ]
}

/** Said of a job under zero data retention. */
function readAlready(kind: CrawlKind): string {
  return `This ${kind} was read and is no longer kept: under zero data retention results go with the first full read.`
}

export function noSuchJob(kind: CrawlKind): Fault {
  return new Fault('NOT_FOUND', `There is no ${kind} with this id, or it has expired.`)
}
