import type { EgressRequest, EgressResponse } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { isOver } from './event-stream.ts'

/** An endpoint's response, whatever it says. */
export interface Sent {
  status: number
  headers: EgressResponse['headers']
  text: string
}

interface Letter {
  url: URL
  headers: Record<string, string>
  /** Undefined: a GET request. */
  body?: string
  mostBytes: number
}

const MEGABYTE = 1024 * 1024

/**
 * Sends once. A redirect is an answer like any other, so that the key stays with the operator's own host. What exceeds the
 * limit is a Fault of its own; every other failure is one of the way there.
 */
export async function send(
  request: EgressRequest,
  { url, headers, body, mostBytes }: Letter,
  signal: AbortSignal,
): Promise<Sent> {
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

const TAIL_BYTES = 200

async function readText({ body, headers }: EgressResponse, mostBytes: number): Promise<string> {
  const isStream = String(headers['content-type'] ?? '').includes('text/event-stream')
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of body) {
    sizeBytes += chunk.byteLength
    if (sizeBytes > mostBytes) throw new TooMuch(mostBytes / MEGABYTE)
    chunks.push(chunk)
    if (isStream && isOver(tailOf(chunks))) break
  }
  return Buffer.concat(chunks).toString()
}

/** The end of a stream may be split over its last pieces. */
function tailOf(chunks: readonly Uint8Array[]): string {
  return Buffer.concat(chunks.slice(-4).map((chunk) => chunk.subarray(-TAIL_BYTES))).toString()
}

/** The endpoint was reached and said more than anybody would read. */
export class TooMuch extends Fault {
  constructor(megabytes: number) {
    super('UNAVAILABLE', `The model answered with more than ${megabytes} MB.`)
  }
}
