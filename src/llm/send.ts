import type { EgressRequest, EgressResponse } from '../egress/egress.ts'
import { Fault } from '../fault.ts'

export interface RawResponse {
  status: number
  headers: EgressResponse['headers']
  text: string
}

interface SendRequest {
  url: URL
  headers: Record<string, string>
  body?: string
  mostBytes: number
}

const MEGABYTE = 1024 * 1024

/**
 * Sends one request through the address guard. A redirect is returned like any other response, so that the key stays with
 * the operator's own host.
 */
export async function send(
  request: EgressRequest,
  { url, headers, body, mostBytes }: SendRequest,
  signal: AbortSignal,
): Promise<RawResponse> {
  await using response = await request(url, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      accept: 'application/json, text/event-stream;q=0.9',
      'accept-encoding': 'identity',
      ...headers,
    },
    ...(body !== undefined && { body }),
    signal,
  })
  return { status: response.status, headers: response.headers, text: await readText(response, mostBytes) }
}

/** One request of a provider package, with the response that it got; asked again, it gives the same response. */
export interface Exchange {
  fetch: typeof globalThis.fetch
  response?: RawResponse
  error?: unknown
}

/**
 * A `fetch` that goes through the address guard. It hands over a response when all of it has arrived: a stream is asked for to
 * keep a slow connection alive, not to be read early.
 */
export function createExchange(request: EgressRequest, mostBytes: number, signal: AbortSignal): Exchange {
  const exchange: Exchange = {
    async fetch(input, { headers, body } = {}) {
      try {
        // An endpoint without a key gets no empty key.
        const given = [...new Headers(headers)].filter(([, value]) => value !== '')
        const options = { url: new URL(String(input)), headers: Object.fromEntries(given), mostBytes }
        const response = (exchange.response ??= await send(
          request,
          { ...options, body: String(body) },
          signal,
        ))
        return new Response(response.text, {
          status: response.status,
          headers: headerPairs(response.headers),
        })
      } catch (failure) {
        exchange.error = failure
        throw failure
      }
    },
  }
  return exchange
}

function headerPairs(headers: RawResponse['headers']): [string, string][] {
  return Object.entries(headers).flatMap(([name, value]) =>
    [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
}

export function isEventStream({ headers, text }: RawResponse): boolean {
  const type = String(headers['content-type'] ?? '')
  return type.includes('text/event-stream') || /^\s*(data|event):/.test(text.slice(0, 200))
}

/** Whether a stream has sent its last event; some endpoints leave the connection open after it. */
export function isStreamEnd(tail: string): boolean {
  return /data: ?(\[DONE\]|\{"type": ?"message_stop"[^\n]*\})\s*$/.test(tail)
}

const TAIL_BYTES = 200

async function readText({ body, headers }: EgressResponse, mostBytes: number): Promise<string> {
  const isStream = String(headers['content-type'] ?? '').includes('text/event-stream')
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes)
      throw new Fault('UNAVAILABLE', `The model answered with more than ${mostBytes / MEGABYTE} MB.`)
    chunks.push(chunk)
    if (isStream && isStreamEnd(tailOf(chunks))) break
  }
  return Buffer.concat(chunks).toString()
}

/** The end of a stream may be split over its last chunks. */
function tailOf(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks.slice(-4).map((chunk) => chunk.subarray(-TAIL_BYTES))).toString()
}
