import type { Connection } from './connection.ts'
import { exchange } from './exchange.ts'
import type { Request } from './exchange.ts'
import { WinnowError } from './failure.ts'
import { deadlineAfter, anySignal, pause } from './pause.ts'
import type { Pause } from './pause.ts'

/** What every call takes beside its own options. */
export interface CallOptions {
  /** Ends the call; what was started at the service goes on there. */
  signal?: AbortSignal | undefined
  /** How long the whole call may take, repeats included. */
  timeoutMs?: number | undefined
}

/** All the time that a call may take. */
export function callSignal({ signal, timeoutMs }: CallOptions): AbortSignal | undefined {
  return anySignal(signal, deadlineAfter(timeoutMs))
}

/** Sends a request as often as needed and allowed, and gives its answer. */
export type Transport = (
  request: Request & { isIdempotent?: boolean },
  call?: CallOptions,
) => Promise<unknown>

/**
 * A request is repeated only where that cannot do something twice: reading, and what certainly did not begin. A start of a
 * job that carries a key of its own (`isOnce`) may be repeated too, because the service takes each key once.
 */
export function createTransport(connection: Connection, wait: Pause = pause): Transport {
  return async (request, call = {}) => {
    const signal = callSignal(call)
    const isIdempotent = request.isIdempotent ?? false
    const sentRequest = isIdempotent
      ? { ...request, headers: { ...request.headers, 'x-idempotency-key': newIdempotencyKey() } }
      : request
    const canRetry = isIdempotent || request.method === 'GET'
    let retries = 0
    let resumes: Resumes = { times: 0, seconds: 0 }
    for (;;) {
      const outcome = await outcomeOf(exchange(connection, sentRequest, signal))
      if (outcome.state === 'answered') return outcome.response
      const { failure } = outcome
      const resumeSeconds = resumeDelayOf(failure, resumes)
      if (resumeSeconds !== undefined) {
        resumes = { times: resumes.times + 1, seconds: resumes.seconds + resumeSeconds }
        await wait(resumeSeconds * 1000, signal)
        continue
      }
      if (isIdempotent && retries > 0 && failure.status === 409) throw alreadyStarted(failure)
      const delayMs = retries < connection.maxRetries ? retryDelayOf(failure, canRetry, retries) : undefined
      if (delayMs === undefined) throw failure
      retries++
      await wait(delayMs, signal)
    }
  }
}

/** A random UUID. `crypto.randomUUID` is not there on pages that came over plain HTTP. */
function newIdempotencyKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

type Outcome = { state: 'answered'; response: unknown } | { state: 'failed'; failure: WinnowError }

async function outcomeOf(request: Promise<unknown>): Promise<Outcome> {
  try {
    return { state: 'answered', response: await request }
  } catch (failure) {
    if (failure instanceof WinnowError) return { state: 'failed', failure }
    throw failure
  }
}

/** The connection was never there, so the request was not either. The first is Node's and Deno's, the last Bun's. */
const NOT_SENT_CODES = new Set(['ECONNREFUSED', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'ConnectionRefused'])

/** What passes by itself: a gateway or a service that is just starting or stopping. */
const TRANSIENT_STATUSES = new Set([502, 503, 504, 507])

/** Longer is for the caller to decide, who may have something better to do. */
const MAX_RETRY_AFTER_SECONDS = 30

/** After how long a failed request is sent again; undefined when it is not. */
export function retryDelayOf(failure: WinnowError, canRetry: boolean, retries: number): number | undefined {
  const { status, code, retryAfterSeconds } = failure
  const backoffMs = 300 * 3 ** retries
  if (retryAfterSeconds !== undefined && retryAfterSeconds > MAX_RETRY_AFTER_SECONDS) return undefined
  // The service counts before it works: what was one too many was not begun.
  if (status === 429)
    return retryAfterSeconds === undefined ? undefined : Math.max(retryAfterSeconds * 1000, 100)
  if (status !== undefined)
    return canRetry && TRANSIENT_STATUSES.has(status)
      ? Math.max(backoffMs, (retryAfterSeconds ?? 0) * 1000)
      : undefined
  if (code !== 'NETWORK') return undefined
  return canRetry || NOT_SENT_CODES.has(errorCodeOf(failure.cause)) ? backoffMs : undefined
}

function errorCodeOf(failure: unknown): string {
  const { code, cause } = (failure ?? {}) as { code?: unknown; cause?: unknown }
  if (typeof code === 'string') return code
  return cause === undefined ? '' : errorCodeOf(cause)
}

interface Resumes {
  times: number
  seconds: number
}

const MAX_RESUMES = 5
const MAX_RESUME_SECONDS = 20 * 60

/**
 * A long document goes on being read after its request timed out; the same request, sent again, is attached to that work.
 * Gives the seconds after which to do so.
 */
export function resumeDelayOf(failure: WinnowError, { times, seconds }: Resumes): number | undefined {
  const details = failure.details as { state?: unknown } | null | undefined
  if (failure.status !== 408 || failure.code !== 'SCRAPE_TIMEOUT') return undefined
  if (details?.state !== 'processing_continues') return undefined
  const after = Math.min(600, Math.max(5, failure.retryAfterSeconds ?? 60))
  return times < MAX_RESUMES && seconds + after <= MAX_RESUME_SECONDS ? after : undefined
}

/** The first try had arrived, and only its answer was lost. The service tells the id of a job once. */
function alreadyStarted(failure: WinnowError): WinnowError {
  return new WinnowError(
    'ALREADY_STARTED',
    'The job was started, but the connection broke before its id arrived. A crawl is found with activeCrawls().',
    { status: 409, requestId: failure.requestId, cause: failure },
  )
}
