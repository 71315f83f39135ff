import type { ScrapeRequest } from '../contract/scrape.ts'
import type { Confinement, Screen } from '../egress/egress.ts'
import type { Derived } from './cache/page-cache.ts'
import type { Fetched } from './fetch/fetched.ts'
import type { RunStage } from './timing.ts'

/** The values that pass through the stages of a scrape. */

/** The caller's request, and additional fields that the service itself needs. */
export interface PageRequest extends ScrapeRequest {
  /** Also returns the links for crawling. */
  discovers?: boolean
  /** Also returns the links with their context, the headings, and the pages of the records. */
  leads?: boolean
  /** Also returns the terms for the search index. */
  indexes?: boolean
  /** Whether `url` is the export of a document, which a browser cannot show. */
  isExport?: boolean
  /** URLs outside are rejected before the request. */
  confinement?: Confinement | undefined
  /** Whether the larger of two models answers. */
  usesPro?: boolean | undefined
}

/** The caller that a page is fetched for. */
export interface PageCaller {
  teamId: string
  /** The only caller that may resume a slow page; absent: any caller of the team. */
  resumedBy?: string | undefined
  /** Waits until the team may fetch one more page. The returned signal ends the work from then on. */
  takeTurn(): Promise<AbortSignal>
  /** The signal until then; absent: the timeout of the request. */
  signal?: AbortSignal | undefined
  /** A temporary URL of a blob. */
  linkTo(blobId: string): string
  /** Screens URLs before a visit; absent: every URL is allowed. */
  screen?: Screen | undefined
}

/** One request in progress. */
export interface Run {
  request: PageRequest
  /** The requested URL; a Google document is fetched from the URL of its export. */
  sourceUrl: string
  caller: PageCaller
  /** How the request uses the cache, and the keys of its page there. */
  cache: CacheRules
  /** The start, by the clock of this process. */
  since: number
  /** Measures one stage. */
  stage: RunStage
}

/** How a request uses the cache. */
export interface CacheUse {
  /** Return a cache entry. */
  read: boolean
  /** Store the fetched page and the derived fields. */
  write: boolean
  /** Share a fetch with other requests. */
  share: boolean
  /** The option that forbids a fetch: without a cache entry the request fails. */
  only: 'lockdown' | 'minAge' | undefined
}

/** Also the keys of the page and of its derived fields in the cache. */
export interface CacheRules extends CacheUse {
  /** The team, or one constant for all teams when the operator shares the cache. */
  scope: string
  key: string
  deriveKey: string
}

/** A page from the cache or from its site. */
export interface Page {
  /** Everything that was fetched, except the bytes. */
  head: Omit<Fetched, 'bytes'>
  /** The fields that this request needs, if known. */
  derived: Derived | undefined
  /** When the cache entry was stored; absent for a page that was fetched during the request. */
  cachedAt: Date | undefined
  /** Absent when the page is not in the cache. */
  entryId: string | undefined
  /** The fetched page; undefined when the entry was removed meanwhile. */
  fetched: () => Promise<Fetched | undefined>
}

/** Whether a page may be stored for later requests. */
export function isWorthKeeping({
  status,
  isProvisional,
}: Pick<Fetched, 'status' | 'isProvisional'>): boolean {
  return status >= 200 && status < 300 && !isProvisional
}
