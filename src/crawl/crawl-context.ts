import type { ThreatPolicy } from '../contract/threat-protection.ts'
import type { Screen } from '../egress/egress.ts'
import { isOutage } from '../fault.ts'
import type { Fault } from '../fault.ts'
import { canonicalUrl } from './url/canonical-url.ts'
import type { CanonicalUrl, CanonicalUrlRules } from './url/canonical-url.ts'
import { createPathFilter } from './url/path-filter.ts'
import type { PathFilter } from './url/path-filter.ts'
import { createScope } from './url/scope.ts'
import type { UrlScope } from './url/scope.ts'
import type { CrawlOptions } from './crawls.ts'
import { pageKey } from './frontier.ts'
import type { ClaimedPage, CrawlJob, FoundPage, Frontier } from './frontier.ts'

export interface CrawlContext extends AsyncDisposable {
  job: CrawlJob
  options: CrawlOptions | undefined
  /** The URL under which a page is stored. Undefined for URLs that cannot be a page. */
  canonicalUrlOf(url: string, page: Pick<ClaimedPage, 'noise'>): KnownUrl | undefined
  scopeOf(url: string, baseUrl: string): UrlScope
  openScreen(): Screen | undefined
  refusal(url: string): Fault | undefined
  allows(urls: readonly string[]): Promise<boolean[]>
  /** Set when the crawl cannot continue because its patterns take too long. */
  readonly error: string | undefined
  isKnown(key: string): boolean
  /**
   * Call this only after the pages are in the database: a process that loses a page finds its links again.
   */
  addKnown(pages: readonly FoundPage[]): void
}

interface KnownUrl extends CanonicalUrl {
  hash: string
}

export type OpenScreen = (policy: ThreatPolicy) => Screen

function openCrawlContext(job: CrawlJob, openScreen: OpenScreen): CrawlContext {
  const { options, screening } = job.plan
  const listScreen = screening && openScreen(screening)
  const filter: PathFilter | undefined = options && createPathFilter(options)
  const known = createRecentMap<true>()
  let canonicalUrls:
    | { noise: readonly string[]; rules: CanonicalUrlRules; cache: RecentMap<KnownUrl | null> }
    | undefined
  let error: string | undefined
  let scope: { baseUrl: string; scopeOf: (url: string) => UrlScope } | undefined
  return {
    job,
    options,
    openScreen: () => screening && openScreen(screening),
    refusal: (url) => listScreen?.refusal(url),
    canonicalUrlOf(url, { noise }) {
      if (canonicalUrls?.noise.length !== noise.length) {
        const rules = {
          ignoreQueryParameters: options?.ignoreQueryParameters ?? false,
          deduplicateSimilarURLs: options?.deduplicateSimilarURLs ?? false,
          noiseParameters: new Set(noise),
        }
        canonicalUrls = { noise, rules, cache: createRecentMap() }
      }
      const cached = canonicalUrls.cache.get(url)
      if (cached !== undefined) return cached ?? undefined
      const canonical = canonicalUrl(url, canonicalUrls.rules)
      const knownUrl = canonical && { ...canonical, hash: pageKey(canonical.key) }
      canonicalUrls.cache.set(url, knownUrl ?? null)
      return knownUrl
    },
    scopeOf(url, baseUrl) {
      if (!options) return 'outside'
      if (scope?.baseUrl !== baseUrl) scope = { baseUrl, scopeOf: createScope(baseUrl, options) }
      return scope.scopeOf(url)
    },
    async allows(urls) {
      if (!filter) return urls.map(() => true)
      try {
        return await filter.allows(urls)
      } catch (failure) {
        error = (failure as Error).message
        throw failure
      }
    },
    get error() {
      return error
    },
    isKnown: (key) => known.get(key) === true,
    addKnown(pages) {
      for (const { key } of pages) known.set(key, true)
    },
    [Symbol.asyncDispose]: async () => await filter?.[Symbol.asyncDispose](),
  }
}

const MAX_REMEMBERED = 20_000

interface RecentMap<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value): void
}

/** Keeps at least the last `MAX_REMEMBERED` entries. A forgotten entry only costs time. */
function createRecentMap<Value>(): RecentMap<Value> {
  let recent = new Map<string, Value>()
  let older = new Map<string, Value>()
  return {
    get: (key) => recent.get(key) ?? older.get(key),
    set(key, value) {
      recent.set(key, value)
      if (recent.size < MAX_REMEMBERED) return
      older = recent
      recent = new Map()
    },
  }
}

export function createCrawlContexts(frontier: Pick<Frontier, 'job' | 'fail'>, openScreen: OpenScreen) {
  const open = new Map<string, Promise<CrawlContext | undefined>>()

  /** Fails a crawl whose options can no longer be read; otherwise it would be claimed again and again. */
  async function openContext(crawlId: string): Promise<CrawlContext | undefined> {
    try {
      const job = await frontier.job(crawlId)
      return job && openCrawlContext(job, openScreen)
    } catch (failure) {
      if (isOutage(failure)) throw failure
      await frontier.fail(crawlId, `The crawl stopped: ${(failure as Error).message}`)
      throw failure
    }
  }

  return {
    find(crawlId: string): Promise<CrawlContext | undefined> {
      const known = open.get(crawlId)
      if (known) return known
      const context = openContext(crawlId)
      open.set(crawlId, context)
      // The next caller tries again.
      context.catch(() => open.delete(crawlId))
      return context
    },
    async closeOthers(crawlIds: ReadonlySet<string>): Promise<void> {
      for (const [id, context] of open) {
        if (crawlIds.has(id)) continue
        open.delete(id)
        await (await context.catch(() => undefined))?.[Symbol.asyncDispose]()
      }
    },
  }
}
