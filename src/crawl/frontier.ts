import { createHash, randomUUID } from 'node:crypto'
import type { CrawlKind, CrawlPlan } from './crawls.ts'

export interface FoundPage {
  kind: 'page' | 'sitemap'
  /** The hash of the canonical address, in hexadecimal. */
  key: string
  url: string
  host: string
  /** Lower is visited sooner. */
  rank: number
  depth: number
  /** How many pages in a row led here that were like the one before. */
  chain: number
  parentMark: string | undefined
}

export interface RefusedPage extends FoundPage {
  code: string
  error: string
}

/** A page or sitemap that this process may visit, and nobody else until it settles it or is gone. */
export interface ClaimedPage extends FoundPage {
  crawlId: string
  /** Whether nothing of its crawl is written down but with the crawl's own key. */
  isEncrypted: boolean
  /** Fences the settlement; also the id of the hold on its credits. */
  claimId: string
  attempts: number
  /** What the page is like that this one says it is a copy of, or in a batch repeats; set once that one is there. */
  awaited: { state: string; similar: string | undefined } | undefined
  baseUrl: string
  /** Query parameters that were seen not to matter in its crawl. */
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
      /** The same for the same text under the same path, where that makes one page. */
      copy?: string | undefined
      /** The same for the same text anywhere in the crawl. */
      exact?: string | undefined
      /** The same for nearly the same text, where there is enough of it to tell. */
      near?: string | undefined
      similar?: string | undefined
      /** Where it was found in the end, when that is another page than was asked for. */
      target?: Pick<FoundPage, 'key' | 'url' | 'host'> | undefined
      baseUrl?: string | undefined
      links: FoundPage[]
    }
  | { outcome: 'failed'; credits: number; code: string; error: string; links: FoundPage[] }
  /** It is a copy, must not be visited, is none of the wanted ones, or is a sitemap that was read. */
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
      /** What holds when there is nothing to wait for. */
      otherwise?: Settlement
    }

export type PageOutcome =
  | { state: 'done'; document: string }
  | { state: 'failed'; code: string; error: string }

/** What became of a settlement: see `settle_crawl_page`. */
export interface Settled {
  result: 'settled' | 'folded' | 'later' | 'alone' | 'gone'
  twin: string | undefined
}

export interface Frontier {
  claim(limit: number): Promise<ClaimedPage[]>
  /** Undefined when it has expired meanwhile. */
  job(id: string): Promise<CrawlJob | undefined>
  runningCrawls(ids: readonly string[]): Promise<Set<string>>
  settle(page: ClaimedPage, settlement: Settlement): Promise<Settled>
  outcomeOf(page: Pick<ClaimedPage, 'crawlId' | 'isEncrypted'>, key: string): Promise<PageOutcome | undefined>
  /** Adds what a claimed sitemap names; false when the claim or the crawl is gone. */
  addPages(page: ClaimedPage, found: readonly FoundPage[]): Promise<boolean>
  /** Lists what must not be visited among what failed; no more of it than anybody reads. */
  addRefused(from: Pick<ClaimedPage, 'crawlId' | 'isEncrypted'>, pages: readonly RefusedPage[]): Promise<void>
  /** Takes credits for what was asked about what is no page, for which none are held; rejects with 402 when the team has fewer. */
  charge(crawlId: string, credits: number): Promise<void>
  /** A page and a copy of it differed in this parameter alone; enough of that makes it noise. */
  reportNoise(page: ClaimedPage, parameter: string): Promise<void>
  slowHost(host: string, delayMs: number): Promise<void>
  /** A host asks for pauses under the name that one crawl goes by. */
  slowCrawl(crawlId: string, delayMs: number): Promise<void>
  /** Adds a sentence to the warning of a crawl, unless it is in there already. It must not reveal an address. */
  addWarning(crawlId: string, sentence: string): Promise<void>
  /** Whether pages were claimed lately that wait for pauses to be over. */
  hasPacedPages(): boolean
  /** Queues again what this process has claimed without knowing of it: the answer to its claim got lost. */
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
  /** The key of the page with the same URL, whose result it takes over; undefined where there is none before it. */
  repeats: string | undefined
}

/** A URL that comes again, or that the batch knows already, repeats the first page with that URL. */
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

/** The start has a key that no address has: which page it is shows only once it was visited, and it is folded into that. */
export const START_PAGE_KEY = pageKey('start')
const START_RANK = 0
