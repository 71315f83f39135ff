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
  /** A status other than 200 that is an answer with this checker. */
  acceptedStatus?: number
}

export interface CheckerResponse {
  status: number
  contentType: string
  bytes: Buffer
}

/** The checker is there, but will not rate this address, which says nothing about the next one. */
export class NotRated extends Error {
  override readonly name = 'NotRated'
}

const MAX_BYTES = 1024 * 1024
/** Statuses that speak of the address that was asked about, and not of the checker. */
const ABOUT_THE_URL = new Set([400, 404, 413, 414, 422])

/** Asks, and once more when no connection came about. No failure holds anything of what was sent or answered. */
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

/** The reply as JSON of this shape. Anything else is no answer, least of all a good one. */
export function parseJson<Shape extends z.ZodType>(
  { bytes }: CheckerResponse,
  shape: Shape,
): z.output<Shape> {
  const read = shape.safeParse(tryParseJson(bytes.toString()))
  if (!read.success) throw new Error('It answered with something that its documentation does not know.')
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
    throw new Error('It answered in an encoding that was not asked for.')
  }
  const bytes = await readUpTo(response.body, MAX_BYTES)
  if (bytes === undefined) throw new Error('It answered with more than 1 MB.')
  return { status, contentType: String(headers['content-type'] ?? ''), bytes }
}

function refusal(status: number): Error {
  if (ABOUT_THE_URL.has(status)) {
    return new NotRated(`It does not rate this address, or not with its key (status ${status}).`)
  }
  if (status === 401 || status === 403) {
    return new Error(`It does not accept its key in WINNOW_URL_RISK_KEY (status ${status}).`)
  }
  if (status === 429) return new Error('It was asked too often, or its quota is used up (status 429).')
  if (status >= 300 && status < 400) {
    return new Error(`It answered with a redirect, which is not followed (status ${status}).`)
  }
  return new Error(`It has trouble of its own (status ${status}).`)
}

export function reasonOf(failure: unknown): string {
  if (failure instanceof Fault) return `It could not be reached: ${failure.message}`
  return failure instanceof Error ? failure.message : 'It could not be reached.'
}
