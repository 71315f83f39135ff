import type { Capture } from '../../browser/browser.ts'
import type { Blobs } from '../keep/blobs.ts'
import type { Run } from '../run.ts'

const DAY_MS = 24 * 60 * 60_000

/** Stores a picture or document of a page; under zero data retention it becomes a data URL instead. */
export async function keepCapture(
  { bytes, contentType }: Capture,
  { request, caller, cache }: Run,
  { blobs, keepMs }: { blobs: Pick<Blobs, 'keep'>; keepMs: number },
): Promise<string> {
  if (request.zeroDataRetention) return `data:${contentType};base64,${Buffer.from(bytes).toString('base64')}`
  // A link is good for a day, and the last one may be made when the cache entry is about to expire.
  const expiresInMs = DAY_MS + (cache.write ? keepMs : DAY_MS)
  return await blobs.keep({ bytes, contentType, teamId: caller.teamId, expiresInMs })
}
