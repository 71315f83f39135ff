import type { Connection } from './connection.ts'
import { reasonOf, WinnowError } from './failure.ts'
import { deadlineAfter, anySignal, abortError } from './pause.ts'

/** One request to the service. */
export interface Request {
  method: string
  /** From the root of the service: `/v2/…`. */
  path: string
  query?: object | undefined
  body?: object | undefined
  form?: FormData | undefined
  headers?: Record<string, string> | undefined
  /** Whether an answer that says `success: false` and names no code is a result all the same, such as a failed script. */
  mayFail?: boolean | undefined
}

/** Sends a request once. The answer is the whole envelope; everything else is a `WinnowError`. */
export async function exchange(
  connection: Connection,
  request: Request,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const callSignal = anySignal(signal, deadlineAfter(connection.timeoutMs))
  const url = requestUrl(connection, request)
  try {
    const response = await connection.send(url, {
      method: request.method,
      headers: headersOf(connection, request),
      // A redirect would take the body, and on some paths the key, to where the caller did not send it.
      redirect: 'manual',
      ...(callSignal && { signal: callSignal }),
      ...bodyOf(connection, request),
    })
    return await readResponse(response, connection.root, request.mayFail ?? false)
  } catch (failure) {
    if (failure instanceof WinnowError) throw failure
    if (callSignal?.aborted) throw abortError(callSignal)
    throw new WinnowError('NETWORK', `${connection.root} cannot be reached: ${reasonOf(failure)}`, {
      cause: failure,
    })
  }
}

/** Where a request goes. The key goes to the service that was named and to nobody else, whatever the path is made of. */
export function requestUrl(
  { root }: Connection,
  { path, query = {} }: Pick<Request, 'path' | 'query'>,
): string {
  if (!isEndpointPath(path))
    throw new WinnowError('BAD_OPTION', `No endpoint can be at ${JSON.stringify(path)}: is an id missing?`)
  const url = new URL(root + path)
  url.hash = ''
  for (const [name, value] of Object.entries(query) as [string, unknown][]) {
    // A list is a name that is there several times.
    const values = Array.isArray(value) ? (value as unknown[]) : value === undefined ? [] : [value]
    for (const each of values) url.searchParams.append(name, String(each))
  }
  return url.href
}

/** Whether a path goes down from the root, through segments that are names: no empty ones, and no dots that go up again. */
function isEndpointPath(path: string): boolean {
  const [start, ...segments] = path.split(/[?#]/, 1)[0]!.split('/')
  const areNames = segments.every((segment) => !/^(?:\.|%2e){0,2}$|[\\\s]/i.test(segment))
  return start === '' && segments.length > 0 && areNames
}

function headersOf({ apiKey }: Connection, { body, headers = {} }: Request): Record<string, string> {
  return {
    accept: 'application/json',
    ...(apiKey !== undefined && { authorization: `Bearer ${apiKey}` }),
    ...(body && { 'content-type': 'application/json' }),
    ...headers,
  }
}

function bodyOf({ origin }: Connection, { body, form }: Request): { body?: FormData | string } {
  if (form) return { body: form }
  return body ? { body: JSON.stringify({ origin, ...body }) } : {}
}

interface Envelope {
  success?: unknown
  code?: unknown
  error?: unknown
  message?: unknown
  details?: unknown
  requestId?: unknown
  retry_after_seconds?: unknown
}

async function readResponse(response: Response, root: string, mayFail: boolean): Promise<unknown> {
  const { status } = response
  const location = response.headers.get('location')
  if (response.type === 'opaqueredirect' || (status >= 300 && status < 400 && location !== null))
    throw new WinnowError(
      'BAD_ANSWER',
      `${root} redirects to ${location ?? 'elsewhere'}: set that as apiUrl.`,
      {
        status,
      },
    )
  const envelope = parseObject(await response.text())
  if (envelope === undefined)
    throw new WinnowError(
      'BAD_ANSWER',
      `${root} answered with HTTP ${status} and no JSON; is it the service?`,
      {
        status,
        retryAfterSeconds: secondsOf(response.headers.get('retry-after')),
      },
    )
  const isResult = envelope.success !== false || (mayFail && envelope.code === undefined)
  if (response.ok && isResult) return envelope
  throw failureOf(response, envelope)
}

function failureOf({ status, headers }: Response, envelope: Envelope): WinnowError {
  const details = envelope.details as { retryAfterSeconds?: unknown } | null | undefined
  return new WinnowError(
    textOf(envelope.code) ?? `HTTP_${status}`,
    textOf(envelope.error) ?? textOf(envelope.message) ?? `The service answered with HTTP ${status}.`,
    {
      status,
      details: envelope.details,
      requestId: textOf(envelope.requestId) ?? headers.get('x-request-id') ?? undefined,
      retryAfterSeconds:
        secondsOf(details?.retryAfterSeconds) ??
        secondsOf(envelope.retry_after_seconds) ??
        secondsOf(headers.get('retry-after')),
    },
  )
}

function parseObject(text: string): Envelope | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return typeof read === 'object' && read !== null ? read : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Seconds, or the moment that a `Retry-After` header may name instead. */
function secondsOf(value: unknown): number | undefined {
  if (value === null || value === undefined || value === '') return undefined
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const moment = Date.parse(String(value))
  return Number.isNaN(moment) ? undefined : Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
