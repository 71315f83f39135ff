import type { Capture } from '../../browser/browser.ts'
import type { Blobs } from './blobs.ts'
import type { CacheUse } from '../cache/cache-use.ts'
import type { PageWish } from '../admit/page-wish.ts'

interface Keeping {
  request: PageWish
  teamId: string
  use: CacheUse
  blobs: Blobs
  /** How long a copy of the page is kept. */
  keepMs: number
}

const DAY_MS = 24 * 60 * 60_000

/**
 * Keeps a picture or document that was made of a page, and gives what refers to it. Under zero data retention it travels in
 * the answer itself; nothing of it is written down.
 */
export async function keptCapture(
  { bytes, contentType }: Capture,
  { request, teamId, use, blobs, keepMs }: Keeping,
): Promise<string> {
  if (request.zeroDataRetention) return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`
  // A link is good for a day, and the last one may be made when the copy is about to go.
  return await blobs.keep({ bytes, contentType, teamId, expiresInMs: DAY_MS + (use.write ? keepMs : DAY_MS) })
}
