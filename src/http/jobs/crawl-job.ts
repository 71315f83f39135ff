import type { WebSocket } from '@fastify/websocket'
import {
  CrawlCancelResponse,
  CrawlErrorsResponse,
  CrawlStatusResponse,
  CrawlStatusQuery,
} from '../../contract/crawl.ts'
import { IdParams } from '../../contract/fields.ts'
import type { CrawlKind, CrawlProgress, Crawls, Watch } from '../../crawl/crawl.ts'
import { Fault } from '../../fault.ts'
import { route } from '../server/route.ts'

/** Status, cancel, errors and watching are the same for a crawl and a batch. */
export function crawlJobRoutes(
  { base, tag, kind }: { base: string; tag: string; kind: CrawlKind },
  { crawls, watch }: WatchNeeds,
) {
  const scope = kind === 'crawl' ? 'crawl' : 'scrape'
  const common = { access: 'team', scope, bucket: 'status', tag, params: IdParams } as const
  const find = async (id: string, teamId: string) => {
    const progress = await crawls.find(id, teamId, kind)
    if (!progress) throw jobNotFound(kind)
    if (progress.retention === 'read') throw new Fault('NOT_FOUND', alreadyReadMessage(kind))
    return progress
  }
  return [
    route(`GET ${base}/:id`, `State and documents of a ${kind}`, {
      ...common,
      query: CrawlStatusQuery,
      response: CrawlStatusResponse,
      async handle({ caller, params: { id }, query, publicUrl, reply }) {
        const progress = await find(id, caller.teamId)
        const { text, next } = await crawlStatus(progress, query, crawls, `${publicUrl()}${base}/${id}`)
        // Whoever was cut off before it was all there may ask again; so may they should this fail.
        reply.raw.once('finish', () => {
          crawls.markDelivered(progress, query.skip ?? 0, next).catch(() => undefined)
        })
        reply.type('application/json; charset=utf-8')
        return text
      },
      watch(socket, { caller, params: { id }, publicUrl }) {
        const watched = { id, teamId: caller.teamId, kind, statusUrl: `${publicUrl()}${base}/${id}` }
        void watchCrawl(socket, watched, { crawls, watch })
      },
    }),
    route(`DELETE ${base}/:id`, `Cancel a ${kind}`, {
      ...common,
      response: CrawlCancelResponse,
      errors: { 409: `The ${kind} has ended.` },
      async handle({ caller, params: { id } }) {
        const before = await crawls.cancel(id, caller.teamId, kind)
        if (before === undefined) throw jobNotFound(kind)
        if (before === 'completed' || before === 'failed') {
          throw new Fault('CONFLICT', `This ${kind} has ended already: it is ${before}.`)
        }
        return { success: true, status: 'cancelled' }
      },
    }),
    route(`GET ${base}/:id/errors`, `Pages of a ${kind} that failed`, {
      ...common,
      response: CrawlErrorsResponse,
      async handle({ caller, params: { id } }) {
        return { success: true, ...(await crawls.errors(await find(id, caller.teamId))) }
      },
    }),
  ]
}

function alreadyReadMessage(kind: CrawlKind): string {
  return `This ${kind} was read and is no longer kept: under zero data retention results go with the first full read.`
}

export function jobNotFound(kind: CrawlKind): Fault {
  return new Fault('NOT_FOUND', `There is no ${kind} with this id, or it has expired.`)
}

/** A page of an answer holds no more than this, but always one document. */
const MAX_BYTES = 10 * 1024 * 1024

/**
 * The state of a crawl with some of its documents as JSON, and the number of documents sent so far. Documents are stored
 * as JSON and sent unchanged: parsing them would block the event loop, and watchers must receive the same text.
 */
