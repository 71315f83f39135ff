import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MapRequest } from '../../contract/map.ts'
import { canonicalAddress } from '../address/canonical-address.ts'
import type { Address } from '../address/canonical-address.ts'
import { isEndless } from '../address/endless.ts'
import { mayBePage } from '../address/may-be-page.ts'
import { createPathFilter } from '../address/path-filter.ts'
import { createScope } from '../address/scope.ts'
import type { Place } from '../address/scope.ts'
import type { SiteRules, Verdict } from './site-rules.ts'

/** An address of the answer. */
export interface Link {
  url: string
  title?: string
  description?: string
}

/** An address that was not known before. */
export interface Found {
  /** As it stood where it was found. */
  given: string
  url: string
  key: string
  /** The key of what is listed for it. */
  listKey: string
  /** Whether it may be looked at to find more. */
  isFollowed: boolean
}

/** What one map has found so far. Several looks may add to it at the same time. */
export interface Survey extends AsyncDisposable {
  /** Lists the addresses that belong to the site; gives those that were not known. Without a signal no host is asked. */
  discover(urls: readonly string[], signal: AbortSignal | undefined): Promise<Found[]>
  /** Where the start led: what belongs to the site is judged from there. */
  moveTo(url: string): void
  keyOf(url: string): string | undefined
  placeOf(url: string): Place
  /** What a page says about itself. */
  describe(url: string, told: { title: string | undefined; description: string | undefined }): void
  /** Takes an address off the list that may not be visited. */
  block(url: string): void
  /** Takes an address off the list that turned out not to be one of a page, unless where it led is listed as the same. */
  drop(url: string, target?: string): void
  links(): Link[]
  readonly size: number
  /** How many addresses of the site may not be visited. */
  readonly blocked: number
  /** There are more addresses than one map keeps in mind. */
  readonly isFull: boolean
}

interface SurveyBounds {
  mostKnown?: number
  /** Which addresses are neither listed nor looked at. */
  isBlocked?: (url: string) => boolean
}

/** A site without end must not take all memory. */
const MOST_KNOWN = 300_000
/** How many addresses are judged before others have their turn. */
const PORTION = 500

/** Pages that differ in their query are looked at apart, whatever is listed: a list is often no more than that. */
const APART = {
  ignoreQueryParameters: false,
  noiseParameters: new Set<string>(),
}

