import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MapRequest } from '../../contract/map.ts'
import { canonicalAddress } from '../address/canonical-address.ts'
import type { Address } from '../address/canonical-address.ts'
import { isEndless, mayBePage } from '../address/may-be-page.ts'
import { createPathFilter } from '../address/path-filter.ts'
import { createScope } from '../address/scope.ts'
import type { Place } from '../address/scope.ts'
import type { SiteRules, Verdict } from './site-rules.ts'

export interface Link {
  url: string
  title?: string
  description?: string
}

export interface Found {
  given: string
  url: string
  key: string
  listKey: string
  isFollowed: boolean
}

interface SurveyBounds {
  mostKnown?: number
  isBlocked?: (url: string) => boolean
}

/** A site without end must not take all memory. */
const MOST_KNOWN = 300_000
const PORTION = 500

/** Pages that differ in their query are looked at apart, whatever is listed: a list is often no more than that. */
const APART = {
  ignoreQueryParameters: false,
  noiseParameters: new Set<string>(),
}

/** What one map has found so far. Several looks may add to it at the same time. */
export class Survey implements AsyncDisposable {
  readonly #request: MapRequest
  readonly #rules: SiteRules
  readonly #bounds: Required<SurveyBounds>
  readonly #wanted: ReturnType<typeof createPathFilter>
  readonly #followed: ReturnType<typeof createPathFilter>
  readonly #known = new Set<string>()
  readonly #listed = new Map<string, Link>()
  readonly #gone = new Set<string>()
  readonly #blocked = new Set<string>()
  #placeOf: (url: string) => Place
  #isFull = false

  constructor(
    request: MapRequest,
    rules: SiteRules,
    { mostKnown = MOST_KNOWN, isBlocked = () => false }: SurveyBounds = {},
  ) {
    this.#request = request
    this.#rules = rules
    this.#bounds = { mostKnown, isBlocked }
    this.#wanted = createPathFilter(request)
    this.#followed = createPathFilter({ ...request, includePaths: [] })
    this.#placeOf = scopeFrom(request.url, request)
  }

  get size(): number {
    return this.#listed.size
  }

  get blocked(): number {
    return this.#blocked.size
  }

  get isFull(): boolean {
    return this.#isFull
  }

  links(): Link[] {
    return [...this.#listed.values()]
  }

  keyOf(url: string): string | undefined {
    return this.#pageOf(url)?.page.key
  }

  placeOf(url: string): Place {
    return this.#placeOf(url)
  }

  moveTo(url: string): void {
    this.#placeOf = scopeFrom(url, this.#request)
  }

  /** Lists the addresses that belong to the site; gives those that were not known. Without a signal no host is asked. */
  async discover(urls: readonly string[], signal: AbortSignal | undefined): Promise<Found[]> {
    const found: Found[] = []
    for (let at = 0; at < urls.length; at += PORTION) {
      if (at > 0) await nextTurn()
      found.push(...(await this.#judge(this.#newOf(urls.slice(at, at + PORTION)), signal)))
    }
    return found
  }

  describe(
    url: string,
    { title, description }: { title: string | undefined; description: string | undefined },
  ): void {
    const found = this.#pageOf(url)
    // What one of several pages says that are listed as one holds for that one.
    if (!found || found.page.key !== found.list.key) return
    const link = this.#listed.get(found.list.key)
    // Whoever looked just now knows better than whoever remembers.
    if (!link || link.title !== undefined) return
    this.#listed.set(found.list.key, {
      url: found.list.url,
      ...(title !== undefined && title !== '' && { title }),
      ...(description !== undefined && description !== '' && { description }),
    })
  }

  /** Takes an address off the list that turned out not to be one of a page, unless where it led is listed as the same. */
  drop(url: string, target?: string): void {
    const found = this.#pageOf(url)
    if (!found || found.page.key !== found.list.key) return
    if (target !== undefined && this.#pageOf(target)?.list.key === found.list.key) return
    this.#listed.delete(found.list.key)
    this.#gone.add(found.list.key)
  }

  block(url: string): void {
    this.drop(url)
    const found = this.#pageOf(url)
    if (found) this.#blocked.add(found.list.key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#wanted[Symbol.asyncDispose]()
    await this.#followed[Symbol.asyncDispose]()
  }

  #pageOf(url: string): { page: Address; list: Address } | undefined {
    const { deduplicateSimilarURLs, ignoreQueryParameters } = this.#request
    const apart = { ...APART, deduplicateSimilarURLs }
    const page = canonicalAddress(url, apart)
    if (!page || !mayBePage(page.url) || isEndless(page.url)) return undefined
    const list =
      ignoreQueryParameters && page.url.includes('?')
        ? canonicalAddress(page.url, { ...apart, ignoreQueryParameters })
        : page
    return list && { page, list }
  }

  #newOf(urls: readonly string[]): Candidate[] {
    const fresh: Candidate[] = []
    for (const given of urls) {
      const found = this.#pageOf(given)
      if (!found || this.#known.has(found.page.key)) continue
      const place = this.#placeOf(found.page.url)
      if (place === 'outside') continue
      if (this.#known.size >= this.#bounds.mostKnown) {
        this.#isFull = true
        break
      }
      this.#known.add(found.page.key)
      if (this.#bounds.isBlocked(found.page.url)) this.#blocked.add(found.list.key)
      else fresh.push({ given, ...found, place })
    }
    return fresh
  }

  async #judge(fresh: readonly Candidate[], signal: AbortSignal | undefined): Promise<Found[]> {
    if (signal) await askHosts(fresh, this.#rules, signal)
    const judged = fresh.map((one) => ({ ...one, verdict: this.#verdictOn(one) }))
    const allowed = judged.filter(({ verdict }) => verdict !== 'forbidden')
    const { includePaths, excludePaths } = this.#request
    const hasPatterns = includePaths.length + excludePaths.length > 0
    const areWanted = hasPatterns && (await this.#wanted.keeps(allowed.map(({ list }) => list.url)))
    const areFollowed = hasPatterns && (await this.#followed.keeps(allowed.map(({ page }) => page.url)))
    return allowed.map(({ given, page, list, verdict }, at) => {
      const isListed = this.#listed.has(list.key) || this.#gone.has(list.key)
      if (!isListed && (!areWanted || areWanted[at]!)) this.#listed.set(list.key, { url: list.url })
      const isFollowed = verdict === 'allowed' && (!areFollowed || areFollowed[at]!)
      return { given, ...page, listKey: list.key, isFollowed }
    })
  }

  /** Other sites are listed at most, so their rules do not matter. */
  #verdictOn({ page, place }: Candidate): Verdict {
    return place === 'external' ? 'unasked' : this.#rules.verdictOn(page.url)
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
