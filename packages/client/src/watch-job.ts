import type { Connection } from './connection.ts'
import { stateOf } from './crawl-job.ts'
import type { JobState } from './crawl-job.ts'
import { requestUrl } from './exchange.ts'
import { WinnowError } from './failure.ts'
import { abortError } from './pause.ts'
import { createWaitDeadline } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'
import type { CrawlStatusAnswer, Document } from './wire.ts'

/** What happens to a crawl or batch that is watched. `done` comes last, however the job ended. */
export type JobEvent =
  | { type: 'status'; status: JobState }
  | { type: 'document'; document: Document }
  | { type: 'done'; status: JobState }

/** What the service tells a socket. */
type Frame = { type: 'catchup' | 'done'; data: CrawlStatusAnswer } | { type: 'document'; data: Document }

/** The two ways to learn about a job. */
interface Sources {
  /** What a socket tells, until it closes. */
  frames(signal: AbortSignal | undefined): AsyncIterable<unknown>
  /** The states that are asked for, from a document on. */
  follow(how: { from: number; signal: AbortSignal | undefined }): AsyncIterable<CrawlStatusAnswer>
}

/** Tells what happens to a job as it happens, for as long as there is time. */
export async function* watchJob(
  id: string,
  waitOptions: Omit<WaitOptions, 'pollMs'>,
  sources: Sources,
): AsyncGenerator<JobEvent, void, undefined> {
  const deadline = createWaitDeadline(id, waitOptions)
  let last: JobState | undefined
  try {
    for await (const event of eventsOf(sources, deadline.signal)) {
      if (event.type === 'status') last = event.status
      yield event
    }
  } catch (failure) {
    throw failure instanceof WinnowError ? deadline.failureOf(failure, last) : failure
  }
}

/** Whatever the socket does not tell, because it could not be opened, broke, or was closed too early, is asked for. */
async function* eventsOf(
  { frames, follow }: Sources,
  signal: AbortSignal | undefined,
): AsyncGenerator<JobEvent, void, undefined> {
  let seen = 0
  for await (const frame of frames(signal)) {
    if (!isFrame(frame)) continue
    if (frame.type === 'document') {
      seen++
      yield { type: 'document', document: frame.data }
      continue
    }
    const { data, status, next } = frame.data
    for (const document of data.slice(seen)) yield { type: 'document', document }
    seen = Math.max(seen, data.length)
    const isEnd = status !== 'scraping' && !next
    yield { type: isEnd ? 'done' : 'status', status: stateOf(frame.data) }
    if (isEnd) return
  }
  let last: JobState | undefined
  for await (const state of follow({ from: seen, signal })) {
    if (last) yield { type: 'status', status: last }
    for (const document of state.data) yield { type: 'document', document }
    last = stateOf(state)
  }
  if (last) yield { type: 'done', status: last }
}

function isFrame(frame: unknown): frame is Frame {
  const { type, data } = (frame ?? {}) as Partial<Frame>
  if (type === 'document') return data !== undefined
  return (
    (type === 'catchup' || type === 'done') && Array.isArray((data as CrawlStatusAnswer | undefined)?.data)
  )
}

/** A socket that tells nothing for so long may have broken without a word. */
const SILENCE_TIMEOUT_MS = 60_000

/**
 * The frames of a socket until it closes or falls silent, for whatever reason. Where there are no WebSockets, without a key, or when
 * requests go a way of their own, there are none.
 */
export async function* socketFrames(
  connection: Connection,
  path: string,
  signal: AbortSignal | undefined,
  silenceMs = SILENCE_TIMEOUT_MS,
): AsyncGenerator<unknown, void, undefined> {
  if (signal?.aborted) throw abortError(signal)
  const { apiKey, usesBuiltInFetch: isDirect } = connection
  const url = requestUrl(connection, { path })
  const socket = apiKey !== undefined && isDirect ? openSocket(url, apiKey) : undefined
  if (!socket) return
  const queue: unknown[] = []
  let isClosed = false
  let wake = () => {}
  const close = () => {
    isClosed = true
    wake()
  }
  let silenceTimer = setTimeout(close, silenceMs)
  socket.addEventListener('message', ({ data }) => {
    clearTimeout(silenceTimer)
    silenceTimer = setTimeout(close, silenceMs)
    queue.push(parse(data))
    wake()
  })
  socket.addEventListener('close', close)
  socket.addEventListener('error', close)
  signal?.addEventListener('abort', close, { once: true })
  try {
    for (;;) {
      while (queue.length > 0) yield queue.shift()
      if (signal?.aborted) throw abortError(signal)
      if (isClosed) return
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
    clearTimeout(silenceTimer)
    signal?.removeEventListener('abort', close)
    socket.close()
  }
}

/** The key goes as the subprotocol, because browsers cannot set headers here; not every key can. */
function openSocket(url: string, apiKey: string): WebSocket | undefined {
  try {
    return typeof WebSocket === 'undefined' ? undefined : new WebSocket(url.replace(/^http/, 'ws'), apiKey)
  } catch {
    return undefined
  }
}

function parse(data: unknown): unknown {
  try {
    return JSON.parse(String(data))
  } catch {
    return undefined
  }
}
