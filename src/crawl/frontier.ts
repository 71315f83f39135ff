import { createHash, randomUUID } from 'node:crypto'
import type { CrawlKind, CrawlPlan } from './crawls.ts'

export interface FoundPage {
  kind: 'page' | 'sitemap'
  /** The hash of the canonical URL, in hexadecimal. */
  key: string
  url: string
  host: string
  /** Pages with a lower rank are visited first. */
  rank: number
  depth: number
  /** The number of similar pages in a row that led here. */
  chain: number
  parentMark: string | undefined
}

export interface RefusedPage extends FoundPage {
  code: string
  error: string
}

/** A page or sitemap that only this process may visit until it settles the claim or dies. */
export interface ClaimedPage extends FoundPage {
  crawlId: string
  /** Whether all data of the crawl is stored encrypted with the crawl's own key. */
  isEncrypted: boolean
  /** Fences the settlement; also the id of the hold on its credits. */
  claimId: string
  attempts: number
  /**
   * The page that this one names as its canonical page or, in a batch, repeats. Set once that page is
   * visited.
   */
  awaited: { state: string; similar: string | undefined } | undefined
  baseUrl: string
  /** Query parameters of this crawl that do not change the page. */
  noise: readonly string[]
}

export interface CrawlJob {
  id: string
  kind: CrawlKind
  teamId: string
  plan: CrawlPlan
  zeroDataRetention: boolean
  pageCredits: number
  publicUrl: string
  startUrl: string
}

export type Settlement =
  | {
      outcome: 'done'
      credits: number
      /** JSON that ends with the metadata. */
      document: string
      scrapeId: string
      /** Equal for equal text under the same path, if such pages count as one. */
      copy?: string | undefined
      /** Equal for equal text anywhere in the crawl. */
      exact?: string | undefined
      /** Equal for nearly equal text, if there is enough text to compare. */
      near?: string | undefined
      similar?: string | undefined
      /** The page that redirects led to, when it is not the requested one. */
      target?: Pick<FoundPage, 'key' | 'url' | 'host'> | undefined
      baseUrl?: string | undefined
      links: FoundPage[]
    }
  | { outcome: 'failed'; credits: number; code: string; error: string; links: FoundPage[] }
  /** A copy, a page that must not be visited or is not wanted, or a sitemap that was read. */
  | {
      outcome: 'folded' | 'blocked' | 'skipped' | 'read'
      error?: string
      baseUrl?: string | undefined
      links: FoundPage[]
    }
  | {
      outcome: 'later'
      delayMs: number
      awaitedKey?: string | undefined
      baseUrl?: string | undefined
      links: FoundPage[]
      /** Applies when there is nothing to wait for. */
      otherwise?: Settlement
    }

export type PageOutcome =
  | { state: 'done'; document: string }
  | { state: 'failed'; code: string; error: string }

/** The result of a settlement, see `settle_crawl_page`. */
export interface Settled {
  result: 'settled' | 'folded' | 'later' | 'alone' | 'gone'
  twin: string | undefined
}

export interface Frontier {
  claim(limit: number): Promise<ClaimedPage[]>
  /** Undefined when the job has expired. */
  job(id: string): Promise<CrawlJob | undefined>
  runningCrawls(ids: readonly string[]): Promise<Set<string>>
  settle(page: ClaimedPage, settlement: Settlement): Promise<Settled>
  outcomeOf(page: Pick<ClaimedPage, 'crawlId' | 'isEncrypted'>, key: string): Promise<PageOutcome | undefined>
  /** Adds the URLs of a claimed sitemap. Returns false when the claim or the crawl no longer exists. */
  addPages(page: ClaimedPage, found: readonly FoundPage[]): Promise<boolean>
  /**
   * Records pages that must not be visited as errors, up to the number that the errors endpoint can return.
   */
  addRefused(from: Pick<ClaimedPage, 'crawlId' | 'isEncrypted'>, pages: readonly RefusedPage[]): Promise<void>
  /**
   * Charges for checks of URLs that are not pages and so have no hold. Rejects with 402 when the team has
   * fewer credits.
   */
  charge(crawlId: string, credits: number): Promise<void>
  /**
   * Reports that a page and a copy of it differ in this parameter alone. After enough reports it is ignored.
   */
  reportNoise(page: ClaimedPage, parameter: string): Promise<void>
  slowHost(host: string, delayMs: number): Promise<void>
  /** A host asks for pauses from the user agent of one crawl. */
  slowCrawl(crawlId: string, delayMs: number): Promise<void>
  /**
   * Adds a sentence to the warning of a crawl unless it is already there. The sentence must not contain a
   * URL.
   */
  addWarning(crawlId: string, sentence: string): Promise<void>
  /** Whether recently claimed crawls have pages that wait for a pause to end. */
  hasPacedPages(): boolean
  /**
   * Requeues pages that this process claimed without knowing it, because the response to the claim was lost.
   */
  releaseOthers(claimIds: readonly string[]): Promise<void>
  fail(crawlId: string, error: string): Promise<void>
  onWork(onNotice: () => void): Promise<AsyncDisposable>
}

export function newPage(
  page: Pick<FoundPage, 'key' | 'url' | 'rank'> & Partial<Omit<FoundPage, 'host'>>,
): FoundPage {
  return { kind: 'page', depth: 0, chain: 0, parentMark: undefined, ...page, host: new URL(page.url).host }
}

export function pageKey(key: string): string {
  return createHash('md5').update(key).digest('hex')
}

export interface FirstPage extends FoundPage {
  /** The key of an earlier page with the same URL, whose result this one takes over. */
  repeats: string | undefined
}

/** A URL that occurs twice, or that the batch already has, repeats the first page with that URL. */
export function firstPages(
  kind: CrawlKind,
  urls: readonly string[],
  isKnown: (key: string) => boolean = () => false,
): FirstPage[] {
  if (kind === 'crawl') return [firstPage(START_PAGE_KEY, urls[0]!)]
  const seen = new Set<string>()
  return urls.map((url) => {
    const key = pageKey(url)
    if (seen.has(key) || isKnown(key)) return firstPage(pageKey(randomUUID()), url, key)
    seen.add(key)
    return firstPage(key, url)
  })
}

function firstPage(key: string, url: string, repeats?: string): FirstPage {
  return { ...newPage({ key, url, rank: START_RANK }), repeats }
}

/**
 * No URL has this key. The visit shows which page the start is, and the start is then merged into that page.
 */
export const START_PAGE_KEY = pageKey('start')
const START_RANK = 0
