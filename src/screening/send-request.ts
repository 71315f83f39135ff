import { z } from 'zod'
import { tryParseJson } from '../language/try-parse-json.ts'
import { readUpTo } from '../concurrency/byte-streams.ts'
import { isConnectionFailure } from '../egress/egress.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'

export interface Rating {
  score: number
  categories: readonly string[]
  ttlMs?: number | undefined
}

export type RateRisk = (url: string, signal: AbortSignal) => Promise<Rating>

export interface CheckerClient {
  request: EgressRequest
  userAgent: string
}

interface CheckerRequest {
  url: URL
  headers?: Record<string, string>
  body?: string
  /** A status other than 200 that this checker uses for valid responses. */
  acceptedStatus?: number
}

export interface CheckerResponse {
  status: number
  contentType: string
  bytes: Buffer
}

/** The checker works but refuses to rate this URL. It may rate the next one. */
export class NotRated extends Error {
  override readonly name = 'NotRated'
}

const MAX_BYTES = 1024 * 1024
/** Statuses that concern the rated URL and not the checker. */
const ABOUT_THE_URL = new Set([400, 404, 413, 414, 422])

/**
 * Sends a request, with one retry when no connection was established. Errors contain nothing of the request
 * or response.
 */
export async function sendRequest(
  client: CheckerClient,
  request: CheckerRequest,
  signal: AbortSignal,
): Promise<CheckerResponse> {
  try {
    return await sendOnce(client, request, signal)
  } catch (failure) {
    if (!isConnectionFailure(failure) || signal.aborted) throw failure
    return sendOnce(client, request, signal)
  }
}

/**
 * Parses the response as JSON of this shape and throws otherwise. An unknown response must never count as a
 * good rating.
 */
export function parseJson<Shape extends z.ZodType>(
  { bytes }: CheckerResponse,
  shape: Shape,
): z.output<Shape> {
  const read = shape.safeParse(tryParseJson(bytes.toString()))
  if (!read.success) throw new Error("The response does not match the checker's documentation.")
  return read.data
}

export const Category = z.string().min(1).max(100)

async function sendOnce(
  client: CheckerClient,
  request: CheckerRequest,
  signal: AbortSignal,
): Promise<CheckerResponse> {
  await using response = await client.request(request.url, {
    method: request.body === undefined ? 'GET' : 'POST',
    headers: { 'user-agent': client.userAgent, 'accept-encoding': 'identity', ...request.headers },
    ...(request.body !== undefined && { body: request.body }),
    signal,
  })
  const { status, headers } = response
  if (status !== 200 && status !== request.acceptedStatus) throw refusal(status)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity') {
    throw new Error('The response has a content encoding that was not requested.')
  }
  const bytes = await readUpTo(response.body, MAX_BYTES)
  if (bytes === undefined) throw new Error('The response is larger than 1 MB.')
  return { status, contentType: String(headers['content-type'] ?? ''), bytes }
}

function refusal(status: number): Error {
  if (ABOUT_THE_URL.has(status)) {
    return new NotRated(`It does not rate this URL, or not with this key (status ${status}).`)
  }
  if (status === 401 || status === 403) {
    return new Error(`It rejected the key in WINNOW_URL_RISK_KEY (status ${status}).`)
  }
  if (status === 429) return new Error('It was called too often, or its quota is used up (status 429).')
  if (status >= 300 && status < 400) {
    return new Error(`It responded with a redirect, which is not followed (status ${status}).`)
  }
  return new Error(`It failed with an internal error (status ${status}).`)
}

export function reasonOf(failure: unknown): string {
  if (failure instanceof Fault) return `It could not be reached: ${failure.message}`
  return failure instanceof Error ? failure.message : 'It could not be reached.'
}
