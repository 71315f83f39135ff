import { NO_DOCUMENTS } from '../../client/src/crawl-job.ts'
import { pathSegment, send } from './call.ts'
import { fitEach, MAX_RESPONSE_BYTES, sizeOf } from './fit.ts'
import type { ToolOutput, RequestContext, JsonObject } from './tool.ts'
import { isFinal } from './wait-for-job.ts'

/** Where crawls and batches are found, as endpoints and as resources. */
export const COLLECTIONS = {
  crawl: { path: '/v2/crawl', statusTool: 'winnow_check_crawl_status' },
  batch: { path: '/v2/batch/scrape', statusTool: 'winnow_check_batch_status' },
} as const

export type Collection = keyof typeof COLLECTIONS

/** Which of the pages are wanted; all that are there, when nothing is said. */
export interface PageRange {
  skip?: number | undefined
  limit?: number | undefined
}

/** The state of a crawl or batch, and nothing of its pages. */
export function stateOf(kind: Collection, id: string, context: RequestContext): Promise<JsonObject> {
  return fetchJob(kind, id, NO_DOCUMENTS, context)
}

/**
 * The state of a crawl or batch with as many of its pages as fit into one answer, and with those that failed. Under zero data
 * retention the service forgets a job when all its pages were read. So the failed ones are asked for before, and no page
 * is read that is not given.
 */
export async function collectPages(
  kind: Collection,
  id: string,
  { range = {}, context }: { range?: PageRange; context: RequestContext },
): Promise<ToolOutput> {
  const failed = await failedPages(kind, id, context)
  const first = range.skip ?? 0
  const {
    state,
    pages,
    hasMore,
    notes: onPages,
  } = await readPages(kind, id, { first, limit: range.limit, context })
  const end = first + pages.length
  const { next: _next, data: _data, ...stateFields } = state
  const notes = [
    ...onPages,
    ...failed.notes,
    ...notesOn(kind, { id, end, hasMore, isRunning: !isFinal(state) }),
  ]
  return {
    value: {
      id,
      ...stateFields,
      data: pages,
      ...(hasMore && { nextSkip: end }),
      ...failed.lists,
      ...(notes.length > 0 && { notes }),
    },
    link: notes.length > 0 ? { uri: `winnow://${kind}/${id}`, name: `${kind} ${id}` } : undefined,
  }
}

const MAX_PER_REQUEST = 100
/** No more is asked for when this much is there; what comes above it is more than the pages before let expect. */
const ENOUGH_BYTES = MAX_RESPONSE_BYTES * 0.6
const MAX_BYTES = MAX_RESPONSE_BYTES * 0.9

interface PagesRead {
  state: JsonObject
  pages: unknown[]
  hasMore: boolean
  notes: string[]
}

async function readPages(
  kind: Collection,
  id: string,
  { first, limit = Infinity, context }: { first: number; limit: number | undefined; context: RequestContext },
): Promise<PagesRead> {
  const pages: unknown[] = []
  let bytes = 0
  let largest = 0
  // Nobody knows how long pages are before they are there: one, then more and more, as those before let expect.
  for (let batchSize = 1; ; batchSize = Math.min(batchSize * 4, MAX_PER_REQUEST)) {
    const fitting = largest === 0 ? batchSize : Math.max(1, Math.floor((ENOUGH_BYTES - bytes) / largest))
    const query = { skip: first + pages.length, limit: Math.min(batchSize, fitting, limit - pages.length) }
    const state = await fetchJob(kind, id, query, context)
    const found = state['data'] as unknown[]
    for (const page of found) {
      const size = sizeOf(page)
      largest = Math.max(largest, size)
      // What is not the end of a job can be read again.
      if (pages.length > 0 && bytes + size > MAX_BYTES && (state['next'] || !isFinal(state)))
        return { state, pages, hasMore: true, notes: [] }
      pages.push(page)
      bytes += size
    }
    // A running job always has a next part: it ends where nothing more has come yet.
    const isAll = !state['next'] || (found.length === 0 && !isFinal(state))
    if (isAll || found.length === 0 || pages.length >= limit || bytes > ENOUGH_BYTES) {
      const { items, notes } = fitEach(pages, { maxBytes: MAX_BYTES, at: 'data' })
      return { state, pages: items, hasMore: !isAll, notes }
    }
  }
}

function fetchJob(
  kind: Collection,
  id: string,
  query: JsonObject,
  context: RequestContext,
): Promise<JsonObject> {
  return send(context, { method: 'GET', path: `${COLLECTIONS[kind].path}/${pathSegment(id)}`, query })
}

/** So many that failed are told; a site can fail everywhere. */
const MAX_FAILED = 100

/** Pages that failed are no documents, and would otherwise be lost. */
async function failedPages(
  kind: Collection,
  id: string,
  context: RequestContext,
): Promise<{ lists: JsonObject; notes: string[] }> {
  const path = `${COLLECTIONS[kind].path}/${pathSegment(id)}/errors`
  const { errors, robotsBlocked } = await send(context, { method: 'GET', path })
  const lists: JsonObject = {}
  const notes: string[] = []
  for (const [name, list] of Object.entries({ errors, robotsBlocked })) {
    if (!Array.isArray(list) || list.length === 0) continue
    lists[name] = list.slice(0, MAX_FAILED)
    if (list.length > MAX_FAILED) notes.push(`${name} has the first ${MAX_FAILED} of ${list.length}.`)
  }
  return { lists, notes }
}

function notesOn(
  kind: Collection,
  about: { id: string; end: number; hasMore: boolean; isRunning: boolean },
): string[] {
  const again = `${COLLECTIONS[kind].statusTool} with {"id":"${about.id}","skip":${about.end}}`
  if (about.isRunning)
    return [`The ${kind} still runs. Call ${again} later for what comes after these pages.`]
  return about.hasMore ? [`There are more pages. Call ${again} for the next ones.`] : []
}