async function crawlStatus(
  progress: CrawlProgress,
  { skip, limit }: CrawlStatusQuery,
  crawls: Pick<Crawls, 'documents' | 'errors'>,
  statusUrl: string,
) {
  const { documents, next } = await crawls.documents(progress, {
    skip: skip ?? 0,
    limit,
    maxBytes: MAX_BYTES,
    known: progress.documents,
  })
  // Clients follow this without pause. So while there is nothing to read yet, it is told once, and not by itself again.
  // Under zero data retention it is not given: a client that follows it while the job ends would read, and so erase, the
  // whole result, and still take the job for running.
  const mayFollow = skip === undefined && progress.retention !== 'untilRead'
  const isAwaited = progress.state === 'scraping' && (documents.length > 0 || mayFollow)
  const hasMore = isAwaited || next < progress.documents
  const warning = (await firstErrorWarning(progress, crawls)) ?? warningOf(progress)
  const head = JSON.stringify({
    success: true,
    status: progress.state,
    completed: progress.completed,
    total: progress.total,
    creditsUsed: progress.creditsUsed,
    expiresAt: progress.expiresAt,
    createdAt: progress.createdAt,
    ...(progress.endedAt && {
      completedAt: progress.endedAt,
      duration: (progress.endedAt.getTime() - progress.createdAt.getTime()) / 1000,
    }),
    ...(hasMore && { next: `${statusUrl}?skip=${next}${limit === DEFAULT_LIMIT ? '' : `&limit=${limit}`}` }),
    ...(warning !== undefined && { warning }),
  })
  return { text: `${head.slice(0, -1)},"data":[${documents.join(',')}]}`, next }
}

const DEFAULT_LIMIT = 100

/** With the end of a job without documents its errors are read too, where that is the last there is to read of it. */
async function firstErrorWarning(
  progress: CrawlProgress,
  crawls: Pick<Crawls, 'errors'>,
): Promise<string | undefined> {
  const { retention, state, documents, error } = progress
  if (retention !== 'untilRead' || state !== 'completed' || documents > 0 || error !== undefined)
    return undefined
  const { errors } = await crawls.errors(progress)
  const [first] = errors
  return first && `No page could be read; of ${errors.length}, the first was ${first.url}: ${first.error}`
}

/** An end without any document is never silent. */
function warningOf({ state, error, warning, documents, completed }: CrawlProgress): string | undefined {
  if (error !== undefined) return error
  if (state !== 'completed' || documents > 0) return warning
  const reason =
    completed > 0
      ? 'No page could be read; the errors of the job say why.'
      : 'No page was found that the options of the job let through.'
  return warning === undefined ? reason : `${warning} ${reason}`
}

export interface WatchNeeds {
  crawls: Crawls
  watch: Watch
}

/** The close codes that existing clients know. */
const CLOSE_NORMAL = 1000
const CLOSE_NOT_FOUND = 1008
const CLOSE_ERROR = 1011

/** As many documents as fit into one frame beside the state; whoever wants more of an ended job asks for it in pages. */
const FIRST_PAGE = { skip: undefined, limit: 100 }

interface WatchedJob {
  id: string
  teamId: string
  kind: CrawlKind
  statusUrl: string
}

/**
 * Tells a socket the state of a crawl, then each document as it comes, then the end. A client takes the first frame
 * that says it has ended for all there is. So when an ended job has more documents than one frame holds, the socket is
 * only closed, and the client goes on to read them page by page.
 */
async function watchCrawl(socket: WebSocket, watched: WatchedJob, needs: WatchNeeds): Promise<void> {
  const { id, teamId, kind, statusUrl } = watched
  const { crawls, watch } = needs
  const send = (text: string) =>
    new Promise<void>((resolve, reject) =>
      socket.send(text, (failure) => (failure ? reject(failure) : resolve())),
    )
  const end = async (progress: CrawlProgress, frame: (status: string) => string) => {
    const { text, next } = await crawlStatus(progress, FIRST_PAGE, crawls, statusUrl)
    if (next >= progress.documents) {
      await send(frame(text))
      await crawls.markDelivered(progress, 0, next)
    }
    socket.close(CLOSE_NORMAL, 'done')
  }
  const fail = (failure: unknown) => {
    socket.close(CLOSE_ERROR, 'The job can no longer be watched.')
    // A socket that the client closed is no failure of ours.
    return void failure
  }

  try {
    const progress = await crawls.find(id, teamId, kind)
    if (!progress || progress.retention === 'read')
      return socket.close(CLOSE_NOT_FOUND, `There is no ${kind} with this id, or it was read already.`)
    if (progress.state !== 'scraping') return await end(progress, catchUpFrame)
    const { text, next } = await crawlStatus(progress, FIRST_PAGE, crawls, statusUrl)
    await send(catchUpFrame(text))
    const watching = watch(id, next, {
      document: (json) => send(`{"type":"document","data":${json}}`),
      ended: (last) => end(last, last.state === 'completed' ? doneFrame : catchUpFrame),
      failed: fail,
    })
    socket.on('close', () => watching[Symbol.dispose]())
  } catch (failure) {
    fail(failure)
  }
}

function catchUpFrame(status: string): string {
  return `{"type":"catchup","data":${status}}`
}

function doneFrame(status: string): string {
  return `{"type":"done","data":${status}}`
}
