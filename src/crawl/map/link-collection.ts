import { setImmediate as nextTurn } from 'node:timers/promises'
import type { MapRequest } from '../../contract/map.ts'
import { canonicalUrl } from '../url/canonical-url.ts'
import type { CanonicalUrl } from '../url/canonical-url.ts'
import { isEndless, mayBePage } from '../url/may-be-page.ts'
import { createPathFilter } from '../url/path-filter.ts'
import { createScope } from '../url/scope.ts'
import type { UrlScope } from '../url/scope.ts'
import type { SiteRules, Verdict } from './site-rules.ts'

export interface Link {
  url: string
  title?: string
  description?: string
}

export interface FoundUrl {
  given: string
  url: string
  key: string
  listKey: string
  isFollowed: boolean
}

interface CollectionLimits {
  maxKnown?: number
  isBlocked?: (url: string) => boolean
}

/** Limits memory for endless sites. */
const MAX_KNOWN = 300_000
const BATCH_SIZE = 500

/**
 * Pages that differ in their query are visited separately, even if listed as one: a list often consists of
 * them.
 */
const PAGE_RULES = {
  ignoreQueryParameters: false,
  noiseParameters: new Set<string>(),
}

/** The links that one map has found. Several visits may add to it at the same time. */
export class LinkCollection implements AsyncDisposable {
  readonly #request: MapRequest
  readonly #rules: SiteRules
  readonly #limits: Required<CollectionLimits>
  readonly #listFilter: ReturnType<typeof createPathFilter>
  readonly #followFilter: ReturnType<typeof createPathFilter>
  readonly #known = new Set<string>()
  readonly #listed = new Map<string, Link>()
  readonly #removed = new Set<string>()
  readonly #blocked = new Set<string>()
  #scopeOf: (url: string) => UrlScope
  #isFull = false

