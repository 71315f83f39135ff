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

/** Sends a delivery once. Redirects are not followed, so deliveries go only to the registered URL. */
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
  error:
    'The webhook cannot be decrypted: it was registered under another root secret of the service. Register it again.',
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

/** Reading a body to its end allows the connection to be reused; a long one is not worth it. */
async function skipShortBody(body: AsyncIterable<Uint8Array>): Promise<void> {
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      sizeBytes += chunk.byteLength
      if (sizeBytes > SHORT_BYTES) return
    }
  } catch {
    // The status has arrived; the body does not matter.
  }
}

/** The target may not be reached (FORBIDDEN), so a retry cannot help. */
function isRefusal(failure: unknown): boolean {
  return failure instanceof Fault && failure.code === 'FORBIDDEN'
}

/** Shown in the team's log. Faults of the egress are written for callers and contain no secrets. */
function failureText(failure: unknown): string {
  if (!(failure instanceof Fault)) return 'The delivery could not be sent.'
  return failure.code === 'SCRAPE_TIMEOUT' ? 'The receiver did not respond in time.' : failure.message
}

/**
 * The body of a delivery. It is assembled as text, so that megabytes of documents are not parsed and
 * serialized again.
 */
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

/** Existing clients expect the first; the second is its equivalent under our own name. */
const SIGNATURE_HEADERS = ['x-firecrawl-signature', 'x-winnow-signature']

interface HeaderParts {
  target: Target
  body: Uint8Array
  /** The team's secret; without one the delivery is not signed. */
  secret: string | undefined
  userAgent: string
}

/** Drops custom headers named like the signature: receivers must be able to trust it. */
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
