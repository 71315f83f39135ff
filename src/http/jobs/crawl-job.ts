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
        // After a broken connection the caller may read again, also when this deletion fails.
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
      errors: { 409: `The ${kind} has already ended.` },
      async handle({ caller, params: { id } }) {
        const before = await crawls.cancel(id, caller.teamId, kind)
        if (before === undefined) throw jobNotFound(kind)
        if (before === 'completed' || before === 'failed') {
          throw new Fault('CONFLICT', `Cannot cancel ${kind} ${id}: its status is already '${before}'.`)
        }
        return { success: true, status: 'cancelled' }
      },
    }),
    route(`GET ${base}/:id/errors`, `Failed pages of a ${kind}`, {
      ...common,
      response: CrawlErrorsResponse,
      async handle({ caller, params: { id } }) {
        return { success: true, ...(await crawls.errors(await find(id, caller.teamId))) }
      },
    }),
  ]
}

function alreadyReadMessage(kind: CrawlKind): string {
  return `The results of this ${kind} were read and then deleted, because it ran under zero data retention. Start it again to get them.`
}

export function jobNotFound(kind: CrawlKind): Fault {
  return new Fault('NOT_FOUND', `There is no ${kind} with this id, or it has expired.`)
}

/** The size limit of a page of results; one document is always sent. */
const MAX_BYTES = 10 * 1024 * 1024

/**
 * The state of a crawl with some of its documents as JSON, and the number of documents sent so far. Stored
 * documents are sent unchanged: parsing them would block the event loop, and watchers must receive the same
 * text.
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
  // Clients follow `next` without a pause, so while there are no documents it is sent only once. Under zero
  // data retention it is not sent: a client that follows it while the job ends would read, and so delete, the
  // whole result.
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

/**
 * When a job ends without documents, the warning includes its first error. Under zero data retention that
 * read is the last.
 */
async function firstErrorWarning(
  progress: CrawlProgress,
  crawls: Pick<Crawls, 'errors'>,
): Promise<string | undefined> {
  const { retention, state, documents, error } = progress
  if (retention !== 'untilRead' || state !== 'completed' || documents > 0 || error !== undefined)
    return undefined
  const { errors } = await crawls.errors(progress)
  const [first] = errors
  return first && `No page could be read. The first of ${errors.length} errors: ${first.url}: ${first.error}`
}

/** A job that ends without documents always has a warning. */
function warningOf({ state, error, warning, documents, completed }: CrawlProgress): string | undefined {
  if (error !== undefined) return error
  if (state !== 'completed' || documents > 0) return warning
  const reason =
    completed > 0
      ? 'No page could be read; see the errors of the job.'
      : 'No page matched the options of the job. Check includePaths, excludePaths and limit.'
  return warning === undefined ? reason : `${warning} ${reason}`
}

export interface WatchNeeds {
  crawls: Crawls
  watch: Watch
}

/** Close codes that existing clients know. */
const CLOSE_NORMAL = 1000
const CLOSE_NOT_FOUND = 1008
const CLOSE_ERROR = 1011

/** The documents that fit into one frame beside the state; clients read the rest of an ended job in pages. */
const FIRST_PAGE = { skip: undefined, limit: 100 }

interface WatchedJob {
  id: string
  teamId: string
  kind: CrawlKind
  statusUrl: string
}

/**
 * Sends a socket the state of a crawl, then each document, then the end. Clients take the first frame that
 * reports the end as complete. So when an ended job has more documents than one frame holds, the socket is
 * only closed, and the client reads them page by page.
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
    // A socket that the client closed is not an error.
    return void failure
  }

  try {
    const progress = await crawls.find(id, teamId, kind)
    if (!progress || progress.retention === 'read')
      return socket.close(
        CLOSE_NOT_FOUND,
        `There is no ${kind} with this id, or its results were read and deleted.`,
      )
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