  constructor(
    request: MapRequest,
    rules: SiteRules,
    { maxKnown = MAX_KNOWN, isBlocked = () => false }: CollectionLimits = {},
  ) {
    this.#request = request
    this.#rules = rules
    this.#limits = { maxKnown, isBlocked }
    this.#listFilter = createPathFilter(request)
    this.#followFilter = createPathFilter({ ...request, includePaths: [] })
    this.#scopeOf = scopeFrom(request.url, request)
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

  scopeOf(url: string): UrlScope {
    return this.#scopeOf(url)
  }

  moveTo(url: string): void {
    this.#scopeOf = scopeFrom(url, this.#request)
  }

  /**
   * Lists the URLs that belong to the site and returns the new ones. Without a signal it reads no robots.txt.
   */
  async discover(urls: readonly string[], signal: AbortSignal | undefined): Promise<FoundUrl[]> {
    const found: FoundUrl[] = []
    for (let at = 0; at < urls.length; at += BATCH_SIZE) {
      if (at > 0) await nextTurn()
      found.push(...(await this.#addAllowed(this.#newCandidates(urls.slice(at, at + BATCH_SIZE)), signal)))
    }
    return found
  }

  describe(
    url: string,
    { title, description }: { title: string | undefined; description: string | undefined },
  ): void {
    const found = this.#pageOf(url)
    // When several pages are listed as one, the details come from the page that is listed.
    if (!found || found.page.key !== found.list.key) return
    const link = this.#listed.get(found.list.key)
    // A title from the current visit wins over a remembered one.
    if (!link || link.title !== undefined) return
    this.#listed.set(found.list.key, {
      url: found.list.url,
      ...(title !== undefined && title !== '' && { title }),
      ...(description !== undefined && description !== '' && { description }),
    })
  }

  /** Removes a URL that turned out not to be a page, unless its target is listed as the same page. */
  remove(url: string, target?: string): void {
    const found = this.#pageOf(url)
    if (!found || found.page.key !== found.list.key) return
    if (target !== undefined && this.#pageOf(target)?.list.key === found.list.key) return
    this.#listed.delete(found.list.key)
    this.#removed.add(found.list.key)
  }

  block(url: string): void {
    this.remove(url)
    const found = this.#pageOf(url)
    if (found) this.#blocked.add(found.list.key)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#listFilter[Symbol.asyncDispose]()
    await this.#followFilter[Symbol.asyncDispose]()
  }

  #pageOf(url: string): { page: CanonicalUrl; list: CanonicalUrl } | undefined {
    const { deduplicateSimilarURLs, ignoreQueryParameters } = this.#request
    const rules = { ...PAGE_RULES, deduplicateSimilarURLs }
    const page = canonicalUrl(url, rules)
    if (!page || !mayBePage(page.url) || isEndless(page.url)) return undefined
    const list =
      ignoreQueryParameters && page.url.includes('?')
        ? canonicalUrl(page.url, { ...rules, ignoreQueryParameters })
        : page
    return list && { page, list }
  }

  #newCandidates(urls: readonly string[]): LinkCandidate[] {
    const fresh: LinkCandidate[] = []
    for (const given of urls) {
      const found = this.#pageOf(given)
      if (!found || this.#known.has(found.page.key)) continue
      const scope = this.#scopeOf(found.page.url)
      if (scope === 'outside') continue
      if (this.#known.size >= this.#limits.maxKnown) {
        this.#isFull = true
        break
      }
      this.#known.add(found.page.key)
      if (this.#limits.isBlocked(found.page.url)) this.#blocked.add(found.list.key)
      else fresh.push({ given, ...found, scope })
    }
    return fresh
  }

  async #addAllowed(fresh: readonly LinkCandidate[], signal: AbortSignal | undefined): Promise<FoundUrl[]> {
    if (signal) await loadHostRules(fresh, this.#rules, signal)
    const checked = fresh.map((one) => ({ ...one, verdict: this.#verdictOn(one) }))
    const allowed = checked.filter(({ verdict }) => verdict !== 'forbidden')
    const { includePaths, excludePaths } = this.#request
    const hasPatterns = includePaths.length + excludePaths.length > 0
    const listed = hasPatterns && (await this.#listFilter.allows(allowed.map(({ list }) => list.url)))
    const followed = hasPatterns && (await this.#followFilter.allows(allowed.map(({ page }) => page.url)))
    return allowed.map(({ given, page, list, verdict }, at) => {
      const isListed = this.#listed.has(list.key) || this.#removed.has(list.key)
      if (!isListed && (!listed || listed[at]!)) this.#listed.set(list.key, { url: list.url })
      const isFollowed = verdict === 'allowed' && (!followed || followed[at]!)
      return { given, ...page, listKey: list.key, isFollowed }
    })
  }

  /** Links to other sites are only listed, so their rules do not matter. */
  #verdictOn({ page, scope }: LinkCandidate): Verdict {
    return scope === 'external' ? 'unasked' : this.#rules.verdictOn(page.url)
  }
}

interface LinkCandidate {
  given: string
  page: CanonicalUrl
  list: CanonicalUrl
  scope: UrlScope
}

function scopeFrom(url: string, request: MapRequest): (url: string) => UrlScope {
  return createScope(url, {
    crawlEntireDomain: !request.filterByPath,
    allowSubdomains: request.includeSubdomains,
    allowExternalLinks: request.allowExternalLinks,
  })
}

async function loadHostRules(
  fresh: readonly LinkCandidate[],
  rules: SiteRules,
  signal: AbortSignal,
): Promise<void> {
  const origins = new Set<string>()
  for (const { page, scope } of fresh) {
    // A canonical URL always has a path; its first slash after `https://` ends the origin.
    if (scope === 'inside') origins.add(page.url.slice(0, page.url.indexOf('/', 'https://'.length)))
  }
  await Promise.all([...origins].map((origin) => rules.rulesOf(origin, signal)))
}
