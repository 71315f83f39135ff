import type { OpenUrl, OpenedUrl } from '../open-url.ts'

/** What asking for a robots.txt gave; `isLasting` tells whether asking again soon would give the same. */
export type RobotsFile = { isLasting: boolean } & (
  | { state: 'read'; text: string }
  | { state: 'none' }
  | { state: 'unavailable'; reason: string }
)

/**
 * Gets a robots.txt; never fails.
 *
 * After RFC 9309 a site that answers with a server error has to be left alone. One that cannot be reached at all would
 * have to be, too, but then every page of it fails with a reason that says more than ours, and nobody is burdened by it.
 */
export async function fetchRobots(url: string, openUrl: OpenUrl, limitMs: number): Promise<RobotsFile> {
  try {
    await using opened = await openUrl(url, AbortSignal.timeout(limitMs))
    const { status } = opened
    if (status >= 500) {
      const reason = `The robots.txt of the site could not be read (status ${status}), so its pages were left alone.`
      return { state: 'unavailable', reason, isLasting: false }
    }
    if (status < 200 || status >= 300) return { state: 'none', isLasting: !PASSING.has(status) }
    return textOf(await readStart(opened))
  } catch {
    return { state: 'none', isLasting: false }
  }
}

/** What RFC 9309 wants to be read at least. */
const MAX_BYTES = 500 * 1024
/** Refusals that are about the moment. */
const PASSING = new Set([408, 425, 429])

interface Start {
  bytes: Uint8Array
  end: 'whole' | 'too long' | 'broken off'
}

/** What comes within size and time. */
async function readStart({ body }: OpenedUrl): Promise<Start> {
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      sizeBytes += chunk.length
      if (sizeBytes > MAX_BYTES)
        return { bytes: Buffer.concat(chunks).subarray(0, MAX_BYTES), end: 'too long' }
    }
    return { bytes: Buffer.concat(chunks), end: 'whole' }
  } catch {
    return { bytes: Buffer.concat(chunks), end: 'broken off' }
  }
}

function textOf({ bytes, end }: Start): RobotsFile {
  const isLasting = end !== 'broken off'
  const text = new TextDecoder().decode(bytes)
  // A page that says "not found" with status 200.
  if (/^\s*</.test(text)) return { state: 'none', isLasting }
  return { state: 'read', text: end === 'whole' ? text : wholeLines(text), isLasting }
}

/** Half a line may forbid more than the whole one. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}
