import type { AuditNote } from '../contract/audit.ts'
import type { BatchRequest } from '../contract/batch.ts'
import type { CrawlRequest } from '../contract/crawl.ts'
import type { ScrapeOptions } from '../contract/scrape-options.ts'
import type { ThreatPolicy } from '../contract/threat-protection.ts'

export type CrawlKind = 'crawl' | 'batch'
export type CrawlState = 'scraping' | 'completed' | 'failed' | 'cancelled'

export type CrawlOptions = Omit<CrawlRequest, 'url' | 'scrapeOptions' | 'webhook' | 'zeroDataRetention'>

export interface CrawlPlan {
  /** Absent in a batch. */
  options?: CrawlOptions
  scrapeOptions: ScrapeOptions
  /** By what its addresses are screened, whatever the organization says meanwhile; absent where nothing is. */
  screening?: ThreatPolicy | undefined
}

export interface NewCrawl {
  kind: CrawlKind
  teamId: string
  keyId: string | null
  urls: readonly string[]
  plan: CrawlPlan
  /** Nothing of it is kept but what is encrypted with a key that goes when it was read. */
  zeroDataRetention: boolean
  pageCredits: number
  /** What was spent on it before it began: checks of addresses that it leaves out. */
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
  /** How long documents and addresses are there: until they expire, until they were read, or not any more. */
  retention: 'kept' | 'untilRead' | 'read'
}

interface DocumentWindow {
  skip: number
  limit: number
  maxBytes: number
  /** How many there were when it was last looked: an answer tells no more than its own counters do. */
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
  /** Gives its id. Fails with 409 when the idempotency key was used before, and with 402 without enough credits. */
  start(crawl: NewCrawl): Promise<string>
  /** Adds pages to a running batch, unless it is kept and nothing may be kept of them. */
  append(more: MorePages): Promise<'added' | 'unknown' | 'ended' | 'kept'>
  find(id: string, teamId: string, kind: CrawlKind): Promise<CrawlProgress | undefined>
  progressOf(ids: readonly string[]): Promise<CrawlProgress[]>
  /** Documents after the first `skip`, but at least one if there is one within the window. */
  documents(crawl: CrawlRef, window: DocumentWindow): Promise<{ documents: string[]; next: number }>
  /** Called when documents up to `until` were handed out: what is kept until it is read is then deleted. */
  markDelivered(crawl: CrawlRef & Pick<CrawlProgress, 'state'>, since: number, until: number): Promise<void>
  errors(crawl: CrawlRef): Promise<CrawlErrors>
  active(teamId: string): Promise<ActiveCrawl[]>
  cancel(id: string, teamId: string, kind: CrawlKind): Promise<CrawlState | undefined>
}
