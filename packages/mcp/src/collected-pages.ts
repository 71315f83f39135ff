import { segment, send } from './call.ts'
import { countFitting, MAX_ANSWER_BYTES } from './result.ts'
import type { Answered, Plain, Turn } from './tool.ts'
import { isFinal } from './waiting.ts'

/** Where crawls and batches are found, as endpoints and as resources. */
export const COLLECTIONS = {
  crawl: { path: '/v2/crawl', statusTool: 'winnow_check_crawl_status' },
  batch: { path: '/v2/batch/scrape', statusTool: 'winnow_check_batch_status' },
} as const

export type Collection = keyof typeof COLLECTIONS

/** Which of the pages are wanted; all that are there, when nothing is said. */
export interface Range {
  skip?: number | undefined
  limit?: number | undefined
}

const PER_REQUEST = 100

/** The state of a crawl or batch with as many of its pages as fit into one answer, and with those that failed. */
export async function collectedPages(
  kind: Collection,
  id: string,
  { range = {}, turn }: { range?: Range; turn: Pick<Turn, 'client' | 'signal'> },
): Promise<Answered> {
  const first = range.skip ?? 0
  const { state, pages, isAll } = await readPages(kind, id, { first, limit: range.limit, turn })
  const count = countFitting(pages, MAX_ANSWER_BYTES * 0.9)
  const end = first + count
  const hasMore = count < pages.length || !isAll
  const { next: _next, data: _data, ...told } = state
  const value: Plain = {
    id,
    ...told,
    data: pages.slice(0, count),
    ...(hasMore && { nextSkip: end }),
    ...(isFinal(state) && (await failedPages(kind, id, turn))),
  }
  const notes = notesOn(kind, { id, end, hasMore, isRunning: !isFinal(state), isShort: count < pages.length })
  return {
    value: notes.length > 0 ? { ...value, notes } : value,
    link: notes.length > 0 ? { uri: `winnow://${kind}/${id}`, name: `${kind} ${id}` } : undefined,
  }
}

async function readPages(
  kind: Collection,
  id: string,
  { first, limit, turn }: { first: number; limit: number | undefined; turn: Pick<Turn, 'client' | 'signal'> },
): Promise<{ state: Plain; pages: unknown[]; isAll: boolean }> {
  const path = `${COLLECTIONS[kind].path}/${segment(id)}`
  const pages: unknown[] = []
  for (;;) {
    const wanted = Math.min(PER_REQUEST, (limit ?? Infinity) - pages.length)
    const query = { skip: first + pages.length, limit: wanted }
    const state = await send(turn, { method: 'GET', path, query })
    const found = state['data'] as unknown[]
    pages.push(...found)
    // A running job always has a next part: it ends where nothing more has come yet.
    const isAll = !state['next'] || (found.length === 0 && !isFinal(state))
    const isEnough = pages.length >= (limit ?? Infinity) || countFitting(pages) < pages.length
    if (isAll || isEnough || found.length === 0) return { state, pages, isAll }
  }
}

/** Pages that failed are no documents, and would otherwise be lost. */
async function failedPages(
  kind: Collection,
  id: string,
  turn: Pick<Turn, 'client' | 'signal'>,
): Promise<Plain> {
  const path = `${COLLECTIONS[kind].path}/${segment(id)}/errors`
  const { errors, robotsBlocked } = await send(turn, { method: 'GET', path })
  return {
    ...(Array.isArray(errors) && errors.length > 0 && { errors }),
    ...(Array.isArray(robotsBlocked) && robotsBlocked.length > 0 && { robotsBlocked }),
  }
}

function notesOn(
  kind: Collection,
  about: { id: string; end: number; hasMore: boolean; isRunning: boolean; isShort: boolean },
): string[] {
  const again = `${COLLECTIONS[kind].statusTool} with {"id":"${about.id}","skip":${about.end}}`
  if (about.isRunning)
    return [`The ${kind} still runs. Call ${again} later for what comes after these pages.`]
  if (about.isShort)
    return [`There are more pages than fit into one answer. Call ${again} for the next ones.`]
  return about.hasMore ? [`There are more pages. Call ${again} for the next ones.`] : []
}
