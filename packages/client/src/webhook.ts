const ENCODER = new TextEncoder()

/**
 * Whether a delivery comes from the service: the header `X-Winnow-Signature` (or `X-Firecrawl-Signature`)
 * must be the HMAC-SHA256 of the raw body under the webhook secret of the team. A body that was parsed and
 * serialized again does not match.
 */
export async function verifyWebhook(
  rawBody: string | Uint8Array | ArrayBuffer,
  signatureHeader: string | null | undefined,
  secret: string,
): Promise<boolean> {
  const hex = /^sha256=([0-9a-f]{64})$/i.exec(signatureHeader ?? '')?.[1]
  if (hex === undefined || !secret) return false
  const signature = Uint8Array.from(hex.match(/../g)!, (pair) => Number.parseInt(pair, 16))
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', ENCODER.encode(secret), algorithm, false, ['verify'])
  // Compares in constant time.
  return await crypto.subtle.verify('HMAC', key, signature, bytesOf(rawBody))
}

function bytesOf(body: string | Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return ENCODER.encode(body)
  return body instanceof ArrayBuffer ? new Uint8Array(body) : new Uint8Array(body)
}

/** The body of a webhook delivery. */
export interface WebhookEvent<Data = unknown> {
  success: boolean
  /** Such as `crawl.page` or `batch_scrape.completed`. */
  type: string
  /** The id of the job; for monitors, of the check. */
  id: string
  /** The id of this delivery; the same when it is retried. */
  webhookId: string
  data: Data[]
  error?: string
  /** As given when the webhook was registered. */
  metadata?: Record<string, unknown>
}
