import { orAborted } from '../../work/abort.ts'
import type { OpenUrl } from '../open-url.ts'
import { agentNames } from './agent-names.ts'
import { fetchRobots } from './fetch-robots.ts'
import type { RobotsFile } from './fetch-robots.ts'
import { parseRobots } from './parse-robots.ts'
import { comparable } from './path-rule.ts'

/** What an origin's robots.txt says to a visitor. */
export interface RobotsRules {
  /** Judges addresses of its own origin; about any other it has no say. */
  allows(url: string): boolean
  /** The pause between two visits that is asked for, a minute at most; 0 when none is. */
  delayMs: number
  /** Set when the file asks for a longer pause, as a sentence for the caller. */
  delayNote?: string
  /** Absolute addresses. */
  sitemaps: string[]
  /** Set when nothing may be visited because the file could not be had, as a sentence for the caller. */
  unavailable?: string
}

export interface Robots {
  /** Rejects with the signal's reason when it aborts first, and never otherwise. */
  rulesFor(origin: string, userAgent: string, signal: AbortSignal): Promise<RobotsRules>
}

export interface RobotsNeeds {
  openUrl: OpenUrl
  /** Milliseconds since whenever. */
  now?: () => number
  /** How long the file may take to come. */
  limitMs?: number
}

/**
 * Reads robots.txt, once for all who ask at the same time and for an hour after. The reading is nobody's own: it has
 * its own limit of time, and goes on when the one who asked first leaves.
 */
export function createRobots({ openUrl, now = Date.now, limitMs = 5000 }: RobotsNeeds): Robots {
  const kept = new Map<string, Kept>()

  function keptFor(origin: string, names: ReadonlySet<string>): Kept {
    const key = [origin, ...names].join(' ')
    const known = kept.get(key)
    // Asked for last, thrown out last.
    kept.delete(key)
    const entry = known !== undefined && known.until > now() ? known : begin(origin, names)
    kept.set(key, entry)
    return entry
  }

  function begin(origin: string, names: ReadonlySet<string>): Kept {
    const read = async () => {
      const file = await fetchRobots(`${origin}/robots.txt`, openUrl, limitMs)
      entry.until = now() + (file.isLasting ? LASTING_MS : PASSING_MS)
      entry.sizeChars = file.state === 'read' ? file.text.length : 0
      throwOut(kept)
      return rulesOf(file, origin, names)
    }
    const entry: Kept = { until: Infinity, sizeChars: 0, rules: read() }
    return entry
  }

  return {
    async rulesFor(origin, userAgent, signal) {
      return await orAborted(keptFor(new URL(origin).origin, agentNames(userAgent)).rules, signal)
    },
  }
}

interface Kept {
  /** When it is to be read again; never while it is being read. */
  until: number
  sizeChars: number
  rules: Promise<RobotsRules>
}

const LASTING_MS = 60 * 60_000
/** Whoever tries again by hand shall not be told what is long over. */
const PASSING_MS = 60_000

const MAX_KEPT = 1000
/** A hostile site has many subdomains, each with a file as long as it may be. */
const MAX_KEPT_CHARS = 8 * 1024 * 1024

function throwOut(kept: Map<string, Kept>): void {
  let sizeChars = [...kept.values()].reduce((sum, entry) => sum + entry.sizeChars, 0)
  for (const [key, entry] of kept) {
    if (kept.size <= MAX_KEPT && sizeChars <= MAX_KEPT_CHARS) return
    sizeChars -= entry.sizeChars
    kept.delete(key)
  }
}

function rulesOf(file: RobotsFile, origin: string, names: ReadonlySet<string>): RobotsRules {
  if (file.state === 'none') return { allows: () => true, delayMs: 0, sitemaps: [] }
  if (file.state === 'unavailable') {
    return { allows: (url) => !isOf(origin, url), delayMs: 0, sitemaps: [], unavailable: file.reason }
  }
  const { rules, delayMs, sitemaps } = parseRobots(file.text, names)
  return {
    allows(url) {
      if (!isOf(origin, url)) return true
      const { pathname, search } = new URL(url)
      if (pathname === '/robots.txt') return true
      const path = comparable(pathname + search)
      return rules.find((rule) => rule.matches(path))?.allows ?? true
    },
    delayMs: Math.min(delayMs, MAX_DELAY_MS),
    ...(delayMs > MAX_DELAY_MS && { delayNote: cappedDelay(delayMs) }),
    sitemaps: sitemaps.flatMap((address) => URL.parse(address, origin)?.href ?? []),
  }
}

/** A longer pause would stretch a crawl of a hundred pages over hours, and keep it from ever ending on larger sites. */
const MAX_DELAY_MS = 60_000

function cappedDelay(askedMs: number): string {
  return `The site's robots.txt asks for a Crawl-delay of ${askedMs / 1000} seconds; its pages are visited every ${MAX_DELAY_MS / 1000} seconds.`
}

function isOf(origin: string, url: string): boolean {
  return URL.parse(url)?.origin === origin
}
