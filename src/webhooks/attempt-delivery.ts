import { createHmac } from 'node:crypto'
import { unescape } from 'node:querystring'
import { isConnectionHeader } from '../egress/egress.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { Delivery, Target } from './outbox.ts'

export type Attempt =
  | { responded: true; status: number }
  | { responded: false; error: string; isFinal: boolean }

interface AttemptNeeds {
  request: EgressRequest
  userAgent: string
  signal: AbortSignal
}

/** Sends a delivery once. A redirect is an answer like any other, so no delivery goes where its caller did not say. */
export async function attemptDelivery(delivery: Delivery, needs: AttemptNeeds): Promise<Attempt> {
  const { receiver } = delivery
  if (receiver.state === 'unreadable') return UNREADABLE_ATTEMPT
  const { target, secret } = receiver
  try {
    return await postDelivery(target, payloadOf(delivery, target), secret, needs)
  } catch (failure) {
    return { responded: false, error: failureText(failure), isFinal: isRefusal(failure) }
  }
}

const UNREADABLE_ATTEMPT: Attempt = {
  responded: false,
  error: 'The webhook was registered under another secret of the service and cannot be read.',
  isFinal: true,
}

async function postDelivery(
  target: Target,
  body: Buffer,
  secret: string | undefined,
  { request, userAgent, signal }: AttemptNeeds,
): Promise<Attempt> {
  const headers = deliveryHeaders({ target, body, secret, userAgent })
  await using response = await request(new URL(target.url), { method: 'POST', headers, body, signal })
  await skipShortBody(response.body)
  return { responded: true, status: response.status }
}

const SHORT_BYTES = 1024

/** A body read to its end leaves a connection that can be used again; a long one is not worth it. */
async function skipShortBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > SHORT_BYTES) return
    }
  } catch {
    // The status has come, and nothing else is of interest.
  }
}

/** The address may not be dialled, and waiting does not change that. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof Fault && failure.code === 'FORBIDDEN'
}

/** What the team reads in its log; faults of the way out are written for callers and hold no secret. */
function failureText(failure: unknown): string {
  if (!(failure instanceof Fault)) return 'The delivery could not be sent.'
  return failure.code === 'SCRAPE_TIMEOUT' ? 'The receiver did not answer in time.' : failure.message
}

/** The body of a delivery. It is put together from text, so that a document of megabytes is not read and written anew. */
function payloadOf(
  { id, jobId, type, success, error, data }: Delivery,
  { metadata }: Pick<Target, 'metadata'>,
): Buffer {
  const fields = [
    `"success":${success}`,
    `"type":${JSON.stringify(type)}`,
    `"id":${JSON.stringify(jobId)}`,
    `"webhookId":${JSON.stringify(id)}`,
    `"data":${data}`,
    ...(error === null ? [] : [`"error":${JSON.stringify(error)}`]),
    `"metadata":${JSON.stringify(metadata)}`,
  ]
  return Buffer.from(`{${fields.join(',')}}`)
}

/** Clients know the first; the second is the same under our own name. */
const SIGNATURE_HEADERS = ['x-firecrawl-signature', 'x-winnow-signature']

interface HeaderParts {
  target: Target
  body: Uint8Array
  /** The team's; without one nothing is signed. */
  secret: string | undefined
  userAgent: string
}

/** A receiver that checks the signature must be able to rely on its being ours, so no header of that name is passed on. */
export function deliveryHeaders({ target, body, secret, userAgent }: HeaderParts): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': userAgent, ...authorizationOf(target) }
  for (const [name, value] of Object.entries(target.headers)) {
    const lower = name.toLowerCase()
    if (!isConnectionHeader(lower) && !SIGNATURE_HEADERS.includes(lower)) headers[lower] = value
  }
  headers['content-type'] = 'application/json'
  if (secret === undefined) return headers
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  for (const name of SIGNATURE_HEADERS) headers[name] = signature
  return headers
}

function authorizationOf({ url }: Target): Record<string, string> {
  const { username, password } = new URL(url)
  if (username === '' && password === '') return {}
  const pair = Buffer.from(`${unescape(username)}:${unescape(password)}`)
  return { authorization: `Basic ${pair.toString('base64')}` }
}
