import type { Connection } from './connection.ts'
import { stateOf } from './crawl-job.ts'
import type { JobState } from './crawl-job.ts'
import { addressOf } from './exchange.ts'
import { stopped } from './pause.ts'
import type { CrawlStatusAnswer, Document } from './wire.ts'

/** What happens to a crawl or batch that is watched. `done` comes last, however the job ended. */
export type JobEvent =
  | { type: 'status'; status: JobState }
  | { type: 'document'; document: Document }
  | { type: 'done'; status: JobState }

/** What the service tells a socket. */
type Frame = { type: 'catchup' | 'done'; data: CrawlStatusAnswer } | { type: 'document'; data: Document }

/**
 * Tells what happens to a job as it happens. Whatever the socket does not tell, because it could not be opened, broke, or
 * was closed before the last documents, is asked for instead: `follow` gives the states from a document on.
 */
export async function* watchJob(
  frames: AsyncIterable<unknown>,
  follow: (from: number) => AsyncIterable<CrawlStatusAnswer>,
): AsyncGenerator<JobEvent, void, undefined> {
  let seen = 0
  for await (const frame of frames) {
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
  for await (const answer of follow(seen)) {
    if (last) yield { type: 'status', status: last }
    for (const document of answer.data) yield { type: 'document', document }
    last = stateOf(answer)
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

/**
 * The frames of a socket until it closes, for whatever reason. Where there are no WebSockets, without a key, or when
 * requests go a way of their own, there are none.
 */
export async function* socketFrames(
  connection: Connection,
  path: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<unknown, void, undefined> {
  if (signal?.aborted) throw stopped(signal)
  const { apiKey, isDirect } = connection
  const address = addressOf(connection, { path })
  const socket = apiKey !== undefined && isDirect ? openSocket(address, apiKey) : undefined
  if (!socket) return
  const waiting: unknown[] = []
  let isClosed = false
  let wake = () => {}
  const close = () => {
    isClosed = true
    wake()
  }
  socket.addEventListener('message', ({ data }) => {
    waiting.push(parse(data))
    wake()
  })
  socket.addEventListener('close', close)
  socket.addEventListener('error', close)
  signal?.addEventListener('abort', close, { once: true })
  try {
    for (;;) {
      while (waiting.length > 0) yield waiting.shift()
      if (signal?.aborted) throw stopped(signal)
      if (isClosed) return
      await new Promise<void>((resolve) => (wake = resolve))
    }
  } finally {
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
