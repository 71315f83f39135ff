import { orAborted } from '../../concurrency/abort.ts'
import { openScreenedFile } from '../open-url.ts'
import type { OpenedUrl, OpenUrl, OpenUrlWithin } from '../open-url.ts'
import { agentNames, normalizePath, parseRobots } from './parse-robots.ts'
import type { Screen } from '../../egress/egress.ts'

export interface RobotsRules {
  /** Decides only for URLs of its own origin. */
  allows(url: string): boolean
  delayMs: number
  /** Set when the file asks for a longer delay than we use, as a sentence for the caller. */
  delayNote?: string
  sitemaps: string[]
  /** Set when no page may be visited because the file could not be read, as a sentence for the caller. */
  unavailable?: string
}

export interface Robots {
  /** Rejects only with the signal's reason, when the signal aborts first. */
  rulesFor(origin: string, userAgent: string, signal: AbortSignal): Promise<RobotsRules>
}

interface RobotsNeeds {
  openUrl: OpenUrl
  now?: () => number
  limitMs?: number
}

/**
 * Callers share one read of a file, and its result is cached for an hour. The read continues when the first
 * caller leaves.
 */
export function createRobots({ openUrl, now = Date.now, limitMs = 5000 }: RobotsNeeds): Robots {
  const cache = new Map<string, CachedRobots>()

  function entryFor(origin: string, names: ReadonlySet<string>): CachedRobots {
    const key = [origin, ...names].join(' ')
    const known = cache.get(key)
    // Moves the entry to the end, so the least recently used is evicted first.
    cache.delete(key)
    const entry = known !== undefined && known.until > now() ? known : load(origin, names)
    cache.set(key, entry)
    return entry
  }

  function load(origin: string, names: ReadonlySet<string>): CachedRobots {
    const read = async () => {
      const file = await fetchRobots(`${origin}/robots.txt`, openUrl, limitMs)
      entry.until = now() + (file.isStable ? LONG_TTL_MS : SHORT_TTL_MS)
      entry.sizeChars = file.state === 'read' ? file.text.length : 0
      evict(cache)
      return rulesOf(file, origin, names)
    }
    const entry: CachedRobots = { until: Infinity, sizeChars: 0, rules: read() }
    return entry
  }

  return {
    async rulesFor(origin, userAgent, signal) {
      return await orAborted(entryFor(new URL(origin).origin, agentNames(userAgent)).rules, signal)
    },
  }
}

interface CachedRobots {
  /** When the entry expires; never while the file is being read. */
  until: number
  sizeChars: number
  rules: Promise<RobotsRules>
}

const LONG_TTL_MS = 60 * 60_000
/** Short, so that a manual retry does not get an outdated error. */
const SHORT_TTL_MS = 60_000

const MAX_CACHED = 1000
/** A hostile site can have many subdomains, each with the longest possible file. */
const MAX_CACHED_CHARS = 8 * 1024 * 1024

function evict(cache: Map<string, CachedRobots>): void {
  let sizeChars = [...cache.values()].reduce((sum, entry) => sum + entry.sizeChars, 0)
  for (const [key, entry] of cache) {
    if (cache.size <= MAX_CACHED && sizeChars <= MAX_CACHED_CHARS) return
    sizeChars -= entry.sizeChars
    cache.delete(key)
  }
}

function rulesOf(file: RobotsFile, origin: string, names: ReadonlySet<string>): RobotsRules {
  if (file.state === 'none') return { allows: () => true, delayMs: 0, sitemaps: [] }
  if (file.state === 'unavailable') {
    return { allows: (url) => !hasOrigin(origin, url), delayMs: 0, sitemaps: [], unavailable: file.reason }
  }
  const { rules, delayMs, sitemaps } = parseRobots(file.text, names)
  return {
    allows(url) {
      if (!hasOrigin(origin, url)) return true
      const { pathname, search } = new URL(url)
      if (pathname === '/robots.txt') return true
      const path = normalizePath(pathname + search)
      return rules.find((rule) => rule.matches(path))?.allows ?? true
    },
    delayMs: Math.min(delayMs, MAX_DELAY_MS),
    ...(delayMs > MAX_DELAY_MS && { delayNote: cappedDelayNote(delayMs) }),
    sitemaps: sitemaps.flatMap((address) => URL.parse(address, origin)?.href ?? []),
  }
}

/** A longer delay would stretch a crawl of a hundred pages over hours. */
const MAX_DELAY_MS = 60_000

function cappedDelayNote(askedMs: number): string {
  return `The site's robots.txt asks for a Crawl-delay of ${askedMs / 1000} seconds; its pages are visited every ${MAX_DELAY_MS / 1000} seconds.`
}

function hasOrigin(origin: string, url: string): boolean {
  return URL.parse(url)?.origin === origin
}

/** The result of requesting a robots.txt. `isStable`: another request soon would give the same result. */
type RobotsFile = { isStable: boolean } & (
  | { state: 'read'; text: string }
  | { state: 'none' }
  | { state: 'unavailable'; reason: string }
)

/**
 * RFC 9309 would skip the whole site of an unreachable file, but the errors of its pages are more precise.
 */
async function fetchRobots(url: string, openUrl: OpenUrl, limitMs: number): Promise<RobotsFile> {
  try {
    await using opened = await openUrl(url, AbortSignal.timeout(limitMs))
    const { status } = opened
    if (status >= 500) {
      const reason = `The site's robots.txt could not be read (status ${status}), so its pages were not visited. Set 'ignoreRobotsTxt' to visit them anyway.`
      return { state: 'unavailable', reason, isStable: false }
    }
    if (status < 200 || status >= 300) return { state: 'none', isStable: !TEMPORARY_STATUSES.has(status) }
    return toRobotsFile(await readStart(opened))
  } catch {
    return { state: 'none', isStable: false }
  }
}

/** RFC 9309 requires reading at least this much. */
const MAX_BYTES = 500 * 1024
const TEMPORARY_STATUSES = new Set([408, 425, 429])

interface FileStart {
  bytes: Uint8Array
  end: 'whole' | 'too long' | 'broken off'
}

async function readStart({ body }: OpenedUrl): Promise<FileStart> {
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

function toRobotsFile({ bytes, end }: FileStart): RobotsFile {
  const isStable = end !== 'broken off'
  const text = new TextDecoder().decode(bytes)
  // An HTML page that means "not found" despite status 200.
  if (/^\s*</.test(text)) return { state: 'none', isStable }
  return { state: 'read', text: end === 'whole' ? text : wholeLines(text), isStable }
}

/** A truncated line may forbid more than the whole one. */
function wholeLines(text: string): string {
  return text.slice(0, Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r')) + 1)
}

/** With more policies, the least recently used ones read their files again. */
const MAX_POLICIES = 20

/**
 * robots.txt may redirect to hosts on a block list, so it is shared only among callers with the same policy.
 */
export function createScreenedRobots(openUrl: OpenUrlWithin): (screen: Screen) => Robots {
  const byPolicy = new Map<string, Robots>()
  return (screen) => {
    const openOwnFile: OpenUrl = (url, signal) => openScreenedFile(url, screen, openUrl)(url, signal)
    const robots = byPolicy.get(screen.key) ?? createRobots({ openUrl: openOwnFile })
    byPolicy.delete(screen.key)
    byPolicy.set(screen.key, robots)
    const [oldest] = byPolicy.keys()
    if (byPolicy.size > MAX_POLICIES && oldest !== undefined) byPolicy.delete(oldest)
    return robots
  }
}
