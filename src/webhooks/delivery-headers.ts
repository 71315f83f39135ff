import { createHmac } from 'node:crypto'
import { unescape } from 'node:querystring'
import { isConnectionHeader } from '../egress/egress.ts'
import type { Target } from './outbox.ts'

/** Clients know the first; the second is the same under our own name. */
const SIGNATURE_HEADERS = ['x-firecrawl-signature', 'x-winnow-signature']

interface HeaderParts {
  target: Target
  body: Uint8Array
  /** The team's; without one nothing is signed. */
  secret: string | undefined
  userAgent: string
}

/**
 * A receiver that checks the signature must be able to rely on its being ours, so no header of that name is passed
 * on.
 */
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
