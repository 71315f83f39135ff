import type { Connection } from './connection.ts'
import { stateOf } from './crawl-job.ts'
import type { JobState } from './crawl-job.ts'
import { requestUrl } from './exchange.ts'
import { WinnowError } from './failure.ts'
import { abortError } from './pause.ts'
import { createWaitDeadline } from './poll-job.ts'
import type { WaitOptions } from './poll-job.ts'
import type { CrawlStatusResponse, Document } from './wire.ts'

/** An event of a crawl or batch that is watched. `done` comes last, also for a failed job. */
export type JobEvent =
  | { type: 'status'; status: JobState }
  | { type: 'document'; document: Document }
  | { type: 'done'; status: JobState }

/** A message of the service on a socket. */
type Frame = { type: 'catchup' | 'done'; data: CrawlStatusResponse } | { type: 'document'; data: Document }

/** The two sources of events. */
interface Sources {
  /** The frames of a socket, until it closes. */
  frames(signal: AbortSignal | undefined): AsyncIterable<unknown>
  /** The states from polling, from a document index on. */
  follow(how: { from: number; signal: AbortSignal | undefined }): AsyncIterable<CrawlStatusResponse>
}

/** Yields the events of a job until it ends or the time limit is reached. */
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

/**
 * Polls for everything that the socket did not deliver, because it could not be opened, broke, or closed
 * early.
 */
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
    (type === 'catchup' || type === 'done') && Array.isArray((data as CrawlStatusResponse | undefined)?.data)
  )
}

/** After this much silence the socket is considered broken. */
const SILENCE_TIMEOUT_MS = 60_000

/**
 * The frames of a socket until it closes or is silent for too long. There are none without WebSocket support,
 * without a key, or with a custom fetch.
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

/**
 * The key is sent as the subprotocol, because browsers cannot set headers here; not every key is valid there.
 */
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
