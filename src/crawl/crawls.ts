import type { AuditNote } from '../contract/audit.ts'
import type { BatchRequest } from '../contract/batch.ts'
import type { CrawlRequest } from '../contract/crawl.ts'
import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'

export type CrawlKind = 'crawl' | 'batch'
export type CrawlState = 'scraping' | 'completed' | 'failed' | 'cancelled'

export type CrawlOptions = Omit<CrawlRequest, 'url' | 'scrapeOptions' | 'webhook' | 'zeroDataRetention'>

export interface CrawlPlan {
  /** Absent for a batch. */
  options?: CrawlOptions
  scrapeOptions: ScrapeOptions
  /** The policy that screens the URLs of this crawl, fixed at its start. Absent without screening. */
  screening?: ThreatPolicy | undefined
}

export interface NewCrawl {
  kind: CrawlKind
  teamId: string
  keyId: string | null
  urls: readonly string[]
  plan: CrawlPlan
  /** Stores only data encrypted with a key that is deleted after the results are read. */
  zeroDataRetention: boolean
  pageCredits: number
  /** Credits spent before the start, on checks of URLs that were left out. */
  spentCredits: number
  limit: number
  concurrency: number | undefined
  delayMs: number
  webhook: CrawlRequest['webhook'] | BatchRequest['webhook']
  warning?: string | undefined
  publicUrl: string
  idempotencyKey: string | undefined
  audit?: AuditNote | undefined
}

export interface MorePages extends Pick<
  NewCrawl,
  'teamId' | 'keyId' | 'urls' | 'spentCredits' | 'zeroDataRetention'
> {
  id: string
}

export interface CrawlProgress {
  id: string
  state: CrawlState
  completed: number
  total: number
  documents: number
  creditsUsed: number
  createdAt: Date
  endedAt: Date | undefined
  expiresAt: Date
  error: string | undefined
  warning: string | undefined
  /** How long documents and URLs are stored: until they expire, until they are read, or already deleted. */
  retention: 'kept' | 'untilRead' | 'read'
}

interface DocumentWindow {
  skip: number
  limit: number
  maxBytes: number
  /** The number of documents in the last progress: a response must agree with its own counters. */
  known: number
}

interface CrawlErrors {
  errors: { id: string; timestamp: Date; url: string; code: string | undefined; error: string }[]
  robotsBlocked: string[]
}

export interface ActiveCrawl {
  id: string
  url: string
  createdAt: Date
  plan: CrawlPlan
}

type CrawlRef = Pick<CrawlProgress, 'id' | 'retention'>

export interface Crawls {
  /**
   * Returns the crawl's id. Fails with 409 for a used idempotency key and with 402 without enough credits.
   */
  start(crawl: NewCrawl): Promise<string>
  /**
   * Adds pages to a running batch. Returns 'kept' when the batch stores results but these pages must not be
   * stored.
   */
  append(more: MorePages): Promise<'added' | 'unknown' | 'ended' | 'kept'>
  find(id: string, teamId: string, kind: CrawlKind): Promise<CrawlProgress | undefined>
  progressOf(ids: readonly string[]): Promise<CrawlProgress[]>
  /** Returns documents after the first `skip`, and at least one if the window has one. */
  documents(crawl: CrawlRef, window: DocumentWindow): Promise<{ documents: string[]; next: number }>
  /** Call after documents up to `until` were sent. Deletes the data that is kept only until it is read. */
  markDelivered(crawl: CrawlRef & Pick<CrawlProgress, 'state'>, since: number, until: number): Promise<void>
  errors(crawl: CrawlRef): Promise<CrawlErrors>
  active(teamId: string): Promise<ActiveCrawl[]>
  cancel(id: string, teamId: string, kind: CrawlKind): Promise<CrawlState | undefined>
}