export function openSurvey(
  request: MapRequest,
  rules: SiteRules,
  { mostKnown = MOST_KNOWN, isBlocked = () => false }: SurveyBounds = {},
): Survey {
  const wanted = createPathFilter(request)
  const followed = createPathFilter({ ...request, includePaths: [] })
  const hasPatterns = request.includePaths.length + request.excludePaths.length > 0
  const known = new Set<string>()
  const listed = new Map<string, Link>()
  const gone = new Set<string>()
  const blocked = new Set<string>()
  let placeOf = scopeFrom(request.url, request)
  let isFull = false

  const apart = { ...APART, deduplicateSimilarURLs: request.deduplicateSimilarURLs }

  function pageOf(url: string): { page: Address; list: Address } | undefined {
    const page = canonicalAddress(url, apart)
    if (!page || !mayBePage(page.url) || isEndless(page.url)) return undefined
    const list =
      request.ignoreQueryParameters && page.url.includes('?')
        ? canonicalAddress(page.url, { ...apart, ignoreQueryParameters: true })
        : page
    return list && { page, list }
  }

  /** Those that are of the site and new; from here on they are known. */
  function newOf(urls: readonly string[]): Candidate[] {
    const fresh: Candidate[] = []
    for (const given of urls) {
      const found = pageOf(given)
      if (!found || known.has(found.page.key)) continue
      const place = placeOf(found.page.url)
      if (place === 'outside') continue
      if (known.size >= mostKnown) {
        isFull = true
        break
      }
      known.add(found.page.key)
      if (isBlocked(found.page.url)) {
        blocked.add(found.list.key)
        continue
      }
      fresh.push({ given, ...found, place })
    }
    return fresh
  }

  async function judge(fresh: readonly Candidate[], signal: AbortSignal | undefined): Promise<Found[]> {
    if (signal) await askHosts(fresh, rules, signal)
    const judged = fresh.map((one) => ({ ...one, verdict: verdictOn(one) }))
    const allowed = judged.filter(({ verdict }) => verdict !== 'forbidden')
    const areWanted = hasPatterns && (await wanted.keeps(allowed.map(({ list }) => list.url)))
    const areFollowed = hasPatterns && (await followed.keeps(allowed.map(({ page }) => page.url)))
    return allowed.map(({ given, page, list, verdict }, at) => {
      const isWanted = !areWanted || areWanted[at]!
      if (isWanted && !listed.has(list.key) && !gone.has(list.key)) listed.set(list.key, { url: list.url })
      const isFollowed = verdict === 'allowed' && (!areFollowed || areFollowed[at]!)
      return { given, ...page, listKey: list.key, isFollowed }
    })
  }

  /** Other sites are listed at most, so their rules do not matter. */
  function verdictOn({ page, place }: Candidate): Verdict {
    return place === 'external' ? 'unasked' : rules.verdictOn(page.url)
  }

  function drop(url: string, target?: string): void {
    const found = pageOf(url)
    if (!found || found.page.key !== found.list.key) return
    if (target !== undefined && pageOf(target)?.list.key === found.list.key) return
    listed.delete(found.list.key)
    gone.add(found.list.key)
  }

  return {
    async discover(urls, signal) {
      const found: Found[] = []
      for (let at = 0; at < urls.length; at += PORTION) {
        if (at > 0) await nextTurn()
        found.push(...(await judge(newOf(urls.slice(at, at + PORTION)), signal)))
      }
      return found
    },
    moveTo: (url) => void (placeOf = scopeFrom(url, request)),
    keyOf: (url) => pageOf(url)?.page.key,
    placeOf: (url) => placeOf(url),
    describe(url, { title, description }) {
      const found = pageOf(url)
      // What one of several pages says that are listed as one holds for that one.
      if (!found || found.page.key !== found.list.key) return
      const link = listed.get(found.list.key)
      // Whoever looked just now knows better than whoever remembers.
      if (!link || link.title !== undefined) return
      listed.set(found.list.key, {
        url: found.list.url,
        ...(title !== undefined && title !== '' && { title }),
        ...(description !== undefined && description !== '' && { description }),
      })
    },
    drop,
    block(url) {
      drop(url)
      const found = pageOf(url)
      if (found) blocked.add(found.list.key)
    },
    links: () => [...listed.values()],
    get size() {
      return listed.size
    },
    get blocked() {
      return blocked.size
    },
    get isFull() {
      return isFull
    },
    async [Symbol.asyncDispose]() {
      await wanted[Symbol.asyncDispose]()
      await followed[Symbol.asyncDispose]()
    },
  }
}

interface Candidate {
  given: string
  page: Address
  list: Address
  place: Place
}

function scopeFrom(url: string, request: MapRequest): (url: string) => Place {
  return createScope(url, {
    crawlEntireDomain: !request.filterByPath,
    allowSubdomains: request.includeSubdomains,
    allowExternalLinks: request.allowExternalLinks,
  })
}

async function askHosts(fresh: readonly Candidate[], rules: SiteRules, signal: AbortSignal): Promise<void> {
  const origins = new Set<string>()
  for (const { page, place } of fresh) {
    // What is canonical has a path, and it is the first slash after the two of the protocol that begins it.
    if (place === 'inside') origins.add(page.url.slice(0, page.url.indexOf('/', 'https://'.length)))
  }
  await Promise.all([...origins].map((origin) => rules.rulesOf(origin, signal)))
}
